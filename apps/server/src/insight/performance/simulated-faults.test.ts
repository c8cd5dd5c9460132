import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type LossKind, sumLosses } from '@heliograph/domain/performance/losses.ts'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../simulator/src/faults.ts'
import { fleet } from '../../../../simulator/src/fleet.ts'
import { createPlantModel, getPowers } from '../../../../simulator/src/plant-model.ts'
import type { PlantSpec } from '../../../../simulator/src/plant-spec.ts'
import type { Sky } from './make-course.ts'
import { judgeMeasured, listDates, type MeasuredDay } from './testing/measured-days.ts'

// The simulator's faults, which have their counterparts in measured plants, must each end in their class of losses.

const FROM = '2026-05-01'
const startMs = Date.parse(`${FROM}T00:00:00Z`)
const LAST_DAY = '2026-06-09'
const dates = listDates(FROM, LAST_DAY)

const some = fleet.find(({ batteryWh, exportLimitW, gridType }) => !batteryWh && !exportLimitW && gridType === 'EXCESS')

/** A plant of equal inverters of 10 kW with 11 kWp each. */
function plantOf(count: number, climate: PlantSpec['climate']): PlantSpec {
  if (some === undefined) throw new Error('the fleet has no simple plant')
  const inverters = Array.from({ length: count }, (_, i) => ({ serial: `T${i}`, ratedAcW: 10_000, dcWp: 11_000 }))
  return {
    ...some,
    name: 'Test roof',
    climate,
    tiltDeg: 30,
    azimuthDeg: 180,
    latitude: 48,
    longitude: 11,
    loggers: [{ serial: 1_700_000_001, profileId: 'solis-0507', firmware: '', intervalMinutes: 15, inverters }],
    faults: [],
  }
}

/** The judged days of a simulated plant, of which only its powers are known. */
function judge(
  faults: readonly Fault[],
  count = 1,
  climate: PlantSpec['climate'] = 'clear',
  sky: Sky = {},
): readonly MeasuredDay[] {
  const spec = plantOf(count, climate)
  const model = createPlantModel(spec, faults, 5)
  const powers = Array.from({ length: count }, () => [] as { atMs: number; value: number }[])
  for (let atMs = startMs; atMs < startMs + dates.length * DAY_MS; atMs += 15 * MINUTE_MS) {
    const at = atMs + 7.5 * MINUTE_MS
    const now = getPowers(model, at, { battery: null, generatorRunning: false }, 900).powers
    now.inverters.forEach(({ acW, awake }, i) => {
      if (awake) powers[i]?.push({ atMs, value: acW })
    })
  }
  return judgeMeasured({
    site: {
      place: model.place,
      planes: [{ mount: 'fixed', pdc0W: 11_000 * count, tiltDeg: spec.tiltDeg, azimuthDeg: spec.azimuthDeg }],
    },
    offsetHours: 0,
    days: dates,
    sky,
    inverters: (fromMs, toMs) =>
      powers.map((points, i) => ({
        id: i,
        capacityWp: 11_000,
        limitW: 10_000,
        countedWh: null,
        power: points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
      })),
  })
}

const faultFrom = (type: Fault['type'], day: number, severity: number, device?: number): Fault => ({
  type,
  severity,
  fromMs: startMs + (day - 1) * DAY_MS,
  ...(device === undefined ? {} : { device }),
})
const cold: Sky = {
  airC: Array.from({ length: dates.length * 24 }, (_, hour) => ({ atMs: startMs + hour * HOUR_MS, value: -3 })),
}
const lastOf = (days: readonly MeasuredDay[]): MeasuredDay | undefined => days.filter((d) => d.isJudged).at(-1)
const faults: readonly LossKind[] = ['outage', 'part-outage', 'curtailment', 'shading', 'soiling', 'snow']
const namedOf = (days: readonly MeasuredDay[]): readonly LossKind[] =>
  faults.filter((kind) => days.some((d) => d.lost(kind) > 0))

