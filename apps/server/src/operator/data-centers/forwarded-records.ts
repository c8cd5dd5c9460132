import type { DataCenter } from '@heliograph/domain/regions.ts'
import { type Kysely, sql } from 'kysely'
import { type SourceAddress, toSourceId } from '../../fleet/loggers/loggers.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { notifyRegistered } from './detach.ts'
import type { RemoteDataCenter } from './remote-data-center.ts'

type Records = Parameters<RemoteDataCenter['records']>[0]['records']

const RECORDS_PER_CALL = 200

type Waiting = SourceAddress & { id: number; received_at: Date; digest: Buffer; kind: string; payload: Buffer }

/**
 * Forwards records of loggers whose plants have moved to another data center. A record is deleted here only once it is
 * stored there, where a duplicate is recognized.
 * @returns the number of forwarded records
 */
export async function forwardRecords(
  db: Db,
  center: DataCenter,
  remote: Pick<RemoteDataCenter, 'records'>,
): Promise<number> {
  let passedOn = 0
  for (;;) {
    const { seen, gone } = await db.transaction((transaction) => forwardSome(transaction, center, remote), {
      attempts: 1,
    })
    passedOn += gone
    if (seen < RECORDS_PER_CALL) return passedOn
  }
}

async function forwardSome(
  transaction: Kysely<Tables>,
  center: DataCenter,
  remote: Pick<RemoteDataCenter, 'records'>,
): Promise<Readonly<{ seen: number; gone: number }>> {
  // Other nodes forward other records at the same time.
  const { rows } = await sql<Waiting>`
    select w.id, l.wire, l.address, w.received_at, w.digest, w.kind, w.payload
    from waiting_records w join loggers l on l.id = w.logger_id
      join moved_loggers m on m.wire = l.wire and m.address = l.address
    where m.is_gone and m.center = ${center} order by w.id limit ${RECORDS_PER_CALL} for update of w skip locked`.execute(
    transaction,
  )
  if (rows.length === 0) return { seen: 0, gone: 0 }
  const { released } = await remote.records({ records: rows.map(toRecord) })
  const free = new Set(released.map(toSourceId))
  const gone = rows.filter((row) => !free.has(toSourceId(row))).map(({ id }) => id)
  await sql`delete from waiting_records where id = any(${gone}::bigint[])`.execute(transaction)
  // The logger no longer belongs to a plant there, so it may be registered here again, with its records.
  await sql`
    delete from moved_loggers where center = ${center} and (wire, address) in
      (select * from ${unnested(released)})`.execute(transaction)
  return { seen: rows.length, gone: gone.length }
}

const toRecord = (row: Waiting): Records[number] => ({
  wire: row.wire,
  address: row.address,
  kind: row.kind,
  receivedAtMs: row.received_at.getTime(),
  digest: row.digest.toString('base64'),
  payload: row.payload.toString('base64'),
})

/**
 * Stores records of loggers that moved here among the waiting ones, from where they are attributed at once.
 * @returns the loggers that belong to no plant here
 */
export async function takeRecords(db: Db, records: Records): Promise<Readonly<{ released: readonly SourceAddress[] }>> {
  return db.transaction(async (transaction) => {
    const sources = [...new Map(records.map(({ wire, address }) => [`${wire}:${address}`, { wire, address }])).values()]
    const { rows } = await sql<SourceAddress & { id: number }>`
      select id, wire, address from loggers where (wire, address) in (select * from ${unnested(sources)})
        and plant_id is not null order by id for share`.execute(transaction)
    const known = new Map(rows.map((row) => [toSourceId(row), row.id]))
    const taken = records.filter((record) => known.has(toSourceId(record)))
    await sql`
      insert into waiting_records (logger_id, received_at, digest, kind, payload)
      select logger_id, received_at, decode(digest, 'base64'), kind, decode(payload, 'base64')
      from unnest(${taken.map((record) => known.get(toSourceId(record)))}::bigint[],
        ${taken.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString())}::timestamptz[],
        ${taken.map(({ digest }) => digest)}::text[], ${taken.map(({ kind }) => kind)}::text[],
        ${taken.map(({ payload }) => payload)}::text[]) as r (logger_id, received_at, digest, kind, payload)
      on conflict do nothing`.execute(transaction)
    await notifyRegistered(transaction, [...known.values()])
    return { released: sources.filter((source) => !known.has(toSourceId(source))) }
  })
}

const unnested = (sources: readonly SourceAddress[]) =>
  sql`unnest(${sources.map(({ wire }) => wire)}::text[], ${sources.map(({ address }) => address)}::text[])`
