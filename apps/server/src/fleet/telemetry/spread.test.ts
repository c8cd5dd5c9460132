import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sunWeightOf } from '../../platform/sun/sun.ts'
import { type EnergyPart, spreadEnergy, spreadReported } from './spread.ts'

const ZONE = 'Europe/Berlin'
const berlin = {
  latitudeDeg: 52.5,
  longitudeDeg: 13.4,
  altitudeM: 40,
  capacityWp: 5000,
  azimuthDeg: 180,
  tiltDeg: 30,
  planes: [],
}
const sun = sunWeightOf(berlin)
const nothingKnown = { sinceResetWh: null, yesterdayWh: null, countedWh: Number.NaN }

const energy = (
  from: string,
  to: string,
  wh: number,
  known: Partial<typeof nothingKnown | Record<string, number>> = {},
) => ({
  kind: 'energy' as const,
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
  wh,
  ...nothingKnown,
  ...known,
})

/** Wh by date, and "~" where the day is estimated. */
function byDay(parts: readonly EnergyPart[]): Record<string, number | string> {
  const days: Record<string, { wh: number; isEstimated: boolean }> = {}
  for (const { period, units, isDayEstimated } of parts) {
    const day = days[period.date] ?? { wh: 0, isEstimated: false }
    days[period.date] = day
    day.wh += units / 10_000
    day.isEstimated ||= isDayEstimated && units > 0
  }
  return Object.fromEntries(
    Object.entries(days).map(([date, { wh, isEstimated }]) => [
      date,
      isEstimated ? `~${Math.round(wh)}` : Math.round(wh),
    ]),
  )
}

describe('the figure of the day before', () => {
  const outage = (yesterdayWh: number) =>
    byDay(
      spreadEnergy(
        energy('2026-06-01T18:00:00Z', '2026-06-05T10:00:00Z', 146_000, { sinceResetWh: 20_000, yesterdayWh }),
        ZONE,
        sun,
      ),
    )

  it('is believed on a dark day, and not where the total needs many times more', () => {
    expect(outage(5_000)['2026-06-04']).toBe(5_000)
    const doubted = outage(2_000)
    expect(doubted['2026-06-05']).toBe(20_000)
    // The other days are long, and alike.
    for (const date of ['2026-06-02', '2026-06-03', '2026-06-04']) expect(doubted[date]).toMatch(/^~4[0-3]\d{3}$/)
  })

  it('is believed where nothing but it has to hold what is left', () => {
    const parts = spreadEnergy(
      energy('2026-06-03T20:30:00Z', '2026-06-05T10:00:00Z', 60_000, { sinceResetWh: 20_000, yesterdayWh: 39_000 }),
      ZONE,
      sun,
    )
    expect(byDay(parts)).toMatchObject({ '2026-06-04': 39_000, '2026-06-05': 20_000 })
  })
})

