import { describe, expect, it } from 'vitest'
import type { Energies } from '../../../api/plant-figures.ts'
import { ownShare, type TileFacts, tilesOf } from './tiles.ts'

const energies = {
  pvWh: 18640,
  loadWh: 9710,
  exportWh: 5020,
  importWh: 1360,
  chargeWh: 5230,
  dischargeWh: 2100,
  generatorWh: 400,
  byPower: [] as Energies['byPower'],
  loadFromPvWh: 300,
  loadFromBatteryWh: 600,
  specificYieldH: 1.9,
} as Energies
const all = { grid: true, load: true, battery: true, generator: true, ups: false }
const none = { grid: false, load: false, battery: false, generator: false, ups: false }
const facts: TileFacts = {
  view: 'day',
  energies,
  sky: {
    clearSkyWh: 40000,
    comparison: { with: 'week', from: '2026-11-14', to: '2026-11-20', days: 5, pvWh: 70000, clearSkyWh: 140000 },
  },
  best: { of: 'day', powerW: 4200, atMs: 7 },
  isOpen: false,
  parts: none,
  socPercent: null,
  yesterdayH: null,
  names: { time: (atMs) => `time ${atMs}`, part: (key) => `part ${key}`, before: 'Oct 2026' },
}
const ids = (parts: typeof all) => tilesOf({ ...facts, parts }).map(({ id }) => id)
const find = (options: Partial<TileFacts>, id: string) =>
  tilesOf({ ...facts, ...options }).find((tile) => tile.id === id)

describe('tilesOf', () => {
  it('marks what was integrated from a power, the purchase below the feed-in too', () => {
    const marked = { ...energies, byPower: ['import'] } as Energies
    expect(tilesOf({ ...facts, energies: marked, parts: all }).map(({ isEstimated = false }) => isEstimated)).toEqual([
      ...[false, true, false, false],
    ])
  })

  it('has four figures for any plant, the flows that it measures first', () => {
    expect(ids(all)).toEqual(['used', 'fedIn', 'charged', 'generator'])
    expect(ids({ ...all, generator: false })).toEqual(['used', 'fedIn', 'charged', 'hours'])
    expect(ids({ ...all, grid: false, generator: false })).toEqual(['used', 'charged', 'hours', 'best'])
    expect(ids(none)).toEqual(['hours', 'best', 'clear', 'before'])
  })

  it('has the state of charge and yesterday only beside today', () => {
    expect(find({ parts: all }, 'charged')?.note?.key).toBe('plant-period.charged.note')
    expect(find({ parts: all, socPercent: 62 }, 'charged')?.note?.amounts.soc).toEqual({ as: 'percent', value: 62 })
    expect(find({}, 'hours')?.note).toBeUndefined()
    expect(find({ yesterdayH: 3.2 }, 'hours')?.note?.amounts.hours).toEqual({ as: 'hours', value: 3.2 })
  })

  it('leaves open what the answer of the period will say, and nothing else', () => {
    const open = tilesOf({ ...facts, sky: undefined, best: undefined, isOpen: true })
    expect(open.map(({ id, isOpen = false }) => [id, isOpen])).toEqual([
      ['hours', false],
      ['best', true],
      ['clear', true],
      ['before', true],
    ])
  })

  it('says when the best was: the time of a power, the name of a day, month or year', () => {
    expect(find({}, 'best')).toMatchObject({ amount: { as: 'power', value: 4200 } })
    expect(find({}, 'best')?.note?.amounts.when).toEqual({ as: 'word', value: 'time 7' })
    const day = find({ view: 'month', best: { of: 'month', energyWh: 8000, key: '2026-11-02' } }, 'best')
    expect(day?.label).toBe('plant-period.best.month')
    expect(day?.note?.amounts.when).toEqual({ as: 'word', value: 'part 2026-11-02' })
    expect(find({ best: undefined }, 'best')).toMatchObject({ amount: { value: null } })
  })

  it('gives the mean of a week, and the sum of a month or year', () => {
    expect(find({}, 'before')?.amount).toEqual({ as: 'energy', value: 14_000 })
    const comparison = { with: 'monthBefore', from: '2026-10-01', to: '2026-10-31', days: 30, pvWh: 70000 } as const
    const month = find(
      { view: 'month', sky: { clearSkyWh: 1000, comparison: { ...comparison, clearSkyWh: 9000 } } },
      'before',
    )
    expect(month?.amount).toEqual({ as: 'energy', value: 70_000 })
    expect(month?.note?.amounts.when).toEqual({ as: 'word', value: 'Oct 2026' })
    expect(find({ sky: undefined }, 'before')?.amount.value).toBeNull()
  })
})

it('counts PV and battery energy as own', () => {
  expect(ownShare({ ...energies, loadWh: 1000 })).toBe(90)
  // 0.1 + 0.2 is not 0.3 in binary; a house that imported nothing shows 100.00 %, not 99.99 %.
  expect(ownShare({ ...energies, loadWh: 900 })).toBe(100)
  expect(ownShare({ ...energies, loadWh: 0 })).toBeNull()
  expect(ownShare({ ...energies, loadFromPvWh: null })).toBeNull()
})
