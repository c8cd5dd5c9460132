import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSunEvents, HORIZON_ELEVATION_DEG } from './sun-events.ts'
import { getHourAngleDeg, getSunElevationDeg } from './sun-position.ts'

type Reference = Readonly<{
  cases: readonly Readonly<{
    id: string
    place: string
    lat: number
    lon: number
    tz: string
    local_date: string
    expected: Readonly<{ sunrise: string | null; transit: string; sunset: string | null; polar: string | null }>
  }>[]
}>
const reference = JSON.parse(
  readFileSync(new URL('./fixtures/sunrise_sunset.json', import.meta.url), 'utf8'),
) as Reference

/** UTC ms of a zone's local midnight, found by moving towards the date as the zone's clock shows it. */
function findLocalMidnight(localDate: string, zone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const wanted = Date.parse(`${localDate}T00:00:00Z`)
  let atMs = wanted
  for (let i = 0; i < 3; i++) atMs += wanted - Date.parse(`${clock.format(atMs).replace(' ', 'T')}Z`)
  return atMs
}

function addDay(localDate: string): string {
  return new Date(Date.parse(`${localDate}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function expectNear(actualMs: number | null, expected: string | null, seconds: number): void {
  if (expected === null) expect(actualMs).toBeNull()
  else expect(Math.abs((actualMs ?? Number.NaN) - Date.parse(expected)) / 1000).toBeLessThanOrEqual(seconds)
}

describe('sun events', () => {
  it.each(reference.cases)('of $id, $place $local_date', ({ lat, lon, tz, local_date, expected }) => {
    const fromMs = findLocalMidnight(local_date, tz)
    const toMs = findLocalMidnight(addDay(local_date), tz)
    const events = findSunEvents(fromMs, toMs, lat, lon)
    const seconds = Math.abs(lat) > 60 ? 15 : 5
    expectNear(events.sunriseMs, expected.sunrise, seconds)
    expectNear(events.sunsetMs, expected.sunset, seconds)
    expectNear(events.solarNoonMs, expected.transit, 3)
    expect(events.polar).toBe(expected.polar?.replace('_', '-') ?? null)
  })

  it('are roots of the elevation, in the window, at every place and season', () => {
    const day = fc.integer({ min: 10_957, max: 22_000 })
    const latitude = fc.double({ min: -90, max: 90, noNaN: true })
    const longitude = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(day, latitude, longitude, fc.constantFrom(23, 24, 25), (dayNumber, lat, lon, hours) => {
        const fromMs = dayNumber * 86_400_000 - lon * 240_000
        const toMs = fromMs + hours * 3_600_000
        const { sunriseMs, sunsetMs, solarNoonMs, polar } = findSunEvents(fromMs, toMs, lat, lon)
        expect(polar === null).toBe(sunriseMs !== null || sunsetMs !== null)
        for (const eventMs of [sunriseMs, sunsetMs]) {
          if (eventMs === null) continue
          expect(eventMs).toBeGreaterThanOrEqual(fromMs - 1)
          expect(eventMs).toBeLessThanOrEqual(toMs + 1)
          expect(Math.abs(getSunElevationDeg(eventMs, lat, lon) - HORIZON_ELEVATION_DEG)).toBeLessThan(0.001)
        }
        expect(Math.abs(getHourAngleDeg(solarNoonMs ?? Number.NaN, lon))).toBeLessThan(0.001)
        if (polar !== null) {
          const noonUp = getSunElevationDeg(solarNoonMs ?? Number.NaN, lat, lon) >= HORIZON_ELEVATION_DEG
          expect(polar).toBe(noonUp ? 'always-up' : 'always-down')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keeps a polar day of a few minutes', () => {
    // Tromso in January: between polar night and the returning sun there is a shortest day.
    let shortest = Number.POSITIVE_INFINITY
    for (let lat = 67.2; lat < 69; lat += 0.002) {
      const { sunriseMs, sunsetMs } = findSunEvents(Date.UTC(2024, 11, 21), Date.UTC(2024, 11, 22), lat, 0)
      if (sunriseMs !== null && sunsetMs !== null) shortest = Math.min(shortest, sunsetMs - sunriseMs)
    }
    expect(shortest).toBeLessThan(20 * 60_000)
  })

  it('returns no event for an empty or invalid window', () => {
    const empty = findSunEvents(Date.UTC(2024, 5, 1, 12), Date.UTC(2024, 5, 1, 12), 50, 10)
    expect(empty).toEqual({ sunriseMs: null, sunsetMs: null, solarNoonMs: null, polar: 'always-up' })
    expect(findSunEvents(0, Number.NaN, 50, 10).sunriseMs).toBeNull()
    expect(findSunEvents(0, 1e15, 50, 10).sunsetMs).toBeLessThan(48 * 3_600_000)
  })
})
