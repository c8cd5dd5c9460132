import type { DataCentre } from '@heliograph/domain/regions.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { tellRegistered } from './detach.ts'
import type { Peer } from './peer.ts'

type Records = Parameters<Peer['records']>[0]['records']

const recordsPerCall = 200

type Waiting = { id: number; serial: number; received_at: Date; digest: Buffer; payload: Buffer }

/**
 * Passes on what loggers sent here whose plants have moved to another centre. A record leaves only when it is over there;
 * one that arrives twice is recognised there.
 * @returns how many went
 */
export async function forwardRecords(db: Db, centre: DataCentre, peer: Pick<Peer, 'records'>): Promise<number> {
  let passedOn = 0
  for (;;) {
    const { seen, gone } = await db.transaction((transaction) => forwardSome(transaction, centre, peer), {
      attempts: 1,
    })
    passedOn += gone
    if (seen < recordsPerCall) return passedOn
  }
}

async function forwardSome(
  transaction: Kysely<Tables>,
  centre: DataCentre,
  peer: Pick<Peer, 'records'>,
): Promise<Readonly<{ seen: number; gone: number }>> {
  // Other nodes take other records meanwhile.
  const { rows } = await sql<Waiting>`
    select w.id, w.serial, w.received_at, w.digest, w.payload
    from waiting_records w join moved_loggers m on m.serial = w.serial
    where m.is_gone and m.centre = ${centre} order by w.id limit ${recordsPerCall} for update of w skip locked`.execute(
    transaction,
  )
  if (rows.length === 0) return { seen: 0, gone: 0 }
  const { released } = await peer.records({ records: rows.map(toRecord) })
  const free = new Set(released)
  const gone = rows.filter(({ serial }) => !free.has(serial)).map(({ id }) => id)
  await sql`delete from waiting_records where id = any(${gone}::bigint[])`.execute(transaction)
  // It belongs to no plant over there any more, so it may be registered here again, with what it sent.
  await sql`delete from moved_loggers where serial = any(${[...released]}::bigint[]) and centre = ${centre}`.execute(
    transaction,
  )
  return { seen: rows.length, gone: gone.length }
}

const toRecord = (row: Waiting): Records[number] => ({
  serial: row.serial,
  receivedAtMs: row.received_at.getTime(),
  digest: row.digest.toString('base64'),
  payload: row.payload.toString('base64'),
})

/**
 * Takes records of loggers that moved here among those that wait, from where they are attributed at once.
 * @returns the loggers that belong to no plant here
 */
export async function takeRecords(db: Db, records: Records): Promise<Readonly<{ released: readonly number[] }>> {
  return db.transaction(async (transaction) => {
    const serials = [...new Set(records.map(({ serial }) => serial))]
    const { rows } = await sql<{ serial: number }>`
      select serial from loggers where serial = any(${serials}::bigint[]) and plant_id is not null for share`.execute(
      transaction,
    )
    const known = new Set(rows.map(({ serial }) => serial))
    const taken = records.filter(({ serial }) => known.has(serial))
    await sql`
      insert into waiting_records (serial, received_at, digest, payload)
      select serial, received_at, decode(digest, 'base64'), decode(payload, 'base64')
      from unnest(${taken.map(({ serial }) => serial)}::bigint[],
        ${taken.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString())}::timestamptz[],
        ${taken.map(({ digest }) => digest)}::text[], ${taken.map(({ payload }) => payload)}::text[])
        as r (serial, received_at, digest, payload)
      on conflict do nothing`.execute(transaction)
    await tellRegistered(transaction, [...known])
    return { released: serials.filter((serial) => !known.has(serial)) }
  })
}
