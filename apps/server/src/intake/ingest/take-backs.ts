import { toCountedAddress } from '@heliograph/domain/address.ts'
import { type Kysely, sql } from 'kysely'
import { countSlot, type DeviceMeta, giveSamples, takeSamples } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { readDeviceMetas } from './known-devices.ts'

type Place = Readonly<{ plantId: number; loggerId: number }>
type Recounts = Readonly<{ ask: (within: Kysely<Tables>, plantId: number) => Promise<void> }>

/** An address (IPv4, or an IPv6 /64) from which records of a logger came. */
export type LoggerAddress = Readonly<{ address: string; firstMs: number; lastMs: number; records: number }>

/** taking, giving: until the history was recounted. */
export type TakeBack = Readonly<{
  number: number
  address: string
  sinceMs: number
  state: 'taking' | 'taken' | 'giving' | 'given'
  records: number
  takenAtMs: number
  takenBy: string | null
}>

const MOST_ADDRESSES = 200

/** The newest first. @throws Refusal NOT_FOUND for a logger of another plant */
export async function listAddresses(
  db: Db,
  { plantId, loggerId }: Place,
): Promise<Readonly<{ addresses: readonly LoggerAddress[]; takeBacks: readonly TakeBack[] }>> {
  await checkLogger(db.kysely, { plantId, loggerId })
  const addresses = await db.kysely
    .selectFrom('logger_addresses')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('logger_id', '=', loggerId)
    .orderBy('last_at', 'desc')
    .limit(MOST_ADDRESSES)
    .execute()
  const takeBacks = await db.kysely
    .selectFrom('take_backs as t')
    .leftJoin('users as u', 'u.id', 't.taken_by')
    .selectAll('t')
    .select('u.account')
    .where('t.plant_id', '=', plantId)
    .where('t.logger_id', '=', loggerId)
    .orderBy('t.number', 'desc')
    .limit(MOST_ADDRESSES)
    .execute()
  return {
    addresses: addresses.map((row) => ({
      address: row.address,
      firstMs: row.first_at.getTime(),
      lastMs: row.last_at.getTime(),
      records: row.records,
    })),
    takeBacks: takeBacks.map((row) => ({
      number: row.number,
      address: row.address,
      sinceMs: row.since.getTime(),
      state: row.state,
      records: row.records,
      takenAtMs: row.taken_at.getTime(),
      takenBy: row.account,
    })),
  }
}

export type Wanted = Readonly<{ address: string; sinceMs: number }>

/** Records that a take-back would concern, by local day, ascending. @throws Refusal NOT_FOUND */
export async function previewTakeBack(
  db: Db,
  place: Place,
  wanted: Wanted,
): Promise<readonly Readonly<{ date: string; records: number }>[]> {
  const { slot, fromMs } = await findSlot(db.kysely, place, wanted)
  const days = new Map<string, number>()
  for (const device of await readDeviceMetas(db, place.plantId))
    for (const [date, records] of await countSlot(db, device, { slot, fromMs }))
      days.set(date, (days.get(date) ?? 0) + records)
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, records]) => ({ date, records }))
}

/**
 * Takes back everything that came from an address since an instant: put aside with the recount that follows.
 * @throws Refusal NOT_FOUND @returns the number of the take-back
 */
export async function takeBack(
  db: Db,
  recounts: Recounts,
  place: Place,
  wanted: Wanted,
  by: Readonly<{ userId: number; nowMs: number }>,
): Promise<number> {
  const { plantId, loggerId } = place
  return db.transaction(async (transaction) => {
    // One after the other: they are numbered.
    await transaction.selectFrom('plants').select('id').where('id', '=', plantId).forNoKeyUpdate().execute()
    const { slot, fromMs, address } = await findSlot(transaction, place, wanted)
    const { number } = await transaction
      .insertInto('take_backs')
      .values({
        plant_id: plantId,
        number: sql<number>`(select coalesce(max(number), 0) + 1 from take_backs where plant_id = ${plantId})`,
        logger_id: loggerId,
        slot,
        address,
        since: new Date(wanted.sinceMs),
        from_at: new Date(fromMs),
        taken_at: new Date(by.nowMs),
        taken_by: by.userId,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    await recounts.ask(transaction, plantId)
    return number
  })
}

/** Puts back what was taken. @throws Refusal NOT_FOUND, also while it is being taken */
export async function giveBack(db: Db, recounts: Recounts, place: Place, number: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .updateTable('take_backs')
      .set({ state: 'giving' })
      .where('plant_id', '=', place.plantId)
      .where('logger_id', '=', place.loggerId)
      .where('number', '=', number)
      .where('state', '=', 'taken')
      .returning('number')
      .executeTakeFirstOrThrow(notFound)
    await recounts.ask(transaction, place.plantId)
  })
}

/** Moves the samples of take-backs that were ordered: just before a recount, which makes the history right. */
export async function applyTakeBacks(
  db: Db,
  plantId: number,
  devices: readonly DeviceMeta[],
  signal: AbortSignal,
): Promise<void> {
  const open = await db.kysely
    .selectFrom('take_backs')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('state', 'in', ['taking', 'giving'])
    .orderBy('number')
    .execute()
  for (const { number, state, slot, from_at: fromAt } of open) {
    for (const device of devices) {
      signal.throwIfAborted()
      if (state === 'giving') await giveSamples(db, device, number)
      else await takeSamples(db, device, number, { slot, fromMs: fromAt.getTime() })
    }
    const own = sql`plant_id = ${plantId} and number = ${number}`
    if (state === 'giving') await sql`update take_backs set state = 'given' where ${own}`.execute(db.kysely)
    else
      await sql`with kept as materialized (select count(*) as records from taken_samples where ${own})
        update take_backs set state = 'taken', records = kept.records from kept where ${own}`.execute(db.kysely)
  }
}

async function checkLogger(within: Kysely<Tables>, { plantId, loggerId }: Place): Promise<void> {
  await within
    .selectFrom('loggers')
    .select('id')
    .where('id', '=', loggerId)
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Samples do not say when they arrived. From an address that was first heard after the instant, all of them came since;
 * from another one those of the time since then.
 */
async function findSlot(
  within: Kysely<Tables>,
  place: Place,
  { address, sinceMs }: Wanted,
): Promise<Readonly<{ slot: number; fromMs: number; address: string }>> {
  await checkLogger(within, place)
  const row = await within
    .selectFrom('logger_addresses')
    .select(['slot', 'address', 'first_at', 'oldest_at'])
    .where('plant_id', '=', place.plantId)
    .where('logger_id', '=', place.loggerId)
    .where('address', '=', toCountedAddress(address))
    .executeTakeFirstOrThrow(notFound)
  const isNew = row.first_at.getTime() >= sinceMs
  return { slot: row.slot, address: row.address, fromMs: isNew ? row.oldest_at.getTime() : sinceMs }
}
