import { toCountedAddress } from '@heliograph/domain/address.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { MOST_SLOTS } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { toNumberArray } from '../../platform/db/number-array.ts'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import { toPlainArray } from '../../platform/db/text-array.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import type { Arrival } from './arrival.ts'
import type { Reading } from './plan.ts'

/** How many records came from an address is written at most this often: the first one at once. */
const WRITE_EVERY_MS = 10 * MINUTE_MS
/** Memory of one key, about. */
const KEY_BYTES = 200

type Wanted = Readonly<{
  key: string
  plantId: number
  loggerId: number
  address: string
  heardMs: number
  atMs: number
}>
type Count = Readonly<{ plantId: number; slot: number; records: number; lastMs: number; oldestMs: number }>
type Due = Count & Readonly<{ isDue: boolean }>

/** IPv4, or an IPv6 /64; empty: it came on no line of its own. */
const addressOf = ({ sight, from }: Arrival): string => {
  const address = sight?.address ?? from ?? ''
  return address === '' ? '' : toCountedAddress(address)
}

/** From which addresses the records of a plant's loggers come. Each has a slot there, which its samples carry. */
export function createLoggerAddresses(db: Db, knownId: (source: Arrival['source']) => number) {
  const slots = createRecentMap<string, number>(roomFor(KEY_BYTES))
  const pending = new Map<string, Count>()
  const writtenMs = createRecentMap<string, number>(roomFor(KEY_BYTES))
  const oldestMs = createRecentMap<string, number>(roomFor(KEY_BYTES))
  const wantedOf = ({ plantId, arrival, atMs }: Reading): Wanted => {
    const place = { plantId, loggerId: knownId(arrival.source), address: addressOf(arrival) }
    return { key: keyOf(place), ...place, heardMs: arrival.receivedAtMs, atMs }
  }

  return {
    /** Gives addresses that are heard for the first time a slot. @returns where the readings came from */
    load: async (readings: readonly Reading[]): Promise<ReadonlyMap<Reading, Wanted>> => {
      const origins = new Map<Reading, Wanted>()
      const missing = new Map<string, Wanted>()
      for (const reading of readings) {
        const wanted = wantedOf(reading)
        const { key } = wanted
        origins.set(reading, wanted)
        if (wanted.address === '' || slots.get(key) !== undefined) continue
        const earlier = missing.get(key)
        missing.set(key, earlier ? { ...earlier, atMs: Math.min(earlier.atMs, wanted.atMs) } : wanted)
      }
      if (missing.size === 0) return origins
      const take = async (): Promise<void> => {
        for (const { key, slot, oldest } of await readSlots(db.pool, [...missing.values()])) {
          slots.set(key, slot)
          oldestMs.set(key, oldest)
          missing.delete(key)
        }
      }
      await take()
      if (missing.size === 0) return origins
      await addSlots(db, [...missing.values()])
      await take()
      // A plant with all its slots taken: where these came from is not known later.
      for (const key of missing.keys()) slots.set(key, 0)
      return origins
    },
    slotOf: (wanted: Wanted | undefined): number | undefined => wanted && slots.get(wanted.key),
    /** Rows to write with this batch. */
    due: (readings: readonly (Wanted | undefined)[], nowMs: number): ReadonlyMap<string, Due> => {
      const counts = new Map<string, Due>()
      for (const wanted of readings) {
        if (wanted === undefined) continue
        const { key, plantId, heardMs, atMs } = wanted
        const slot = slots.get(key)
        if (slot === undefined || slot === 0) continue
        const earlier = counts.get(key)
        const known = earlier ?? pending.get(key)
        // Taking records back relies on the oldest time.
        const isOlder = atMs < (oldestMs.get(key) ?? Number.POSITIVE_INFINITY)
        counts.set(key, {
          plantId,
          slot,
          records: (known?.records ?? 0) + 1,
          lastMs: Math.max(known?.lastMs ?? 0, heardMs),
          oldestMs: Math.min(known?.oldestMs ?? atMs, atMs),
          isDue:
            earlier?.isDue === true ||
            isOlder ||
            nowMs - (writtenMs.get(key) ?? Number.NEGATIVE_INFINITY) >= WRITE_EVERY_MS,
        })
      }
      return counts
    },
    /** After the commit. */
    settle: (counts: ReadonlyMap<string, Due>, nowMs: number): void => {
      for (const [key, count] of counts) {
        if (count.isDue) {
          pending.delete(key)
          writtenMs.set(key, nowMs)
          oldestMs.set(key, Math.min(oldestMs.get(key) ?? count.oldestMs, count.oldestMs))
        } else pending.set(key, count)
      }
    },
    flush: async (): Promise<void> => {
      const counts = [...pending.values()]
      pending.clear()
      await writeCounts(db.pool, counts)
    },
  }
}

