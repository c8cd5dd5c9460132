import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** Counts failures per key within a sliding window, in the memory of this node, at most `maxKeys` of them. */
export type Lockout = Readonly<{
  /** Whole minutes until the key is free again, or 0. @param failures that lock it, where not the rule's */
  minutesLeft: (key: string, nowMs: number, failures?: number) => number
  /** Failures within the window, as many as are counted at most. */
  failures: (key: string, nowMs: number) => number
  addFailure: (key: string, nowMs: number) => void
  /** Takes the last failure back. */
  withdraw: (key: string) => void
  forget: (key: string) => void
  size: () => number
}>

export function createLockout(rule: Readonly<{ failures: number; windowMs: number; maxKeys: number }>): Lockout {
  const failuresOf = new Map<string, readonly number[]>()

  const recent = (key: string, nowMs: number): readonly number[] =>
    (failuresOf.get(key) ?? []).filter((atMs) => nowMs - atMs < rule.windowMs)

  return {
    minutesLeft: (key, nowMs, failures = rule.failures) => {
      const times = recent(key, nowMs)
      const first = times[times.length - failures]
      return first === undefined ? 0 : Math.max(1, Math.ceil((first + rule.windowMs - nowMs) / MINUTE_MS))
    },
    failures: (key, nowMs) => recent(key, nowMs).length,
    addFailure: (key, nowMs) => {
      const times = [...recent(key, nowMs), nowMs].slice(-rule.failures)
      // Deleted and set again: the map stays ordered by the last failure, so the oldest entry can be dropped first.
      failuresOf.delete(key)
      failuresOf.set(key, times)
      for (const oldest of failuresOf.keys()) {
        if (failuresOf.size <= rule.maxKeys) break
        failuresOf.delete(oldest)
      }
    },
    withdraw: (key) => {
      const times = failuresOf.get(key)?.slice(0, -1) ?? []
      if (times.length === 0) failuresOf.delete(key)
      else failuresOf.set(key, times)
    },
    forget: (key) => {
      failuresOf.delete(key)
    },
    size: () => failuresOf.size,
  }
}
