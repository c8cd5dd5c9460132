import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { KnownLogger } from '../loggers/known-loggers.ts'
import type { SourceId } from '../loggers/source.ts'
import type { WrittenLogger } from '../loggers/write-loggers.ts'
import type { Plan, Raw } from './plan.ts'
import type { IngestSettings } from './settings.ts'
import { trimAllWaiting, trimRaw, trimUnclaimed, trimWaiting } from './trim.ts'

/** What a batch had to throw away to stay within the bounds. */
export type Trimmed = Readonly<{
  dropped: number
  /** Loggers of which something changed that is known: rows less, or gone. */
  touched: readonly SourceId[]
}>

const recountMs = 5 * MINUTE_MS

/** Keeps the tables of waiting and undecoded payloads within their bounds, in the transaction that would pass them. */
export function createBoundsKeeper(
  pool: Pick<pg.Pool, 'query'>,
  settings: IngestSettings,
  known: (source: SourceId) => KnownLogger,
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
    trim: async (
      client: Pick<pg.ClientBase, 'query'>,
      plan: Plan,
      raws: readonly Raw[],
      written: ReadonlyMap<SourceId, WrittenLogger>,
    ): Promise<Trimmed> => {
      const idOf = (source: SourceId): number => known(source).id ?? written.get(source)?.id ?? 0
      let dropped = 0
      const touched: SourceId[] = []
      for (const [source, more] of countBy(plan.waiting.map((arrival) => arrival.source))) {
        if (known(source).waitingRecords + more <= settings.waitingPerLogger) continue
        dropped += await trimWaiting(client, idOf(source), settings.waitingPerLogger)
        touched.push(source)
      }
      for (const [source, more] of countBy(raws.map(({ arrival }) => arrival.source))) {
        const { plant, undecodedRecords } = known(source)
        if (plant === undefined || undecodedRecords + more <= settings.undecodedPerLogger) continue
        dropped += await trimRaw(client, plant.id, idOf(source), settings.undecodedPerLogger)
        touched.push(source)
      }
      const sources = [...plan.drafts.keys()]
      const strangers = sources.filter((source) => known(source).id === undefined).length
      const isOverfull =
        plan.waiting.length > 0 && (await count()).waiting + plan.waiting.length > settings.waitingInAll
      const isCrowded = strangers > 0 && (await count()).unclaimed + strangers > settings.unclaimedLoggers
      const gone = [
        ...(isOverfull ? [await trimAllWaiting(client, settings.waitingInAll)] : []),
        ...(isCrowded ? [await trimUnclaimed(client, settings.unclaimedLoggers, sources.map(idOf))] : []),
      ]
      for (const one of gone) {
        dropped += one.dropped
        touched.push(...one.sources)
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

export function countBy(keys: readonly SourceId[]): Map<SourceId, number> {
  const counts = new Map<SourceId, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
