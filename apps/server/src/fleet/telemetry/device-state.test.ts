import { emptyMeter } from '@heliograph/domain/meter.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { addMean, WIDTH } from './accumulator.ts'
import { columnsOfLast, decodeLast, decodeState, emptyState, encodeLast, encodeOpen } from './device-state.ts'
import { layoutOf } from './layout.ts'

const ids: readonly QuantityId[] = ['acPowerW', 'generationTotalWh', 'generationTodayWh']
const layout = layoutOf(ids)
const AT = Date.parse('2026-05-01T10:20:00.250Z')

function state() {
  const s = emptyState(3)
  s.atMs = AT
  s.value.set([12.5, 1_234_500, 700])
  s.valueAtMs.set([AT, AT - 300_000, AT])
  s.firstAtMs[1] = AT - 86_400_000
  s.stored = 300
  s.meters[1] = {
    ...emptyMeter(),
    total: 1_234_500,
    totalAtMs: AT - 300_000,
    today: 700,
    emittedAtMs: AT,
    dayStartMs: AT,
  }
  s.hourStartMs = Date.parse('2026-05-01T10:00:00Z')
  s.dayStartMs = Date.parse('2026-04-30T22:00:00Z')
  addMean(s.hour, 0, 12.5)
  addMean(s.day, 0, 7)
  return s
}

describe('the state that append keeps', () => {
  it('is read back unchanged', () => {
    const s = state()
    expect(decodeState(encodeLast(s), encodeOpen(s, layout), layout)).toEqual(s)
  })

  it('gives the newest values without decoding the rest', () => {
    const last = encodeLast(state())
    expect(columnsOfLast(last)).toBe(3)
    expect([...decodeLast(last).value]).toEqual([12.5, 1_234_500, 700])
  })

  it('has room for a quantity added later', () => {
    const s = state()
    const longer = layoutOf([...layout.ids, 'gridPowerW'])
    const again = decodeState(encodeLast(s), encodeOpen(s, layout), longer)
    expect([...again.value]).toEqual([12.5, 1_234_500, 700, Number.NaN])
    expect(again.hour.numbers.length).toBe(4 * WIDTH)
  })

  it('refuses an unknown version', () => {
    expect(() => decodeLast(Uint8Array.of(9, 0, 0))).toThrow(/version 9/)
  })
})
