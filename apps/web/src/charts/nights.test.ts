import { dayBounds } from '@heliograph/domain/time.ts'
import { expect, it } from 'vitest'
import { nightsOf } from './nights.ts'

const HOUR_MS = 3_600_000
const DATE = '2026-09-12'
const ZONE = 'Europe/Berlin'
const { fromMs } = dayBounds(DATE, ZONE)
const hoursOf = (riseH: number | null, setH: number | null) =>
  nightsOf({
    date: DATE,
    zone: ZONE,
    sunriseMs: riseH === null ? null : fromMs + riseH * HOUR_MS,
    sunsetMs: setH === null ? null : fromMs + setH * HOUR_MS,
  }).map((night) => (night.toMs - night.fromMs) / HOUR_MS)

it('shades both ends of a day', () => {
  expect(hoursOf(6, 20)).toEqual([6, 4])
})

it('shades the middle if the sun sets before it rises, and nothing on a polar day', () => {
  expect(hoursOf(3, 1)).toEqual([2])
  expect(hoursOf(null, null)).toEqual([])
})
