import { describe, expect, it } from 'vitest'
import { createDaylightDue } from './due-time.ts'
import { findSunEvents } from './sun-events.ts'
import { getSunElevationDeg } from './sun-position.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const unknown = { wakeDeg: null, dozeDeg: null }
const places = { berlin: [52.5, 13.4], tromso: [69.65, 18.96], quito: [-0.2, -78.5], hobart: [-42.9, 147.3] } as const
const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** First instant, from an instant on, at which data was due. */
const firstDue = (due: ReturnType<typeof createDaylightDue>, fromMs: number) => due.reach(fromMs, 1) ?? Number.NaN

describe('the time from which a PV-powered device is expected', () => {
  it.each(Object.entries(places))('%s: not before five degrees and ninety minutes', (_name, [latitude, longitude]) => {
    const due = createDaylightDue(latitude, longitude, unknown)
    for (const date of ['2026-03-20', '2026-09-23', '2026-04-30']) {
      const { sunriseMs, sunsetMs } = findSunEvents(at(date), at(date) + DAY, latitude, longitude)
      if (sunriseMs === null || sunsetMs === null) throw new Error('a day without sunrise')
      const dueMs = firstDue(due, sunriseMs)
      expect(dueMs).toBeGreaterThan(sunriseMs + 87 * MINUTE)
      expect(getSunElevationDeg(dueMs, latitude, longitude)).toBeGreaterThan(4.7)
      expect(dueMs).toBeLessThan(sunriseMs + 3 * HOUR)
      const endMs = sunriseMs + due.between(sunriseMs, sunriseMs + 20 * HOUR, DAY)
      expect(endMs).toBeGreaterThan(dueMs)
    }
  })

  it('follows what was learned, with a margin', () => {
    const [latitude, longitude] = places.berlin
    const due = createDaylightDue(latitude, longitude, { wakeDeg: 12, dozeDeg: 2 })
    const dueMs = firstDue(due, at('2026-06-10'))
    expect(getSunElevationDeg(dueMs, latitude, longitude)).toBeCloseTo(14, 0)
    // In December the sun is 14 degrees high at best: the device is missed before noon all the same.
    const winterMs = firstDue(due, at('2026-12-20'))
    expect(getSunElevationDeg(winterMs, latitude, longitude)).toBeCloseTo(0.8 * 14, 0)
  })

  it('is never in a polar night and always in a polar day', () => {
    const due = createDaylightDue(...places.tromso, unknown)
    expect(due.between(at('2026-12-01'), at('2026-12-31'), 60 * DAY)).toBe(0)
    const reached = due.reach(at('2026-12-01'), HOUR) ?? 0
    expect(reached).toBeGreaterThan(at('2027-01-20'))
    expect(reached).toBeLessThan(at('2027-03-01'))
    const summer = due.between(at('2026-06-10'), at('2026-06-20'), 60 * DAY)
    expect(summer / DAY).toBeGreaterThan(5)
    const always = createDaylightDue(80, 18.96, unknown)
    expect(always.between(at('2026-06-10'), at('2026-06-20'), 60 * DAY) / DAY).toBeCloseTo(10, 1)
    expect(createDaylightDue(89.9, 0, unknown).reach(at('2026-11-01'), HOUR)).not.toBeNull()
  })

  it('counts the same as it reaches', () => {
    const due = createDaylightDue(...places.hobart, unknown)
    for (const hours of [1, 5, 9, 30]) {
      const reached = due.reach(at('2026-05-01') + 7 * HOUR, hours * HOUR) ?? Number.NaN
      expect(due.between(at('2026-05-01') + 7 * HOUR, reached, 1000 * DAY)).toBeCloseTo(hours * HOUR, -2)
    }
    expect(due.between(at('2026-05-01'), at('2026-06-01'), HOUR)).toBe(HOUR)
  })
})
