import type pg from 'pg'
import type { KnownLogger } from '../loggers/known-loggers.ts'
import type { Plan, Raw } from './plan.ts'
import type { IngestSettings } from './settings.ts'
import { trimAllWaiting, trimRaw, trimUnclaimed, trimWaiting } from './trim.ts'

/** What a batch had to throw away to stay within the bounds. */
export type Trimmed = Readonly<{
  dropped: number
  /** Loggers of which something changed that is known: rows less, or gone. */
  touched: readonly number[]
}>

const recountMs = 5 * 60_000

/** Keeps the tables of waiting and undecoded payloads within their bounds, in the transaction that would pass them. */
export function createBoundsKeeper(
  pool: Pick<pg.Pool, 'query'>,
  settings: IngestSettings,
  known: (serial: number) => KnownLogger,
  now: () => number,
) {
  // Counting every time would cost more than the batch; other nodes' rows are seen with the next count.
  let counted: { waiting: number; unclaimed: number; atMs: number } | undefined
  const count = async () => {
    if (counted !== undefined && now() - counted.atMs < recountMs) return counted
    const text = `select (select count(*) from waiting_records)::int as waiting,
      (select count(*) from loggers where plant_id is null)::int as unclaimed`
    const { rows } = await pool.query<{ waiting: number; unclaimed: number }>(text)
    counted = { waiting: rows[0]?.waiting ?? 0, unclaimed: rows[0]?.unclaimed ?? 0, atMs: now() }
    return counted
  }

  return {
    trim: async (client: Pick<pg.ClientBase, 'query'>, plan: Plan, raws: readonly Raw[]): Promise<Trimmed> => {
      let dropped = 0
      const touched: number[] = []
      for (const [serial, more] of countBy(plan.waiting.map((arrival) => arrival.serial))) {
        if (known(serial).waitingRecords + more <= settings.waitingPerSerial) continue
        dropped += await trimWaiting(client, serial, settings.waitingPerSerial)
        touched.push(serial)
      }
      for (const [serial, more] of countBy(raws.map(({ arrival }) => arrival.serial))) {
        const { plant, undecodedRecords } = known(serial)
        if (plant === undefined || undecodedRecords + more <= settings.undecodedPerSerial) continue
        dropped += await trimRaw(client, plant.id, serial, settings.undecodedPerSerial)
        touched.push(serial)
      }
      const serials = [...plan.drafts.keys()]
      const strangers = serials.filter((serial) => !known(serial).isStored).length
      const isOverfull =
        plan.waiting.length > 0 && (await count()).waiting + plan.waiting.length > settings.waitingInAll
      const isCrowded = strangers > 0 && (await count()).unclaimed + strangers > settings.unclaimedSerials
      const gone = [
        ...(isOverfull ? [await trimAllWaiting(client, settings.waitingInAll)] : []),
        ...(isCrowded ? [await trimUnclaimed(client, settings.unclaimedSerials, serials)] : []),
      ]
      for (const one of gone) {
        dropped += one.dropped
        touched.push(...one.serials)
      }
      if (gone.length > 0) counted = undefined
      else if (counted !== undefined) {
        // Counted even if the transaction fails: too much is put right with the next count.
        counted.waiting += plan.waiting.length
        counted.unclaimed += strangers
      }
      return { dropped, touched }
    },
  }
}

export function countBy(keys: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
