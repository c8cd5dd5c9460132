import type { QuantityId } from '@heliograph/domain/quantities.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLast, addMean, addShare, addStep, emptyAccumulator } from './accumulator.ts'
import { decodeHours, encodeHours, type Hour, hoursOfBlock } from './hours-block.ts'
import { layoutOf } from './layout.ts'

const ids: readonly QuantityId[] = ['acPowerW', 'generationTotalWh', 'generationTodayWh', 'inverterState']
const layout = layoutOf(ids)
const START = Date.parse('2026-05-01T00:00:00Z')
const HOUR = 3_600_000

const value = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 10),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((n) => n + 0),
)
const units = fc.integer({ min: -(2 ** 45), max: 2 ** 45 })
const step = fc.record({
  n: fc.integer({ min: 1, max: 3 }),
  energy: units,
  refused: fc.oneof(fc.constant(0), units),
  quarantined: fc.integer({ min: -1, max: 3 }),
  resets: fc.integer({ min: 0, max: 1 }),
  hourEstimated: fc.oneof(fc.constant(0), units),
  dayEstimated: fc.oneof(fc.constant(0), units),
  reported: fc.oneof(fc.constant(0), units),
})
const told = fc.record({
  gap: fc.integer({ min: 1, max: 30 }),
  powers: fc.array(value, { maxLength: 4 }),
  steps: fc.array(step, { maxLength: 2 }),
  last: fc.option(fc.tuple(fc.integer({ min: 0, max: HOUR - 1 }), value)),
  states: fc.array(fc.tuple(fc.integer({ min: -1, max: 70_000 }), fc.integer({ min: 1, max: HOUR })), { maxLength: 3 }),
})

function toHours(all: readonly (typeof told extends fc.Arbitrary<infer T> ? T : never)[]): Hour[] {
  let startMs = START
  return all.map(({ gap, powers, steps, last, states }) => {
    // Zones differ by half hours and quarters.
    startMs += gap * (HOUR / 4)
    const acc = emptyAccumulator(4)
    for (const power of powers) addMean(acc, 0, power)
    for (const one of steps) addStep(acc, 1, one, 1)
    if (last) addLast(acc, 2, startMs + last[0], last[1])
    for (const [state, ms] of states) addShare(acc, 3, state, ms)
    return { startMs, acc }
  })
}

describe('a sealed month of hours', () => {
  it('returns every hour exactly', () => {
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 40 }), (all) => {
        const hours = toHours(all)
        expect(hoursOfBlock(encodeHours(hours, layout), layout)).toEqual(hours)
      }),
      { numRuns: 300 },
    )
  })

  it('returns every hour exactly without what the samples of the month say', () => {
    const sample = fc.record({
      afterMs: fc.integer({ min: 1, max: HOUR }),
      power: fc.option(value),
      today: fc.option(value),
    })
    fc.assert(
      fc.property(
        fc.array(told, { minLength: 1, maxLength: 40 }),
        fc.array(sample, { maxLength: 200 }),
        fc.nat({ max: 10 }),
        (all, list, quiet) => {
          // Quiet hours hold what the samples say; others something else, or nothing.
          const hours = toHours(all.map((one, i) => (i % 11 < quiet ? { ...one, powers: [], last: null } : one)))
          let atMs = START
          const samples = list.map(({ afterMs, power, today }) => {
            atMs += afterMs
            return { atMs, power, today }
          })
          const columnOf = (pick: (one: (typeof samples)[number]) => number | null) =>
            Float64Array.from(samples, (one) => pick(one) ?? Number.NaN)
          const columns = [columnOf(({ power }) => power), undefined, columnOf(({ today }) => today)]
          for (const [i, { startMs, acc }] of hours.entries()) {
            const endMs = Math.min(startMs + HOUR, hours[i + 1]?.startMs ?? Infinity)
            if (i % 11 >= quiet) continue
            for (const one of samples.filter((item) => item.atMs >= startMs && item.atMs < endMs)) {
              if (one.power !== null) addMean(acc, 0, one.power)
              if (one.today !== null) addLast(acc, 2, one.atMs, one.today)
            }
          }
          const month = { atMs: samples.map((one) => one.atMs), valuesOf: (column: number) => columns[column] }
          const block = encodeHours(hours, layout, month)
          expect(hoursOfBlock(block, layout, month)).toEqual(hours)
          expect(hoursOfBlock(encodeHours(hours, layout), layout)).toEqual(hours)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reads what the version before wrote', () => {
    // Three hours of a power and a counter, as version 1 wrote them.
    const block = Buffer.from('AWNmaViwrndP+v+n3zr3pDPwCDEwMDIysjAyysmJMIgwMDEyMXDxMSABAA==', 'base64')
    expect(hoursOfBlock(block, layout).map(({ startMs, acc }) => [startMs, ...acc.numbers.subarray(0, 10)])).toEqual([
      [START, 2, 40_000, 1.5, 2.5, 0, 0, 0, 0, 1, 5],
      [START + HOUR, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7],
      [START + 2 * HOUR, 1, 30_000, 3, 3, 0, 0, 0, 0, 0, 0],
    ])
  })

  it('fills selected columns of one accumulator again and again', () => {
    const one = {
      n: 1,
      energy: 5,
      refused: 0,
      quarantined: 0,
      resets: 0,
      hourEstimated: 0,
      dayEstimated: 0,
      reported: 0,
    }
    const common = { gap: 4, last: null, states: [[2, 60_000]] as [number, number][] }
    const hours = toHours([
      { ...common, powers: [1.5, 2.5], steps: [one] },
      { ...common, powers: [], steps: [one], states: [] },
    ])
    const read = decodeHours(encodeHours(hours, layout), layout, [0, 2, 3])
    const acc = emptyAccumulator(4)
    read.fill(0, acc)
    expect([...acc.numbers.subarray(0, 4)]).toEqual([2, 40_000, 1.5, 2.5])
    expect(acc.shares[3]).toEqual(new Map([[2, 60_000]]))
    read.fill(1, acc)
    expect([...acc.numbers]).toEqual(Array.from({ length: 32 }, () => 0))
    expect(acc.shares[3]).toBeUndefined()
  })

  it('of another version is refused', () => {
    const block = encodeHours(toHours([{ gap: 1, powers: [1], steps: [], last: null, states: [] }]), layout)
    block[0] = 9
    expect(() => decodeHours(block, layout, 'all')).toThrow('version 9')
  })
})
