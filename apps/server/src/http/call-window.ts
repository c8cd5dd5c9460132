import { Refusal } from '@heliograph/domain/errors.ts'

/** Counts a person's calls in windows of some seconds, in the memory of this node. */
export type CallWindow = Readonly<{
  /** @throws Refusal TOO_MANY_REQUESTS with the seconds to wait */
  count: (userId: number, nowMs: number) => void
}>

const MOST_KEPT = 10_000

export function createCallWindow({ most, windowMs }: Readonly<{ most: number; windowMs: number }>): CallWindow {
  const windows = new Map<number, { sinceMs: number; calls: number }>()
  return {
    count: (userId, nowMs) => {
      const known = windows.get(userId)
      const isOver = known === undefined || nowMs < known.sinceMs || nowMs - known.sinceMs >= windowMs
      const window = isOver ? { sinceMs: nowMs, calls: 0 } : known
      if (window.calls >= most)
        throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil((window.sinceMs + windowMs - nowMs) / 1000) })
      window.calls += 1
      // Set again: the map stays ordered by the start of the windows.
      if (isOver) {
        windows.delete(userId)
        windows.set(userId, window)
      }
      for (const oldest of windows.keys()) {
        if (windows.size <= MOST_KEPT) break
        windows.delete(oldest)
      }
    },
  }
}
