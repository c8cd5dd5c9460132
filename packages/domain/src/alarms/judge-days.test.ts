import { describe, expect, it } from 'vitest'
import type { Loss } from '../performance/losses.ts'
import { type DayFacts, judgeDays } from './judge-days.ts'

const loss = (kind: Loss['kind'], energyWh: number, inverters: readonly number[] = []): Loss => ({
  kind,
  energyWh,
  inverters,
  confidence: 'high',
  fromMs: null,
  toMs: null,
})
const dayOf = (number: number, share: number, more: Partial<DayFacts> = {}): DayFacts => ({
  day: `2026-06-${String(number).padStart(2, '0')}`,
  potentialWh: 50_000,
  producedWh: 50_000 * share,
  isJudged: true,
  capacityWp: 10_000,
  clockShiftMs: 0,
  losses: [],
  inverters: [1, 2].map((id) => ({ id, capacityWp: 5_000, producedWh: 1, potentialWh: 1 })),
  ...more,
})
const run = (days: readonly DayFacts[]) => judgeDays(days, 'UTC', (id) => id === 2)
const rulesOf = (days: readonly DayFacts[]) => run(days).map(({ rule, deviceId }) => [rule, deviceId])

describe('rules on judged days', () => {
  it('find three sunny days below three quarters, since the first', () => {
    const days = [dayOf(1, 0.9), dayOf(2, 0.6), dayOf(3, 0.6), dayOf(5, 0.6)]
    expect(run(days)).toMatchObject([{ rule: 'underPerformance', sinceMs: Date.parse('2026-06-02T00:00Z') }])
    expect(run(days.slice(0, 3))).toEqual([])
    expect(run(days.toReversed())).toEqual(run(days))
    expect(run([...days, dayOf(6, 0.9)])).toEqual([])
  })

  it('expect less where only a clear sky is known, which bounds from above', () => {
    const days = [1, 2, 3].map((number) => dayOf(number, 0.72, { isBound: true }))
    expect(run(days)).toEqual([])
    expect(rulesOf(days.map((day) => ({ ...day, producedWh: 30_000 })))).toEqual([['underPerformance', null]])
  })

  it('compare siblings under any sky', () => {
    const more = { isJudged: false, losses: [loss('part-outage', 4_000, [1])] }
    expect(rulesOf([1, 2, 3].map((number) => dayOf(number, 0.3, more)))).toEqual([['weakSibling', 1]])
  })

  it('leave dark, unknown and explained days out', () => {
    const dark = [2, 3, 4].map((number) => dayOf(number, 0.4, { potentialWh: 20_000, producedWh: 8_000 }))
    const unjudged = [2, 3, 4].map((number) => dayOf(number, 0.4, { isJudged: false }))
    const limited = [2, 3, 4].map((number) => dayOf(number, 0.6, { losses: [loss('curtailment', 15_000)] }))
    for (const days of [dark, unjudged, limited]) expect(run(days)).toEqual([])
  })

  it('tell dirt, snow, clipping, a wrong clock and weak siblings apart', () => {
    const all = (more: Partial<DayFacts>) => [1, 2, 3, 4, 5].map((number) => dayOf(number, 0.9, more))
    expect(rulesOf(all({ losses: [loss('soiling', 4_000)] }))).toEqual([['soiling', null]])
    expect(rulesOf(all({ clockShiftMs: 3_600_000 }))).toEqual([['clockShift', null]])
    expect(rulesOf(all({ losses: [loss('part-outage', 4_000, [1])] }))).toEqual([['weakSibling', 1]])
    expect(rulesOf(all({ losses: [loss('part-outage', 4_000, [2])] }))).toEqual([['microDead', 2]])
    expect(rulesOf([dayOf(1, 0.1, { losses: [loss('snow', 40_000)] })])).toEqual([['snow', null]])
  })

  it('tell of a counter that parts from the power for four days', () => {
    const all = (producedWh: number, readWh: number | undefined, days = 4) =>
      Array.from({ length: days }, (_, i) =>
        dayOf(i + 1, 0.9, {
          inverters: [{ id: 1, capacityWp: 5_000, producedWh, potentialWh: 25_000, ...(readWh && { readWh }) }],
        }),
      )
    expect(rulesOf(all(24_000, 20_000))).toEqual([['counterDrift', 1]])
    expect(run(all(16_000, 20_000))[0]?.parameters).toEqual({ partedPercent: -20 })
    expect(run(all(24_000, 20_000, 3))).toEqual([])
    // A coarse counter, a small difference, no readings, and readings of nothing.
    for (const [made, read] of [
      [4_000, 3_000],
      [21_500, 20_000],
      [24_000, undefined],
      [24_000, 5_500],
    ] as const)
      expect(run(all(made, read))).toEqual([])
  })

  it('tell of a limit below what the nameplate explains, at its inverter', () => {
    const held = { ...loss('clipping', 2_500, [1]), heldW: 3_000 }
    const half = [1, 2].map((id) => ({ id, capacityWp: 5_000, producedWh: 1, potentialWh: 25_000 }))
    const all = (more: Partial<DayFacts>) =>
      [1, 2, 3, 4, 5].map((number) => dayOf(number, 0.9, { inverters: half, ...more }))
    const days = all({ losses: [held] })
    expect(rulesOf(days)).toEqual([['clipping', 1]])
    expect(run(days)[0]?.parameters).toEqual({ lostPercent: 10, limitW: 3_000 })
    // A choice of the design is no alarm, whatever it costs, and neither is the limit that the owner entered.
    expect(rulesOf(all({ losses: [loss('clipping', 12_000, [1])] }))).toEqual([])
    expect(judgeDays(days, 'UTC', () => false, 3_100)).toEqual([])
    // Grey days show no limit, a sunny one without it ends it.
    const grey = { potentialWh: 20_000, producedWh: 15_000, inverters: half }
    expect(rulesOf([...days, dayOf(6, 0.9, grey)])).toEqual([['clipping', 1]])
    expect(rulesOf([...days, dayOf(6, 0.9, { inverters: half })])).toEqual([])
  })

  it('believe production in the dark under any sky, since its first day', () => {
    const days = [
      dayOf(1, 0.9),
      dayOf(2, 0.2, { isJudged: false, clockShiftMs: 2_700_000 }),
      dayOf(3, 0.2, { isJudged: false }),
      dayOf(4, 0.2, { isJudged: false, clockShiftMs: 2_700_000 }),
      dayOf(5, 0.9, { clockShiftMs: 3_600_000 }),
    ]
    expect(run(days)).toMatchObject([{ rule: 'clockShift', sinceMs: Date.parse('2026-06-02T00:00Z') }])
    expect(run([...days, dayOf(6, 0.9)])).toEqual([])
  })
})
