import { describe, expect, it } from 'vitest'
import { advance, bad, good, ordinaryGrace, type Watch } from './watch.ts'

/** Seconds at which changes are found, when a rule is bad from 0 to `badS` and good from then on. */
function run(stepS: number, badS: number, jitterS = 0): Readonly<Record<string, number>> {
  let watch: Watch | undefined
  const found: Record<string, number> = {}
  for (let s = 0, n = 0; s <= 1_800; s += stepS, n += 1) {
    const atMs = (s + (n % 2) * jitterS) * 1000
    const step = advance(ordinaryGrace, watch, s < badS ? bad() : good, atMs, 3 * stepS * 1000)
    watch = step.watch
    const kind = step.change?.kind
    if (kind === 'open' || kind === 'close') found[kind] ??= atMs / 1000
  }
  return found
}

describe('an alarm of three records', () => {
  it.each([10, 20])('is none of a fault of a minute, measured every %i s', (stepS) =>
    expect(run(stepS, 60)).toEqual({}),
  )
  it('opens after two minutes of records every ten seconds', () => expect(run(10, 300)).toMatchObject({ open: 100 }))
  it('opens with the third record of a minute each, whatever their jitter', () =>
    expect([run(60, 600).open, run(60, 600, -5).open]).toEqual([120, 120]))
  it('opens with the third record of five minutes each', () => expect(run(300, 1_500)).toMatchObject({ open: 600 }))
})