const keyOf = ({ plantId, loggerId, address }: Pick<Wanted, 'plantId' | 'loggerId' | 'address'>): string =>
  `${plantId} ${loggerId} ${address}`

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

async function readSlots(
  client: Client,
  wanted: readonly Wanted[],
): Promise<readonly Readonly<{ key: string; slot: number; oldest: number }>[]> {
  const { rows } = await client.query<{
    plant_id: number
    logger_id: number
    address: string
    slot: number
    oldest_at: Date
  }>(
    `select a.plant_id, a.logger_id, a.address, a.slot, a.oldest_at
     from unnest($1::bigint[], $2::bigint[], $3::text[]) as e (plant_id, logger_id, address)
     join logger_addresses a using (plant_id, logger_id, address)`,
    [wanted.map((item) => item.plantId), wanted.map((item) => item.loggerId), wanted.map((item) => item.address)],
  )
  return rows.map((row) => ({
    key: keyOf({ plantId: row.plant_id, loggerId: row.logger_id, address: row.address }),
    slot: row.slot,
    oldest: row.oldest_at.getTime(),
  }))
}

/** In a transaction of its own: the rows of plants must not stay locked while records are stored. */
async function addSlots(db: Db, wanted: readonly Wanted[]): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    // In one order everywhere, or two nodes could deadlock.
    await client.query('select from plants where id = any($1::bigint[]) order by id for no key update', [
      [...new Set(wanted.map((item) => item.plantId))],
    ])
    await client.query(
      `with placed as (
         select e.*, coalesce(n.last, 0) + row_number() over (partition by e.plant_id order by e.i) as slot
         from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::timestamptz[])
           with ordinality as e (plant_id, logger_id, address, heard, at, i)
           join plants p on p.id = e.plant_id
           join loggers l on l.id = e.logger_id
           left join lateral (select max(slot) as last from logger_addresses a where a.plant_id = e.plant_id) n on true)
       insert into logger_addresses (plant_id, slot, logger_id, address, first_at, last_at, oldest_at)
       select plant_id, slot, logger_id, address, heard, heard, at from placed where slot <= $6
       on conflict do nothing`,
      [
        wanted.map((item) => item.plantId),
        wanted.map((item) => item.loggerId),
        wanted.map((item) => item.address),
        wanted.map((item) => new Date(item.heardMs).toISOString()),
        wanted.map((item) => new Date(item.atMs).toISOString()),
        MOST_SLOTS,
      ],
    )
  })
}

export async function writeCounts(client: Client, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return
  const rows = [...counts].sort((a, b) => a.plantId - b.plantId || a.slot - b.slot)
  await client.query({
    name: 'logger-addresses-count',
    text: `update logger_addresses a set records = a.records + e.records, last_at = greatest(a.last_at, e.last_at),
       oldest_at = least(a.oldest_at, e.oldest_at)
     from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[])
       as e (plant_id, slot, records, last_at, oldest_at)
     where a.plant_id = e.plant_id and a.slot = e.slot`,
    values: [
      toNumberArray('bigint', rows, ({ plantId }) => plantId),
      toPlainArray(rows, ({ slot }) => slot),
      toNumberArray('bigint', rows, ({ records }) => records),
      toPlainArray(rows, ({ lastMs }) => new Date(lastMs).toISOString()),
      toPlainArray(rows, ({ oldestMs }) => new Date(oldestMs).toISOString()),
    ],
  })
}
