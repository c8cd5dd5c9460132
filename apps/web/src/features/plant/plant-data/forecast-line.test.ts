import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { expect, it } from 'vitest'
import { forecastPoints } from './forecast-line.ts'

const hour = (at: number, powerW: number) => ({ atMs: at * HOUR_MS, p10W: powerW / 2, p50W: powerW, p90W: powerW * 2 })

it('joins the middles of hours, and bridges no missing hour and no night', () => {
  const hours = [hour(4, 0), hour(5, 0), hour(6, 100), hour(7, 300), hour(9, 500)]
  const always = { sunriseMs: null, sunsetMs: null }
  const points = forecastPoints(hours, { fromMs: 0, toMs: 12 * HOUR_MS, slotMs: 30 * MINUTE_MS }, always)
  expect(points.map(({ atMs, value }) => [atMs / HOUR_MS, value])).toEqual([
    [6, 50],
    [6.5, 100],
    [7, 200],
    [7.5, 300],
  ])
  expect(points[2]).toMatchObject({ min: 100, max: 400 })
  expect(forecastPoints([], { fromMs: 0, toMs: HOUR_MS, slotMs: MINUTE_MS }, always)).toEqual([])
})

it('lies between sunrise and sunset', () => {
  const hours = [5, 6, 7, 8, 9].map((at) => hour(at, 100))
  const sun = { sunriseMs: 6.7 * HOUR_MS, sunsetMs: 8.2 * HOUR_MS }
  const points = forecastPoints(hours, { fromMs: 0, toMs: 12 * HOUR_MS, slotMs: 30 * MINUTE_MS }, sun)
  expect(points.map(({ atMs }) => atMs / HOUR_MS)).toEqual([7, 7.5, 8])
})
