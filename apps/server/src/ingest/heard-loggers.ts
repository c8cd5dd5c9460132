import { type Heard, isNews, mergeHeard } from '../loggers/facts.ts'
import type { KnownLogger } from '../loggers/known-loggers.ts'
import type { Arrival } from './arrival.ts'

/** A logger's row is written at most this often, unless there is news. */
export const writeEveryMs = 60_000
const limit = 100_000

/** What was heard of loggers and need not be written yet. */
export function createHeardLoggers() {
  const pending = new Map<number, Heard>()
  return {
    /** What is to be written if this batch commits: everything pending of its loggers and what it brings. */
    merge: (arrivals: readonly Arrival[]): Map<number, Heard> => {
      const merged = new Map<number, Heard>()
      for (const { serial, heard } of arrivals)
        if (heard !== undefined) merged.set(serial, mergeHeard(merged.get(serial) ?? pending.get(serial), heard))
      return merged
    },
    /** After the commit. */
    settle: (merged: ReadonlyMap<number, Heard>, written: ReadonlySet<number>): void => {
      if (pending.size + merged.size > limit) pending.clear()
      for (const [serial, heard] of merged) {
        if (written.has(serial)) pending.delete(serial)
        else pending.set(serial, heard)
      }
    },
    takeAll: (): ReadonlyMap<number, Heard> => {
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
    !known.isStored || isOld || isFirstData || heard.duplicateAtMs !== undefined || isNews(known.facts, heard.facts)
  )
}
