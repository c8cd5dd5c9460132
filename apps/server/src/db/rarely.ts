import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** What goes wrong again and again is told once in this time. */
const quietMs = 5 * MINUTE_MS
const mostKeys = 1_000

export type Rarely = Readonly<{
  /** @returns how often `key` was kept quiet since it was told last, or undefined when it is not to be told now */
  tell: (key: string) => number | undefined
  /** @returns whether `key` was told and is over now; what comes and goes is told no more often for that */
  end: (key: string) => boolean
}>

/** Decides which of many equal lines is written to the log. @param now milliseconds */
export function createRarely(now: () => number, everyMs = quietMs): Rarely {
  const told = new Map<string, { atMs: number; since: number; isOver: boolean }>()
  return {
    tell: (key) => {
      const before = told.get(key)
      if (before !== undefined && now() - before.atMs < everyMs) {
        before.since += 1
        return undefined
      }
      if (told.size >= mostKeys) told.clear()
      told.set(key, { atMs: now(), since: 0, isOver: false })
      return before?.since ?? 0
    },
    end: (key) => {
      const before = told.get(key)
      if (before === undefined || before.isOver) return false
      before.isOver = true
      return true
    },
  }
}
