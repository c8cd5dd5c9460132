import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>
type Gone = Readonly<{ dropped: number; serials: readonly number[] }>

/** Keeps the newest waiting records of one logger; what goes is counted in its row. */
export async function trimWaiting(client: Client, serial: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from waiting_records where id in
       (select id from waiting_records where serial = $1 order by received_at desc, id desc offset $2)`,
    [serial, limit],
  )
  return await countRejected(client, serial, rowCount ?? 0)
}

/** Keeps the newest undecoded payloads of one logger at its plant; what goes is counted in its row. */
export async function trimRaw(client: Client, plantId: number, serial: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from undecoded_payloads where plant_id = $1 and serial = $2 and digest in
       (select digest from undecoded_payloads where plant_id = $1 and serial = $2
        order by received_at desc, digest offset $3)`,
    [plantId, serial, limit],
  )
  return await countRejected(client, serial, rowCount ?? 0)
}

async function countRejected(client: Client, serial: number, dropped: number): Promise<number> {
  if (dropped > 0)
    await client.query('update loggers set rejected_records = rejected_records + $2 where serial = $1', [
      serial,
      dropped,
    ])
  return dropped
}

/** A twentieth is freed at once, so that a full table is not trimmed with every batch. */
const slack = 0.95

/** The oldest waiting records of all go. */
export async function trimAllWaiting(client: Client, limit: number): Promise<Gone> {
  const { rows } = await client.query<{ serial: number; n: number }>(
    `with gone as (delete from waiting_records where id in
       (select id from waiting_records order by id limit
         (select greatest(count(*) - $1, 0) from waiting_records))
       returning serial),
     counted as (select serial, count(*) as n from gone group by serial),
     noted as (update loggers l set rejected_records = l.rejected_records + counted.n
       from counted where l.serial = counted.serial)
     select serial, n from counted`,
    [Math.floor(limit * slack)],
  )
  return { dropped: rows.reduce((sum, { n }) => sum + n, 0), serials: rows.map(({ serial }) => serial) }
}

/** The unclaimed loggers that were silent for longest go, with what waits of them; never those of this batch. */
export async function trimUnclaimed(client: Client, limit: number, spared: readonly number[]): Promise<Gone> {
  const { rows } = await client.query<{ serial: number }>(
    `delete from loggers where serial in
       (select serial from loggers where plant_id is null and serial <> all($2::bigint[])
          and not exists (select from moved_loggers m where m.serial = loggers.serial)
        order by last_seen_at nulls first limit
          (select greatest(count(*) - $1, 0) from loggers where plant_id is null))
       and plant_id is null
     returning serial`,
    [Math.floor(limit * slack), spared],
  )
  const serials = rows.map(({ serial }) => serial)
  const { rowCount } = await client.query('delete from waiting_records where serial = any($1::bigint[])', [serials])
  return { dropped: rowCount ?? 0, serials }
}