describe('energy between two readings', () => {
  it('belongs to the hour of the later reading when they are close', () => {
    const parts = spreadEnergy(energy('2026-06-01T09:57:00Z', '2026-06-01T10:02:00Z', 300), ZONE, sun)
    expect(parts).toMatchObject([{ units: 3_000_000, isHourEstimated: false, isDayEstimated: false }])
    expect(parts[0]?.period.hourStartMs).toBe(Date.parse('2026-06-01T10:00:00Z'))
  })

  it('is divided over the hours of an hourly logger, and certain there', () => {
    const parts = spreadEnergy(energy('2026-06-01T09:30:00Z', '2026-06-01T10:30:00Z', 1_000), ZONE, null)
    expect(parts.map(({ units, isHourEstimated }) => [units, isHourEstimated])).toEqual([
      [5_000_000, false],
      [5_000_000, false],
    ])
  })

  it('is divided into its two days after an outage from afternoon to morning', () => {
    const outage = energy('2026-06-01T12:00:00Z', '2026-06-02T06:00:00Z', 9_000, {
      sinceResetWh: 1_000,
      countedWh: 8_000,
    })
    expect(byDay(spreadEnergy(outage, ZONE, sun))).toEqual({ '2026-06-01': 8_000, '2026-06-02': 1_000 })
    for (const { units, isHourEstimated } of spreadEnergy(outage, ZONE, sun)) expect(isHourEstimated).toBe(units > 0)
  })

  it('after three days, puts "today" on the day of return and estimates the rest', () => {
    const outage = energy('2026-06-01T12:00:00Z', '2026-06-04T12:00:00Z', 78_000, { sinceResetWh: 14_000 })
    const days = byDay(spreadEnergy(outage, ZONE, sun))
    expect(days['2026-06-04']).toBe(14_000)
    expect(Object.keys(days)).toHaveLength(4)
    for (const date of ['2026-06-01', '2026-06-02', '2026-06-03']) expect(String(days[date])).toMatch(/^~/)
    // The first afternoon is less than a whole day, and two whole days are alike.
    const of = (date: string) => Number(String(days[date]).slice(1))
    expect(of('2026-06-01')).toBeLessThan(0.6 * of('2026-06-02'))
    expect(Math.abs(of('2026-06-02') / of('2026-06-03') - 1)).toBeLessThan(0.02)
  })

  it('puts "yesterday" on the day before, less what was counted there', () => {
    const outage = energy('2026-06-01T12:00:00Z', '2026-06-02T12:00:00Z', 30_000, {
      sinceResetWh: 14_000,
      yesterdayWh: 23_900,
      countedWh: 8_000,
    })
    expect(byDay(spreadEnergy(outage, ZONE, sun))).toEqual({ '2026-06-01': 16_000, '2026-06-02': 14_000 })
    const longer = energy('2026-05-30T12:00:00Z', '2026-06-02T12:00:00Z', 70_000, {
      sinceResetWh: 14_000,
      yesterdayWh: 24_000,
    })
    const days = byDay(spreadEnergy(longer, ZONE, sun))
    expect(days).toMatchObject({ '2026-06-01': 24_000, '2026-06-02': 14_000 })
    expect(String(days['2026-05-31'])).toMatch(/^~/)
  })

  it('is certain where only one day had sun', () => {
    expect(byDay(spreadEnergy(energy('2026-06-01T13:00:00Z', '2026-06-02T01:00:00Z', 4_000), ZONE, sun))).toEqual({
      '2026-06-01': 4_000,
      '2026-06-02': 0,
    })
  })

  it('is divided by time without sun', () => {
    const night = energy('2026-06-01T21:00:00Z', '2026-06-02T01:00:00Z', 400)
    expect(byDay(spreadEnergy(night, ZONE, null))).toEqual({ '2026-06-01': '~100', '2026-06-02': '~300' })
    // A polar night: energy all the same, from whatever source.
    const tromso = sunWeightOf({ ...berlin, latitudeDeg: 69.6, longitudeDeg: 18.9 })
    const dark = energy('2026-12-20T12:00:00Z', '2026-12-21T12:00:00Z', 240)
    expect(Object.keys(byDay(spreadEnergy(dark, 'Europe/Oslo', tromso)))).toHaveLength(2)
  })

  it('sums to the whole for any span and any knowledge', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 86_400 }),
        fc.oneof(fc.integer({ min: 1, max: 7_200 }), fc.integer({ min: 1, max: 130 * 86_400 })),
        fc.double({ min: 0, max: 1e7, noNaN: true }),
        fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: null }),
        fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: null }),
        fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'UTC'),
        (start, seconds, wh, sinceResetWh, yesterdayWh, where) => {
          const fromMs = Date.parse('2026-01-01T00:00:00Z') + start * 1_000
          const options = { kind: 'energy' as const, fromMs, toMs: fromMs + seconds * 1_000, wh, countedWh: 5 }
          const parts = spreadEnergy({ ...options, sinceResetWh, yesterdayWh }, where, sun)
          expect(parts.reduce((sum, { units }) => sum + units, 0)).toBe(Math.round(wh * 10_000))
          for (const { units } of parts) expect(units).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)
})

describe('what a device reports of its first day', () => {
  it('lies in sunlight between midnight and the first record', () => {
    const [fromMs, toMs] = [Date.parse('2026-05-31T22:00:00Z'), Date.parse('2026-06-01T10:10:00Z')]
    const parts = spreadReported({ fromMs, toMs, wh: 6_000 }, ZONE, sun)
    expect(byDay(parts)).toEqual({ '2026-06-01': 6_000 })
    expect(Math.min(...parts.map(({ period }) => period.hourStartMs))).toBeGreaterThanOrEqual(
      Date.parse('2026-06-01T02:00:00Z'),
    )
  })
})
