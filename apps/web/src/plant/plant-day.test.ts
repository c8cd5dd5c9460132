import { expect, it } from 'vitest'
import { isBeforeSunrise } from './plant-day.ts'

const ZONE = 'Europe/Berlin'
const sleeping = { status: 'asleep', todayWh: 0, nextSunriseMs: Date.parse('2026-11-29T06:50:00Z') } as const

it('leads with yesterday from midnight to sunrise alone', () => {
  expect(isBeforeSunrise(sleeping, '2026-11-29', ZONE)).toBe(true)
  expect(isBeforeSunrise({ ...sleeping, todayWh: null }, '2026-11-29', ZONE)).toBe(true)
  // In the evening the day that ends is the answer, whatever it made.
  expect(isBeforeSunrise(sleeping, '2026-11-28', ZONE)).toBe(false)
  expect(isBeforeSunrise({ ...sleeping, todayWh: 40 }, '2026-11-29', ZONE)).toBe(false)
  expect(isBeforeSunrise({ ...sleeping, status: 'well', nextSunriseMs: null }, '2026-11-29', ZONE)).toBe(false)
  expect(isBeforeSunrise({ ...sleeping, status: 'silent' }, '2026-11-29', ZONE)).toBe(false)
})
