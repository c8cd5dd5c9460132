import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type Heard, isNews, mergeHeard } from '../../fleet/loggers/facts.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { roomFor } from '../../platform/db/recent-map.ts'
import type { Arrival } from './arrival.ts'

/** A logger's row is written at most this often, unless a fact changed. */
export const writeEveryMs = MINUTE_MS
/** Memory of one's facts, about. */
const FACTS_BYTES = 500

/** Facts about loggers that need not be written yet. */
export function createHeardLoggers(most = roomFor(FACTS_BYTES)) {
  const pending = new Map<SourceId, Heard>()
  return {
    /** The rows to write if this batch commits: the pending facts of its loggers and the new ones. */
    merge: (arrivals: readonly Arrival[]): Map<SourceId, Heard> => {
      const merged = new Map<SourceId, Heard>()
      for (const { source, heard } of arrivals)
        if (heard !== undefined) merged.set(source, mergeHeard(merged.get(source) ?? pending.get(source), heard))
      return merged
    },
    /** Call after the commit. */
    settle: (merged: ReadonlyMap<SourceId, Heard>, written: ReadonlySet<SourceId>): void => {
      // Facts that are forgotten are written with the next contact.
      if (pending.size + merged.size > most) pending.clear()
      for (const [source, heard] of merged) {
        if (written.has(source)) pending.delete(source)
        else pending.set(source, heard)
      }
    },
    takeAll: (): ReadonlyMap<SourceId, Heard> => {
      const all = new Map(pending)
      pending.clear()
      return all
    },
  }
}

export function isDue(known: KnownLogger, heard: Heard): boolean {
  const isFirstData = heard.dataAtMs !== undefined && !known.hasData
  const isOld = heard.atMs - known.writtenAtMs >= writeEveryMs
  return (
    known.id === undefined ||
    isOld ||
    isFirstData ||
    heard.duplicateAtMs !== undefined ||
    isNews(known.facts, heard.facts)
  )
}
