import { expect, it } from 'vitest'
import { createCadence } from './cadence.ts'

const run = (gapsMs: readonly number[], options = { firstMs: 60_000, leastMs: 60_000 }): number => {
  const cadence = createCadence(options)
  let atMs = 0
  cadence.note('a', atMs)
  for (const gapMs of gapsMs) {
    atMs += gapMs
    cadence.note('a', atMs)
  }
  return cadence.intervalMs()
}

it.each([
  ['three records', [600_000, 600_000], 60_000],
  ['a plug that sends every ten minutes', [600_000, 590_000, 610_000, 600_000], 600_000],
  ['steps with jitter', [59_000, 61_500, 60_200, 58_000, 62_000], 60_000],
  ['a night between two days', [60_000, 60_000, 60_000, 36_000_000, 60_000], 60_000],
  ['changes of a state between the records', [60_000, 60_000, 2_000, 58_000, 60_000], 60_000],
])('%s', (_, gapsMs, expected) => expect(run(gapsMs)).toBe(expected))

it('is that of the slowest device, and forgets what it was', () => {
  const cadence = createCadence({ firstMs: 600_000, leastMs: 10_000 })
  for (let n = 0; n < 20; n += 1) {
    cadence.note('fast', n * 10_000)
    if (n % 3 === 0) cadence.note('slow', n * 10_000)
  }
  expect(cadence.intervalMs()).toBe(30_000)
})
