import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getRelativeAirmass } from './airmass.ts'
import { cosDeg, radiansPerDegree, sinDeg } from './degrees.ts'
import { getDayOfYearUtc, getExtraterrestrialWm2 } from './extraterrestrial.ts'
import { getHourAngleDeg, getSunElevationDeg, getSunPosition, pressureFromAltitude } from './sun-position.ts'

type Reference = Readonly<{
  cases: readonly Readonly<{
    id: string
    time: string
    lat: number
    lon: number
    altitude_m: number
    pressure_pa: number
    temperature_c: number
    expected: Readonly<{
      elevation: number
      apparent_elevation: number
      apparent_zenith: number
      azimuth: number
      airmass_relative: number | null
      extraterrestrial_spencer: number
      day_of_year_utc: number
    }>
  }>[]
}>
const reference = JSON.parse(
  readFileSync(new URL('./fixtures/solar_position.json', import.meta.url), 'utf8'),
) as Reference

function separationDeg(el1: number, az1: number, el2: number, az2: number): number {
  const x = cosDeg(el1) * cosDeg(az1) - cosDeg(el2) * cosDeg(az2)
  const y = cosDeg(el1) * sinDeg(az1) - cosDeg(el2) * sinDeg(az2)
  const z = sinDeg(el1) - sinDeg(el2)
  return (2 * Math.asin(Math.hypot(x, y, z) / 2)) / radiansPerDegree
}

describe.each(reference.cases)('sun of $id', ({ time, lat, lon, pressure_pa, temperature_c, expected }) => {
  const atMs = Date.parse(time)
  const sun = getSunPosition(atMs, lat, lon, pressure_pa, temperature_c)

  it('is within 0.01 deg of the reference', () => {
    expect(separationDeg(sun.elevationDeg, sun.azimuthDeg, expected.elevation, expected.azimuth)).toBeLessThan(0.01)
    expect(Math.abs(sun.apparentZenithDeg - expected.apparent_zenith)).toBeLessThan(0.012)
    expect(getSunElevationDeg(atMs, lat, lon)).toBeCloseTo(sun.elevationDeg, 9)
  })

  it('has the reference day, extraterrestrial irradiance and air mass', () => {
    expect(getDayOfYearUtc(atMs)).toBe(expected.day_of_year_utc)
    expect(getExtraterrestrialWm2(expected.day_of_year_utc)).toBeCloseTo(expected.extraterrestrial_spencer, 3)
    const airmass = getRelativeAirmass(expected.apparent_zenith)
    if (expected.airmass_relative === null) expect(airmass).toBeNull()
    else expect(airmass).toBeCloseTo(expected.airmass_relative, 3)
  })
})

it('derives pressure from altitude as the reference does', () => {
  const standard = reference.cases.filter((c) => c.temperature_c === 12)
  expect(standard.length).toBeGreaterThan(20)
  for (const c of standard) expect(Math.abs(pressureFromAltitude(c.altitude_m) - c.pressure_pa)).toBeLessThan(0.01)
})

it('keeps angles in range everywhere and the hour angle consistent with azimuth', () => {
  const instant = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) })
  const latitude = fc.double({ min: -90, max: 90, noNaN: true })
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  fc.assert(
    fc.property(instant, latitude, longitude, (atMs, lat, lon) => {
      const sun = getSunPosition(atMs, lat, lon)
      expect(Math.abs(sun.elevationDeg)).toBeLessThanOrEqual(90.01)
      expect(sun.azimuthDeg).toBeGreaterThanOrEqual(0)
      expect(sun.azimuthDeg).toBeLessThan(360)
      const hour = getHourAngleDeg(atMs, lon)
      // Away from the poles and the meridian the morning sun is in the east.
      if (Math.abs(lat) < 60 && Math.abs(hour) > 1 && Math.abs(hour) < 179) expect(sun.azimuthDeg < 180).toBe(hour < 0)
    }),
  )
})

it('counts the day of the year like the calendar', () => {
  for (let day = -800; day < 60_000; day += 7) {
    const date = new Date(day * 86_400_000)
    const start = Date.UTC(date.getUTCFullYear(), 0, 1)
    expect(getDayOfYearUtc(day * 86_400_000)).toBe((day * 86_400_000 - start) / 86_400_000 + 1)
  }
  for (const text of [
    '2024-02-29',
    '2024-03-01',
    '2024-12-31',
    '2023-02-28',
    '2023-03-01',
    '2100-02-28',
    '2100-03-01',
  ]) {
    const atMs = Date.parse(`${text}T23:59:59.999Z`)
    const start = Date.UTC(new Date(atMs).getUTCFullYear(), 0, 1)
    expect(getDayOfYearUtc(atMs)).toBe(Math.floor((atMs - start) / 86_400_000) + 1)
  }
})
