import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeArray, type Place, type Plane } from './array.ts'
import { cosDeg } from './degrees.ts'
import { getExpectedPower, getPowerFromLight, type ModelWeather } from './expected-power.ts'
import { getSkyLight, getSun } from './sky-light.ts'
import type { SkyModel } from './transposition.ts'

type Result = Readonly<{
  poa_kwh_m2: number
  dc_kwh: number
  ac_kwh: number
  peak_ac_w: number
  clipped_minutes: number
  max_cell_temp_c: number
  hourly_ac_kwh: readonly number[]
}>
type Case = Readonly<{
  id: string
  site: Readonly<{
    place: string
    lat: number
    lon: number
    altitude_m: number
    tz: string
    linke_turbidity: number
    tilt: number
    azimuth: number
    pdc0_w: number
    pac_rated_w: number
    gamma_pdc: number
  }>
  local_date: string
  hours_in_day: number
  temp_air: Readonly<{ mean_c: number; amplitude_k: number; hottest_local_hour: number }>
  wind_m_s: number
  ghi_kwh_m2: number
  dni_kwh_m2: number
  expected: Readonly<Record<'isotropic' | 'haydavies' | 'perez', Result>>
}>
const reference = JSON.parse(readFileSync(new URL('./fixtures/day_energy.json', import.meta.url), 'utf8')) as Readonly<{
  cases: readonly Case[]
}>
const models: readonly (readonly [SkyModel, keyof Case['expected']])[] = [
  ['perez', 'perez'],
  ['hay-davies', 'haydavies'],
  ['isotropic', 'isotropic'],
]

const STEP_MS = 300_000

/**
 * Instants in the middle of the day's five-minute steps with the local clock hour, found from the zone's own clock.
 */
function listSteps(c: Case): { atMs: number; localHour: number }[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: c.site.tz, dateStyle: 'short', timeStyle: 'medium' })
  const noonMs = Date.parse(`${c.local_date}T12:00:00Z`)
  const steps: { atMs: number; localHour: number }[] = []
  for (let atMs = noonMs - 30 * 3_600_000 + STEP_MS / 2; atMs < noonMs + 30 * 3_600_000; atMs += STEP_MS) {
    const [date, time] = clock.format(atMs).split(' ')
    if (date !== c.local_date) continue
    const [hour, minute, second] = (time ?? '').split(':').map(Number)
    steps.push({ atMs, localHour: hour! + minute! / 60 + second! / 3600 })
  }
  return steps
}

describe.each(reference.cases)('$id $site.place $local_date', (c) => {
  const place: Place = { latitudeDeg: c.site.lat, longitudeDeg: c.site.lon, altitudeM: c.site.altitude_m }
  const planes: Plane[] = [{ mount: 'fixed', pdc0W: c.site.pdc0_w, tiltDeg: c.site.tilt, azimuthDeg: c.site.azimuth }]
  const steps = listSteps(c)

  it.each(models)('with the %s sky matches the clear-day energy within 0.1 %', (skyModel, key) => {
    expect(steps.length).toBe(c.hours_in_day * 12)
    const array = describeArray({ ratedAcW: c.site.pac_rated_w, gammaPerK: c.site.gamma_pdc, skyModel })
    const expected = c.expected[key]
    const sum = { ac: 0, dc: 0, poa: 0, ghi: 0, dni: 0 }
    const hourly = new Array<number>(c.hours_in_day).fill(0)
    let peakW = 0
    let hottestC = Number.NEGATIVE_INFINITY
    let clippedSteps = 0
    steps.forEach(({ atMs, localHour }, index) => {
      const { mean_c, amplitude_k, hottest_local_hour } = c.temp_air
      const temperatureC = mean_c + amplitude_k * Math.cos((2 * Math.PI * (localHour - hottest_local_hour)) / 24)
      const weather: ModelWeather = {
        clearSkyIndex: 1,
        linkeTurbidity: c.site.linke_turbidity,
        temperatureC,
        windMs: c.wind_m_s,
      }
      const power = getExpectedPower(atMs, place, planes, array, weather)
      sum.ac += power.acW / 12_000
      sum.dc += power.dcW / 12_000
      sum.poa += power.poaWm2 / 12_000
      sum.ghi += power.light.ghiWm2 / 12_000
      sum.dni += power.light.dniWm2 / 12_000
      hourly[Math.floor(index / 12)]! += power.acW / 12_000
      peakW = Math.max(peakW, power.acW)
      hottestC = Math.max(hottestC, power.planes[0]!.cellC)
      if (power.acW >= c.site.pac_rated_w) clippedSteps++
    })
    expect(Math.abs(sum.ac / expected.ac_kwh - 1)).toBeLessThan(0.0003)
    expect(Math.abs(sum.dc / expected.dc_kwh - 1)).toBeLessThan(0.0003)
    expect(Math.abs(sum.poa / expected.poa_kwh_m2 - 1)).toBeLessThan(0.0003)
    expect(Math.abs(sum.ghi / c.ghi_kwh_m2 - 1)).toBeLessThan(0.0003)
    expect(Math.abs(sum.dni / c.dni_kwh_m2 - 1)).toBeLessThan(0.0003)
    expect(Math.abs(peakW / expected.peak_ac_w - 1)).toBeLessThan(0.001)
    expect(Math.abs(hottestC - expected.max_cell_temp_c)).toBeLessThan(0.05)
    expect(Math.abs(clippedSteps * 5 - expected.clipped_minutes)).toBeLessThanOrEqual(5)
    hourly.forEach((kwh, hour) => {
      const wanted = expected.hourly_ac_kwh[hour] ?? Number.NaN
      expect(Math.abs(kwh - wanted), `hour ${hour}`).toBeLessThan(0.001 * wanted + 0.0001 * (c.site.pdc0_w / 1000))
    })
  })
})

