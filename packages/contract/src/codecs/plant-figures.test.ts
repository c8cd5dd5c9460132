import { describe, expect, it } from 'vitest'
import { dayRecord, periodStats, range as rangeReply } from '../maintain-s/history.ts'
import { energyFigures, energySaved, operatingSystem } from '../maintain-s/system.ts'
import { energies } from './energies.ts'
import { dayCurve, period, range } from './periods.ts'
import { plantFigures, savings } from './plant-figures.ts'
import { withDirections } from './powers.ts'

/** A reply with a different number in each field, from the contract's own list of fields. */
const numbered = (shape: object, from = 1): Record<string, number> =>
  Object.fromEntries(Object.keys(shape).map((name, index) => [name, from + index]))

const figures = energyFigures.strict().parse({
  ...numbered(energyFigures.shape),
  theoryUse: false,
  netOfVat: { income: 1, cost: 2, feedInPaid: 3, withoutPlant: 4, saved: 5 },
  savedDays: { costValue: 6, feedInValue: 7, withoutPlantValue: 8 },
  uploadedTotals: ['generationValue'],
  fromPower: ['buyValue', 'useValue'],
})
const unknownSky = { clearSkyValue: null, comparison: null }
const comparison = {
  with: 'week',
  from: '2026-11-14',
  to: '2026-11-20',
  days: 5,
  generationValue: 70,
  clearSkyValue: 140,
} as const

describe('figures on the wire', () => {
  it('keep every energy, each in its own part, in Wh', () => {
    const ours = energies.fromWire(figures)
    expect(ours).toMatchObject({
      pvWh: 1000 * Number(figures.generationValue),
      exportWh: 1000 * Number(figures.gridValue),
      importWh: 1000 * Number(figures.buyValue),
      byPower: ['import', 'load'],
      specificYieldH: figures.fullPowerHoursDay,
      withoutVat: { income: 1, cost: 2, feedIn: 3, withoutPlant: 4, savings: 5 },
      billed: { cost: 6, feedIn: 7, withoutPlant: 8 },
    })
    expect(new Set(Object.values(ours)).size).toBe(Object.keys(ours).length)
    expect(energies.toWire(ours)).toEqual(figures)
  })

  it('survive the way from now and all periods to ours and back', () => {
    const wire = operatingSystem.strict().parse({
      ...numbered(operatingSystem.shape, 100),
      genStatus: 'OUT',
      wireStatus: 'PURCHASE',
      batteryStatus: 'DISCHARGE',
      useStatus: 'IN',
      nodes: [{ role: 'pv', power: 5, metered: false, derived: false, devices: ['Roof'] }],
      equipment: {
        meters: ['M'],
        pcs: [],
        compensation: [],
        weather: { devices: ['W'], irradiance: 1, ambientTemperature: 2, moduleTemperature: 3, windSpeed: 4 },
        collectors: { total: 2, online: 1 },
      },
      status: 'well',
      reason: { kind: 'well', count: 1, total: 1, group: 'inverter', since: 5, devices: [], code: null },
      sunUp: true,
      generationZero: { below: 20, atNight: true },
      day: figures,
      month: figures,
      year: figures,
      total: figures,
      disagreements: [],
      currency: 'EUR',
      hasPrices: true,
    })
    const ours = plantFigures.fromWire(wire)
    expect(ours.now).toMatchObject({ pvW: wire.generationPower, exportW: wire.gridPower, gridW: wire.wirePower })
    expect(plantFigures.toWire(ours)).toEqual(wire)
  })

  it('survive the way of a day curve, with instants in milliseconds', () => {
    const wire = dayRecord.strict().parse({
      ...numbered(dayRecord.shape),
      date: '2026-11-21',
      timeZone: 'Europe/Berlin',
      statistics: figures,
      records: [{ ...numbered(dayRecord.shape.records.element.shape), estimated: true }],
      clearSky: [{ dateTime: 5, power: 7 }],
      gaps: [{ from: 1, to: 2 }],
      clearSkyValue: 40,
      comparison,
    })
    const ours = dayCurve.fromWire(wire)
    expect(ours).toMatchObject({
      clearSky: [{ atMs: 5000, powerW: 7 }],
      gaps: [{ fromMs: 1000, toMs: 2000 }],
      sky: { clearSkyWh: 40_000, comparison: { pvWh: 70_000, clearSkyWh: 140_000 } },
    })
    expect(dayCurve.toWire(ours)).toEqual(wire)
  })

  it('survive the way of a period and of any days', () => {
    const rows = [{ ...figures, year: 2026, month: 11, day: 22 }]
    const stats = { ...unknownSky, statistics: figures, records: rows, operatingTotalDays: 3, currency: 'EUR' }
    expect(period.toWire(period.fromWire(periodStats.strict().parse(stats)))).toEqual(stats)
    const days = [{ date: '2026-11-22', energies: figures }]
    const any = { from: '2026-11-22', to: '2026-11-22', known: 1, whole: figures, days }
    expect(range.toWire(range.fromWire(rangeReply.strict().parse(any)))).toEqual(any)
  })

  it('survive the way of the environmental benefits', () => {
    const factors = { coalKgPerKwh: 1, co2KgPerKwh: 2, treesPerKwh: 3 }
    const wire = energySaved.strict().parse({ ...numbered(energySaved.shape), factors })
    expect(savings.toWire(savings.fromWire(wire))).toEqual(wire)
  })
})

it('tells the directions of signed powers apart', () => {
  const apart = withDirections({ gridW: -2000, batteryW: 300 })
  expect(apart).toMatchObject({ importW: 0, exportW: 2000, chargeW: 0, dischargeW: 300 })
  expect(withDirections({ gridW: null, batteryW: null }).importW).toBeNull()
})
