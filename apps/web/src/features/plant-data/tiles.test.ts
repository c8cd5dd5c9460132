import type { EnergyFigures, OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { describe, expect, it } from 'vitest'
import { ownShare, tilesOf } from './tiles.ts'

const figures = {
  generationValue: 18.64,
  useValue: 9.71,
  gridValue: 5.02,
  buyValue: 1.36,
  chargeValue: 5.23,
  dischargeValue: 2.1,
  useFromGen: 0.3,
  useFromDischarge: 0.6,
  fullPowerHoursDay: 1.9,
  incomeValue: 4.18,
} as EnergyFigures
const system = {
  generationPower: 4210,
  generationCapacity: 0.4278,
  generationValue: 18.7,
  batterySoc: 62,
  generatorPower: null,
  day: figures,
  month: figures,
  year: figures,
  total: figures,
  fullPowerYesterdayHours: 3.2,
  operatingTotalDays: 367,
  price: 0.29,
} as OperatingSystem
const all = { grid: true, load: true, battery: true, generator: true, ups: false }
const none = { grid: false, load: false, battery: false, generator: false, ups: false }
const ids = (parts: typeof all) => tilesOf(system, parts, 9.84).map(({ id }) => id)

describe('tilesOf', () => {
  it('has a tile for what the plant has, and none for what it has not', () => {
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

  it('takes the newer of two figures of today', () => {
    const today = tilesOf(system, none, 9.84).find(({ id }) => id === 'today')
    expect(today?.amount).toEqual({ as: 'energy', value: 18.7 })
  })

  it('says that no price is set instead of telling an income of nothing', () => {
    const earned = tilesOf({ ...system, price: null, day: { ...figures, incomeValue: null } }, none, 9.84).find(
      ({ id }) => id === 'earned',
    )
    expect(earned?.amount.value).toBeNull()
    expect(earned?.note?.key).toBe('plant-data.tile.earned.noPrice')
  })
})

it('counts as own what came from the sun or out of the battery', () => {
  expect(ownShare({ ...figures, useValue: 1 })).toBe(90)
  // 0.1 + 0.2 is not 0.3 in binary; a house that bought nothing reads 100.00 %, not 99.99 %.
  expect(ownShare({ ...figures, useValue: 0.9 })).toBe(100)
  expect(ownShare({ ...figures, useValue: 0 })).toBeNull()
  expect(ownShare({ ...figures, useFromGen: null })).toBeNull()
})