describe('a simulated plant without irradiance', () => {
  it.each(['clear', 'maritime'] as const)('names no fault of a healthy plant under a %s sky', (climate) => {
    const days = judge([], 2, climate)
    expect(namedOf(days)).toEqual([])
    for (const d of days) expect(d.potentialWh).toBe((d.producedWh ?? 0) + sumLosses(d.losses))
  })

  it('calls half of the strings dead a weak inverter beside its sibling', () => {
    const days = judge([faultFrom('dead-string', 20, 0.5, 1)], 2)
    expect(namedOf(days.slice(0, 19))).toEqual([])
    expect(namedOf(days)).toEqual(['part-outage'])
    const last = lastOf(days)
    expect(last?.losses.find(({ kind }) => kind === 'part-outage')?.inverters).toEqual([1])
    // Half of one of two inverters.
    expect((last?.lost('part-outage') ?? 0) / (last?.producedWh ?? 1)).toBeCloseTo(1 / 3, 1)
  })

  it('calls it so without a sibling too, from the third day on', () => {
    const days = judge([faultFrom('dead-string', 20, 0.5)])
    expect(namedOf(days.slice(0, 20))).toEqual([])
    expect(namedOf(days)).toEqual(['part-outage'])
  })

  it('finds the shadow of a morning', () => {
    const days = judge([faultFrom('shading', 1, 0.4)])
    expect(namedOf(days)).toEqual(['shading'])
    const shade = lastOf(days)?.losses.find(({ kind }) => kind === 'shading')
    // 8 to 10 h solar time at 11 degrees east.
    expect(new Date(shade?.fromMs ?? 0).getUTCHours()).toBeGreaterThanOrEqual(7)
    expect(new Date(shade?.toMs ?? 0).getUTCHours()).toBeLessThanOrEqual(10)
  })

  it('finds dirt, and that rain ended it', () => {
    const rainMs = startMs + 34 * DAY_MS
    const days = judge([{ ...faultFrom('soiling', 1, 0.2), toMs: rainMs }])
    expect(namedOf(days)).toEqual(['soiling'])
    const before = days.filter((d) => d.isJudged && d.date < '2026-06-04').at(-1)
    // 0.2 in 60 days.
    expect((before?.lost('soiling') ?? 0) / (before?.producedWh ?? 1)).toBeGreaterThan(0.07)
    expect((before?.lost('soiling') ?? 0) / (before?.producedWh ?? 1)).toBeLessThan(0.15)
    expect(namedOf(days.filter((d) => d.date > '2026-06-07'))).toEqual([])
  })

  it('finds clipping at an unexpectedly low limit, and calls it no fault', () => {
    const model = judge([faultFrom('clipping', 1, 0.6)])
    expect(namedOf(model)).toEqual([])
  })

  it.each([0.5, 0.35])('names what a limit of %s of the rating keeps back', (limit) => {
    const judged = judge([faultFrom('clipping', 1, limit)]).filter((day) => day.isJudged)
    const lostWh = judged.reduce((sum, day) => sum + day.lost('clipping'), 0)
    const healthyWh = judge([]).reduce((sum, day) => sum + (day.producedWh ?? 0), 0) / dates.length
    const keptWh = judged.reduce((sum, day) => sum + (day.producedWh ?? 0), 0)
    expect(judged.length).toBeGreaterThan(dates.length / 2)
    expect(lostWh / (healthyWh * judged.length - keptWh)).toBeGreaterThan(0.7)
    expect(lostWh / (healthyWh * judged.length - keptWh)).toBeLessThan(1.3)
  })

  it.each([
    ['clear', 0.985],
    ['clear', 0.97],
    ['clear', 0.92],
  ] as const)('finds snow on a %s day that keeps %s of the light back', (climate, severity) => {
    const snow = { ...faultFrom('snow', 20, severity), toMs: startMs + 22 * DAY_MS }
    const days = judge([snow], 2, climate, cold)
    const found = days.filter((day) => day.lost('snow') > 0.9 * day.potentialWh)
    expect(found.map(({ date }) => date)).toEqual(['2026-05-20', '2026-05-21', '2026-05-22'])
    expect(days.filter((day) => day.lost('snow') > 0)).toHaveLength(3)
  })

  it('takes no dark day for snow, however cold it is', () => {
    const days = judge([], 2, 'maritime', cold)
    expect(days.filter((day) => day.lost('snow') > 0)).toEqual([])
  })

  it('finds an outage, whose it is and since when', () => {
    const days = judge([{ ...faultFrom('outage', 12, 1, 1), toMs: startMs + 12 * DAY_MS }], 2)
    expect(namedOf(days)).toEqual(['outage'])
    expect(days.filter((d) => d.lost('outage') > 0).map(({ date }) => date)).toEqual(['2026-05-12'])
    expect(days[11]?.losses.find(({ kind }) => kind === 'outage')?.inverters).toEqual([1])
  })
})
