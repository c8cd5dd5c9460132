import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** A repeated problem is reported once within this time. */
const QUIET_MS = 5 * MINUTE_MS
const MOST_KEYS = 1_000

export type Rarely = Readonly<{
  /** @returns how often `key` was suppressed since its last report, or undefined when it must not be reported now */
  tell: (key: string) => number | undefined
  /** @returns whether `key` was reported and has ended; a problem that comes and goes is not reported more often */
  end: (key: string) => boolean
}>

/** Decides which of many equal lines is written to the log. @param now milliseconds */
export function createRarely(now: () => number, everyMs = QUIET_MS): Rarely {
  const logged = new Map<string, { atMs: number; since: number; isOver: boolean }>()
  return {
    tell: (key) => {
      const before = logged.get(key)
      if (before !== undefined && now() - before.atMs < everyMs) {
        before.since += 1
        return undefined
      }
      if (logged.size >= MOST_KEYS) logged.clear()
      logged.set(key, { atMs: now(), since: 0, isOver: false })
      return before?.since ?? 0
    },
    end: (key) => {
      const before = logged.get(key)
      if (before === undefined || before.isOver) return false
      before.isOver = true
      return true
    },
  }
}
