import { describe, expect, it } from 'vitest'
import type { Energies, PlantFigures } from '../../api/plant-figures.ts'
import { ownShare, tilesOf } from './tiles.ts'

const figures = {
  pvKwh: 18.64,
  loadKwh: 9.71,
  exportKwh: 5.02,
  importKwh: 1.36,
  chargeKwh: 5.23,
  dischargeKwh: 2.1,
  loadFromPvKwh: 0.3,
  loadFromBatteryKwh: 0.6,
  specificYieldH: 1.9,
  income: 4.18,
} as Energies
const system = {
  now: { pvW: 4210, capacityShare: 0.4278, todayKwh: 18.7, socPercent: 62, generatorW: null },
  day: figures,
  month: figures,
  year: figures,
  total: figures,
  yesterdaySpecificYieldH: 3.2,
  operatingDays: 367,
  price: 0.29,
} as PlantFigures
const all = { grid: true, load: true, battery: true, generator: true, ups: false }
const none = { grid: false, load: false, battery: false, generator: false, ups: false }
const ids = (parts: typeof all) => tilesOf(system, parts, 9.84).map(({ id }) => id)

describe('tilesOf', () => {
  it('has a tile for each part of the plant, and no others', () => {
    expect(ids(all)).toEqual([
      'now',
      'today',
      'used',
      'battery',
      'fedIn',
      'generator',
      'earned',
      'month',
      'year',
      'total',
    ])
    expect(ids(none)).toEqual(['now', 'today', 'earned', 'month', 'year', 'total'])
  })

  it('uses the newer of two values for today', () => {
    const today = tilesOf(system, none, 9.84).find(({ id }) => id === 'today')
    expect(today?.amount).toEqual({ as: 'energy', value: 18.7 })
  })

  it('says that no price is set instead of showing zero income', () => {
    const earned = tilesOf({ ...system, price: null, day: { ...figures, income: null } }, none, 9.84).find(
      ({ id }) => id === 'earned',
    )
    expect(earned?.amount.value).toBeNull()
    expect(earned?.note?.key).toBe('plant-data.tile.earned.noPrice')
  })
})

it('counts PV and battery energy as own', () => {
  expect(ownShare({ ...figures, loadKwh: 1 })).toBe(90)
  // 0.1 + 0.2 is not 0.3 in binary; a house that imported nothing shows 100.00 %, not 99.99 %.
  expect(ownShare({ ...figures, loadKwh: 0.9 })).toBe(100)
  expect(ownShare({ ...figures, loadKwh: 0 })).toBeNull()
  expect(ownShare({ ...figures, loadFromPvKwh: null })).toBeNull()
})