const place: Place = { latitudeDeg: 52.52, longitudeDeg: 13.405, altitudeM: 34 }
const noonMs = Date.parse('2024-06-21T11:08:00Z')
const array = describeArray({ ratedAcW: 20_000 })
const weather: ModelWeather = { clearSkyIndex: 1, linkeTurbidity: 3.3, temperatureC: 20, windMs: 2 }
const south: Plane = { mount: 'fixed', pdc0W: 5000, tiltDeg: 35, azimuthDeg: 180 }
const east: Plane = { mount: 'fixed', pdc0W: 3000, tiltDeg: 20, azimuthDeg: 90 }

describe('expected power', () => {
  it('sums planes and weights their irradiance by nameplate', () => {
    const both = getExpectedPower(noonMs, place, [south, east], array, weather)
    const [first, second] = both.planes
    expect(both.dcW).toBeCloseTo(first!.dcW + second!.dcW, 9)
    expect(both.poaWm2).toBeCloseTo((first!.poaWm2 * 5000 + second!.poaWm2 * 3000) / 8000, 9)
    expect(both.acW).toBeGreaterThan(0.9 * both.dcW)
  })

  it('is zero without sun, planes or light, with the cells at air temperature', () => {
    const night = getExpectedPower(noonMs + 12 * 3_600_000, place, [south], array, weather)
    expect(night).toMatchObject({ acW: 0, dcW: 0, poaWm2: 0, planes: [{ cellC: 20, dcW: 0 }] })
    expect(getExpectedPower(noonMs, place, [], array, weather)).toMatchObject({ acW: 0, poaWm2: 0 })
    expect(getExpectedPower(noonMs, place, [south], array, { ...weather, clearSkyIndex: 0 }).acW).toBe(0)
  })

  it('fades its direct beam with clouds, without a step near a clear sky', () => {
    const sun = getSun(noonMs, place)
    const clear = getSkyLight(sun, 34, 3.3, 1)
    expect(getSkyLight(sun, 34, 3.3, 0.3).dniWm2).toBeLessThan(0.05 * clear.dniWm2)
    // Perez sorts skies into bins and steps by about 1.5 % at their edges, so continuity is tested in an even sky.
    const even = describeArray({ ratedAcW: 20_000, skyModel: 'isotropic' })
    let previousW = 0
    for (let index = 0; index <= 1.3; index += 0.001) {
      const light = getSkyLight(sun, 34, 3.3, index)
      expect(light.ghiWm2).toBeCloseTo(clear.ghiWm2 * index, 6)
      expect(light.dhiWm2 + light.dniWm2 * cosDeg(sun.apparentZenithDeg)).toBeCloseTo(light.ghiWm2, 6)
      const { acW } = getPowerFromLight(sun, light, [south], even, weather)
      if (index > 0) expect(Math.abs(acW - previousW)).toBeLessThan(15)
      previousW = acW
    }
    expect(getSkyLight(sun, 34, 3.3, 1.2).dniWm2).toBe(clear.dniWm2)
  })

  it('loses a little to reflection if enabled, more under a lower sun', () => {
    const coated = describeArray({ ratedAcW: 20_000, incidenceB0: 0.05 })
    const loss = (atMs: number) =>
      1 -
      getExpectedPower(atMs, place, [south], coated, weather).dcW /
        getExpectedPower(atMs, place, [south], array, weather).dcW
    expect(loss(noonMs)).toBeGreaterThan(0)
    expect(loss(noonMs)).toBeLessThan(0.005)
    expect(loss(noonMs + 5 * 3_600_000)).toBeGreaterThan(0.02)
  })

  it('gains with a tracker over a day, and backtracks', () => {
    const tracked: Plane = { mount: 'tracker', pdc0W: 5000, maxAngleDeg: 60, groundCoverRatio: 0.35 }
    const flat: Plane = { mount: 'fixed', pdc0W: 5000, tiltDeg: 0, azimuthDeg: 180 }
    const energy = (plane: Plane) => {
      let wh = 0
      for (let m = -720; m < 720; m += 10) {
        wh += getExpectedPower(noonMs + m * 60_000, place, [plane], array, weather).acW / 6
      }
      return wh
    }
    expect(energy(tracked) / energy(flat)).toBeGreaterThan(1.15)
    expect(energy({ ...tracked, groundCoverRatio: null })).toBeGreaterThan(energy(tracked))
  })
})
