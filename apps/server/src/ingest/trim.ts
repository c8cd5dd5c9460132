import type pg from 'pg'
import { type SourceId, toSourceId } from '../loggers/source.ts'

type Client = Pick<pg.ClientBase, 'query'>
type Gone = Readonly<{ dropped: number; sources: readonly SourceId[] }>

/** Keeps the newest waiting records of one logger; what goes is counted in its row. */
export async function trimWaiting(client: Client, loggerId: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from waiting_records where id in
       (select id from waiting_records where logger_id = $1 order by received_at desc, id desc offset $2)`,
    [loggerId, limit],
  )
  return await countRejected(client, loggerId, rowCount ?? 0)
}

/** Keeps the newest undecoded payloads of one logger at its plant; what goes is counted in its row. */
export async function trimRaw(client: Client, plantId: number, loggerId: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from undecoded_payloads where plant_id = $1 and logger_id = $2 and digest in
       (select digest from undecoded_payloads where plant_id = $1 and logger_id = $2
        order by received_at desc, digest offset $3)`,
    [plantId, loggerId, limit],
  )
  return await countRejected(client, loggerId, rowCount ?? 0)
}

async function countRejected(client: Client, loggerId: number, dropped: number): Promise<number> {
  if (dropped > 0)
    await client.query('update loggers set rejected_records = rejected_records + $2 where id = $1', [loggerId, dropped])
  return dropped
}

/** A twentieth is freed at once, so that a full table is not trimmed with every batch. */
const slack = 0.95

/** The oldest waiting records of all go. */
export async function trimAllWaiting(client: Client, limit: number): Promise<Gone> {
  const { rows } = await client.query<{ wire: string; address: string; n: number }>(
    `with gone as (delete from waiting_records where id in
       (select id from waiting_records order by id limit
         (select greatest(count(*) - $1, 0) from waiting_records))
       returning logger_id),
     counted as (select logger_id, count(*) as n from gone group by logger_id)
     update loggers l set rejected_records = l.rejected_records + counted.n
       from counted where l.id = counted.logger_id
     returning l.wire, l.address, counted.n`,
    [Math.floor(limit * slack)],
  )
  return { dropped: rows.reduce((sum, { n }) => sum + n, 0), sources: rows.map(toSourceId) }
}

/**
 * The unclaimed loggers that were silent for longest go, with what waits of them; never those of this batch, and none that
 * a device of a plant still names.
 */
export async function trimUnclaimed(client: Client, limit: number, spared: readonly number[]): Promise<Gone> {
  const { rows } = await client.query<{ wire: string; address: string; waiting: number }>(
    `delete from loggers l where id in
       (select id from loggers where plant_id is null and id <> all($2::bigint[])
          and not exists (select from moved_loggers m where m.wire = loggers.wire and m.address = loggers.address)
          and not exists (select from devices d where d.logger_id = loggers.id)
        order by last_seen_at nulls first limit
          (select greatest(count(*) - $1, 0) from loggers where plant_id is null))
       and plant_id is null
     returning l.wire, l.address, (select count(*) from waiting_records w where w.logger_id = l.id) as waiting`,
    [Math.floor(limit * slack), spared],
  )
  return { dropped: rows.reduce((sum, { waiting }) => sum + waiting, 0), sources: rows.map(toSourceId) }
}
