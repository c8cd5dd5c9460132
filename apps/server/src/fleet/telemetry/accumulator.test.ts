import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import {
  addLast,
  addMean,
  addShare,
  addStep,
  emptyAccumulator,
  mergeInto,
  OTHER_STATE,
  readAccumulator,
  SUM_UNIT,
  WIDTH,
  writeAccumulator,
} from './accumulator.ts'
import { byteReader, byteWriter, writeNumber, writeSigned, writeVarint } from './bytes.ts'
import { layoutOf } from './layout.ts'

const ids: readonly QuantityId[] = ['acPowerW', 'generationTotalWh', 'generationTodayWh', 'inverterState']
const layout = layoutOf(ids)
const BASE = Date.parse('2026-05-01T10:00:00Z')

const plain = { n: 1, energy: 0, refused: 0, quarantined: 0, resets: 0, hourEstimated: 0, dayEstimated: 0, reported: 0 }
const step = { ...plain, energy: 12_345 }
const spike = { ...plain, refused: 9_000_000, quarantined: 1 }
const estimated = { ...plain, energy: 700, hourEstimated: 700, dayEstimated: 300, reported: 100 }

function filled() {
  const acc = emptyAccumulator(4)
  for (const value of [230.1, -5.25, 1e9]) addMean(acc, 0, value)
  addStep(acc, 1, step, 1)
  addStep(acc, 1, spike, 1)
  addLast(acc, 2, BASE + 5_000, 700)
  addLast(acc, 2, BASE + 1_000, 600)
  addShare(acc, 3, 2, 60_000)
  addShare(acc, 3, 7, 120_000)
  return acc
}

const through = (acc: ReturnType<typeof emptyAccumulator>, columns = 4) => {
  const w = byteWriter(8)
  writeAccumulator(w, acc, layout, BASE)
  return readAccumulator(byteReader(w.bytes.subarray(0, w.length)), layout, BASE, columns)
}

describe('accumulator', () => {
  it('keeps mean, steps, newest value and time per state', () => {
    const { numbers, shares } = filled()
    expect([...numbers.subarray(0, 4)]).toEqual([3, (230.1 - 5.25 + 1e9) * SUM_UNIT, -5.25, 1e9])
    expect([...numbers.subarray(WIDTH, 2 * WIDTH)]).toEqual([2, 12_345, 9_000_000, 1, 0, 0, 0, 0])
    expect([...numbers.subarray(2 * WIDTH, 2 * WIDTH + 3)]).toEqual([2, BASE + 5_000, 700])
    expect(shares[3]).toEqual(
      new Map([
        [2, 60_000],
        [7, 120_000],
      ]),
    )
  })

  it('is unchanged after writing and reading', () => {
    expect(through(filled())).toEqual(filled())
    expect(through(emptyAccumulator(4))).toEqual(emptyAccumulator(4))
  })

  it('keeps estimated energy and subtracts it again', () => {
    const acc = filled()
    addStep(acc, 1, estimated, 1)
    expect([...through(acc).numbers.subarray(WIDTH, 2 * WIDTH)]).toEqual([3, 13_045, 9_000_000, 1, 0, 700, 300, 100])
    addStep(acc, 1, estimated, -1)
    expect(acc).toEqual(filled())
  })

  it('reads data written before energy could be estimated', () => {
    const w = byteWriter(8)
    // Two columns: a mean of one reading, then three steps, one of them refused, and a reset.
    writeVarint(w, 2)
    writeVarint(w, 2)
    writeSigned(w, 50_000)
    writeNumber(w, 5)
    writeNumber(w, 5)
    writeVarint(w, 7)
    for (const number of [12_345, 9_000_000, 1, 2]) writeSigned(w, number)
    const { numbers } = readAccumulator(byteReader(w.bytes.subarray(0, w.length)), layout, BASE, 2)
    expect([...numbers]).toEqual([1, 50_000, 5, 5, 0, 0, 0, 0, 3, 12_345, 9_000_000, 1, 2, 0, 0, 0])
  })

  it('has room for columns added later', () => {
    const short = emptyAccumulator(2)
    addMean(short, 0, 3)
    const { numbers } = through(short)
    expect(numbers.length).toBe(4 * WIDTH)
    expect(numbers[1]).toBe(3 * SUM_UNIT)
  })

  it('merges parts, and a step can be subtracted again', () => {
    const whole = emptyAccumulator(4)
    const part = emptyAccumulator(4)
    for (const value of [230.1, -5.25]) addMean(part, 0, value)
    addStep(part, 1, step, 1)
    addLast(part, 2, BASE + 1_000, 600)
    addShare(part, 3, 2, 60_000)
    mergeInto(whole, part, layout)
    const more = emptyAccumulator(4)
    addMean(more, 0, 1e9)
    addStep(more, 1, spike, 1)
    addStep(more, 1, step, 1)
    addStep(more, 1, step, -1)
    addLast(more, 2, BASE + 5_000, 700)
    addShare(more, 3, 7, 120_000)
    mergeInto(whole, more, layout)
    expect(whole).toEqual(filled())
  })

  it('counts the states beyond the 63rd as one', () => {
    const acc = emptyAccumulator(4)
    for (let state = 0; state < 200; state++) addShare(acc, 3, state, 1000)
    const shares = through(acc).shares[3]
    expect(shares?.size).toBe(64)
    expect(shares?.get(OTHER_STATE)).toBe(137_000)
    expect([...(shares?.values() ?? [])].reduce((a, b) => a + b)).toBe(200_000)
  })
})
