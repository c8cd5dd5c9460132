import { expect, it } from 'vitest'
import { watchClock } from './clock-state.ts'

it('says when no node runs the clock, once in the log, and when one does again', () => {
  const times = { now: 0, ago: undefined as number | undefined }
  const lines: unknown[] = []
  const log = {
    error: (...options: unknown[]) => lines.push(options),
    info: (...options: unknown[]) => lines.push(options),
  }
  const state = watchClock({
    ranAgoMs: () => times.ago,
    log: log as never,
    now: () => times.now,
    monotonicMs: () => times.now,
  })
  // A server that has just started is not late, whenever the clock ran before it.
  times.ago = 3_600_000
  expect(state()).toEqual({ ranSecondsAgo: 3_600, isLate: false })
  times.now = 30_001
  expect(state()).toEqual({ ranSecondsAgo: 3_600, isLate: true })
  state()
  times.ago = 900
  expect(state()).toEqual({ ranSecondsAgo: 1, isLate: false })
  expect(lines).toEqual([
    [{ ranSecondsAgo: 3_600 }, expect.stringMatching(/no node runs the clock/)],
    [expect.stringMatching(/again/)],
  ])
})

it('is late where no run was ever heard of', () => {
  let nowMs = 0
  const log = { error: () => {}, info: () => {} } as never
  const state = watchClock({ ranAgoMs: () => undefined, log, now: () => nowMs, monotonicMs: () => nowMs })
  expect(state()).toEqual({ ranSecondsAgo: null, isLate: false })
  nowMs = 31_000
  expect(state()).toEqual({ ranSecondsAgo: null, isLate: true })
})
