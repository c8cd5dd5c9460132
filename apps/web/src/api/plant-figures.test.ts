import { dayRecord, periodStats } from '@heliograph/contract/maintain-s/history.ts'
import { energyFigures, operatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { describe, expect, it } from 'vitest'
import { toDayCurveFigures, toEnergies, toPeriodFigures, toPlantFigures, toPowers } from './plant-figures.ts'

/** A reply with a different number in each numeric field, from the contract's own list of fields. */
const numbered = (fields: readonly string[], from = 1): Record<string, number> =>
  Object.fromEntries(fields.map((name, index) => [name, from + index]))
const energies = energyFigures.parse({
  ...numbered(Object.keys(energyFigures.shape)),
  theoryUse: false,
  netOfVat: { income: 1, cost: 2, feedInPaid: 3, withoutPlant: 4, saved: 5 },
  uploadedTotals: ['generationValue'],
  fromPower: ['buyValue', 'useValue'],
})

describe('powers', () => {
  it('keep import, export and net apart', () => {
    const wire = {
      generationPower: 4000,
      usePower: 1500,
      buyPower: 0,
      gridPower: 2000,
      wirePower: -2000,
      chargePower: 500,
      dischargePower: 0,
      batteryPower: -500,
      generatorPower: null,
      batterySoc: 62,
    }
    expect(toPowers(wire)).toEqual({
      pvW: 4000,
      loadW: 1500,
      importW: 0,
      exportW: 2000,
      gridW: -2000,
      chargeW: 500,
      dischargeW: 0,
      batteryW: -500,
      generatorW: null,
      socPercent: 62,
    })
  })
})

describe('energies', () => {
  it('keep every figure that a screen shows, each from its own field', () => {
    const ours = toEnergies(energies)
    expect(ours).toMatchObject({
      pvKwh: energies.generationValue,
      exportKwh: energies.gridValue,
      importKwh: energies.buyValue,
      byPower: ['importKwh', 'loadKwh'],
      pvToLoadKwh: energies.genForUse,
      loadFromPvKwh: energies.useFromGen,
      loadFromBatteryKwh: energies.useFromDischarge,
      loadFromGeneratorKwh: energies.useFromGenerator,
      specificYieldH: energies.fullPowerHoursDay,
      refusedKwh: energies.refusedValue,
      beforeVat: { income: 1, cost: 2, saved: 5 },
    })
    expect(new Set(Object.values(ours)).size).toBe(Object.keys(ours).length)
  })
})

it('reads a whole reply of current and past figures', () => {
  const wire = {
    ...(numbered(Object.keys(operatingSystem.shape), 100) as unknown as ReturnType<typeof operatingSystem.parse>),
    day: energies,
    month: energies,
    year: energies,
    total: energies,
    disagreements: [],
  }
  expect(toPlantFigures(wire)).toMatchObject({
    now: { pvW: wire.generationPower, todayKwh: wire.generationValue, capacityShare: wire.generationCapacity },
    day: toEnergies(energies),
    countersKwh: wire.counterTotal,
    price: wire.price,
    isPriced: wire.hasPrices,
  })
})

it('counts the instants of a day curve in milliseconds', () => {
  const slot = numbered(Object.keys(dayRecord.shape.records.element.shape))
  const day = {
    ...numbered(Object.keys(dayRecord.shape)),
    statistics: energies,
    records: [slot],
    clearSky: [{ dateTime: 5, power: 7 }],
    gaps: [{ from: 1, to: 2 }],
  }
  const ours = toDayCurveFigures(day as unknown as ReturnType<typeof dayRecord.parse>)
  expect(ours.slots).toHaveLength(1)
  expect(ours.slots[0]).toMatchObject({ atMs: Number(slot.dateTime) * 1000, upsW: slot.upsPower })
  expect(ours).toMatchObject({ clearSky: [{ atMs: 5000, powerW: 7 }], gaps: [{ fromMs: 1000, toMs: 2000 }] })
})

it('keeps the position of each row of a period', () => {
  const row = { ...energies, year: 2026, month: 11, day: 22 }
  const sky = { clearSkyValue: null, comparison: null }
  const wire = { ...sky, statistics: energies, records: [row], operatingTotalDays: 3, currency: 'EUR' }
  const { rows, currency } = toPeriodFigures(periodStats.parse(wire))
  expect(rows[0]).toMatchObject({ year: 2026, month: 11, day: 22, pvKwh: energies.generationValue })
  expect(currency).toBe('EUR')
})
