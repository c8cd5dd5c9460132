import type { Clock } from '../clock.ts'

export type HandClock = Clock & Readonly<{ turn: (ms: number) => Promise<void>; waiting: () => number }>

/** A clock that a test turns: what is due runs in its order, and what it starts is waited for. */
export function createHandClock(startMs = Date.parse('2026-06-15T10:00:00Z')): HandClock {
  let nowMs = startMs
  let order = 0
  const timers = new Map<number, Readonly<{ atMs: number; run: () => void }>>()
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await Promise.resolve()
  }
  return {
    now: () => nowMs,
    after: (ms, run) => {
      const id = ++order
      timers.set(id, { atMs: nowMs + Math.max(0, ms), run })
      return () => void timers.delete(id)
    },
    waiting: () => timers.size,
    turn: async (ms) => {
      const untilMs = nowMs + ms
      await settle()
      for (;;) {
        const due = [...timers]
          .filter(([, { atMs }]) => atMs <= untilMs)
          .sort(([a, x], [b, y]) => x.atMs - y.atMs || a - b)
        const [next] = due
        if (next === undefined) break
        const [id, { atMs, run }] = next
        timers.delete(id)
        nowMs = Math.max(nowMs, atMs)
        run()
        await settle()
      }
      nowMs = untilMs
    },
  }
}
