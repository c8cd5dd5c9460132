import { dayBounds } from '@heliograph/domain/time.ts'
import { describe, expect, it } from 'vitest'
import type { DayCurveFigures, PowerSlot } from '../../../api/plant-figures.ts'
import {
  comparisonShiftMs,
  coverageOf,
  offered,
  offeredGroups,
  pointsOf,
  readSelection,
  writeSelection,
} from './day-series.ts'

const all = { grid: true, load: true, battery: true, generator: true, ups: true }
const none = { grid: false, load: false, battery: false, generator: false, ups: false }
const ZONE = 'Europe/Berlin'
const { fromMs } = dayBounds('2026-09-12', ZONE)
const HOUR_MS = 3_600_000

const record = (minutes: number, pvW: number | null, more: Partial<PowerSlot> = {}): PowerSlot => ({
  atMs: fromMs + minutes * 60_000,
  pvW,
  loadW: null,
  gridW: null,
  importW: null,
  exportW: null,
  batteryW: null,
  chargeW: null,
  dischargeW: null,
  socPercent: null,
  generatorW: null,
  upsW: null,
  coverage: 1,
  estimated: false,
  ...more,
})
const day = (more: Partial<DayCurveFigures>): DayCurveFigures =>
  ({
    date: '2026-09-12',
    zone: ZONE,
    intervalS: 300,
    sunriseMs: fromMs + 6 * HOUR_MS,
    sunsetMs: fromMs + 20 * HOUR_MS,
    slots: [],
    clearSky: [],
    gaps: [],
    ...more,
  }) as unknown as DayCurveFigures

describe('the picker', () => {
  it('offers what the plant has and starts with the usual three', () => {
    expect(offered(none).map(({ id }) => id)).toEqual(['pv'])
    expect(offered(all)).toHaveLength(11)
    const groups = offeredGroups(all)
    expect(groups.map(({ group }) => group)).toEqual(['power', 'battery', 'grid'])
    expect(groups.flatMap(({ definitions }) => definitions)).toHaveLength(11)
    expect(offeredGroups(none).map(({ group }) => group)).toEqual(['power'])
    expect([...readSelection(null, all)]).toEqual(['pv', 'load', 'soc'])
    expect([...readSelection(null, none)]).toEqual(['pv'])
  })

  it('keeps a choice in the URL, and only a choice', () => {
    expect(writeSelection(new Set(['pv', 'load', 'soc']), all)).toBeNull()
    expect(writeSelection(new Set(['grid', 'pv']), all)).toBe('pv.grid')
    expect([...readSelection('pv.grid.nonsense', all)]).toEqual(['pv', 'grid'])
    expect(writeSelection(new Set(), all)).toBe('none')
    expect(readSelection('none', all).size).toBe(0)
    // A link of a hybrid plant does not select what another plant lacks.
    expect([...readSelection('pv.soc', none)]).toEqual(['pv'])
  })
})

describe('pointsOf', () => {
  it('keeps gaps as gaps and marks estimated values', () => {
    const points = pointsOf(
      day({ slots: [record(0, 1), record(5, null), record(10, 3, { estimated: true }), record(60, 4)] }),
      'pv',
    )
    expect(points.map(({ value }) => value)).toEqual([1, null, 3, null, 4])
    expect(points[2]?.estimated).toBe(true)
  })
})

it('hides consumption of silent slots, but shows zero production at night', () => {
  const silent = day({ slots: [record(0, 0, { loadW: 0, coverage: 0 })] })
  expect(pointsOf(silent, 'pv')[0]?.value).toBe(0)
  expect(pointsOf(silent, 'load')[0]?.value).toBeNull()
})

it('aligns noon with noon, also across a clock change', () => {
  const noon = (date: string) => dayBounds(date, ZONE).toMs - 12 * 3_600_000
  for (const [ghost, shown] of [
    ['2026-09-11', '2026-09-12'],
    ['2026-03-28', '2026-03-29'],
    ['2026-03-29', '2026-03-30'],
    ['2026-10-25', '2026-10-26'],
  ] as const)
    expect(noon(ghost) + comparisonShiftMs(dayBounds(ghost, ZONE), dayBounds(shown, ZONE))).toBe(noon(shown))
})

it('says how complete the day is so far', () => {
  const noonMs = fromMs + 12 * 3_600_000
  expect(coverageOf(day({}), noonMs)).toBe(1)
  expect(coverageOf(day({ gaps: [{ fromMs: fromMs + 6 * HOUR_MS, toMs: fromMs + 9 * HOUR_MS }] }), noonMs)).toBe(0.75)
  // Future slots are no gap.
  expect(coverageOf(day({ gaps: [{ fromMs: fromMs + 12 * HOUR_MS, toMs: fromMs + 24 * HOUR_MS }] }), noonMs)).toBe(1)
  expect(coverageOf(day({}), fromMs + 60_000)).toBeNull()
})
