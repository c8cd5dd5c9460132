import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { expect, test } from 'vitest'
import { sunWeightOf } from '../../platform/sun/sun.ts'
import { agreementOf, chanceOf } from './device-agreement.ts'
import type { KnownDevice } from './known-devices.ts'
import { meterRulesOf } from './meter-rules.ts'

const noonMs = Date.parse('2026-06-01T12:00:00Z')
const duskMs = Date.parse('2026-06-01T20:00:00Z')
const dawnMs = Date.parse('2026-06-02T05:00:00Z')
const device = {
  meta: {
    zone: 'Europe/London',
    sun: sunWeightOf({
      latitudeDeg: 51,
      longitudeDeg: 0,
      altitudeM: 0,
      capacityWp: 5_000,
      azimuthDeg: 180,
      tiltDeg: 20,
      planes: [],
    }),
    ruleOf: meterRulesOf({ type: 'INVERTER', profileId: 'solis-0507', reportedW: null, capacityWp: 5_000 }),
  },
} as unknown as KnownDevice

const agree = (before: Values, beforeMs: number, now: Values, nowMs: number) => {
  const values = Object.fromEntries(Object.entries(before).map(([id, value]) => [id, { value, atMs: beforeMs }]))
  const latest = { plantId: 1, deviceId: 1, atMs: beforeMs, values }
  const content = { deviceSerial: 'A1', deviceType: 'INVERTER' as const, profileId: 'solis-0507', values: now }
  return agreementOf({ ...content, texts: {}, complaints: [] }, { device, latest }, nowMs)
}
const total = (generationTotalWh: number): Values => ({ generationTotalWh })

test.each([
  ['stands still', 12_000_000, 12_000_000, 5, true],
  ['rises by a step', 12_000_000, 12_001_000, 5, true],
  ['rises as the rating allows', 12_000_000, 12_004_000, 30, true],
  ['rises more than the rating allows', 12_000_000, 12_009_000, 30, false],
  ['falls', 12_000_000, 11_999_000, 5, false],
])('a total that %s', (_, before, now, minutes, fits) => {
  expect(agree(total(before), noonMs, total(now), noonMs + minutes * MINUTE_MS).fits).toBe(fits)
})

test('after a night no more than dusk and dawn could give', () => {
  expect(agree(total(12_000_000), duskMs, total(12_002_000), dawnMs).fits).toBe(true)
  expect(agree(total(12_000_000), duskMs, total(12_020_000), dawnMs).fits).toBe(false)
})

test('a device that the plant does not have, or one without totals, proves nothing', () => {
  const content = { deviceSerial: 'B2', deviceType: 'INVERTER' as const, profileId: 'x', texts: {}, complaints: [] }
  expect(agreementOf({ ...content, values: total(12_000_000) }, undefined, noonMs).fits).toBeUndefined()
  expect(agree({ acPowerW: 5 }, noonMs, { acPowerW: 5 }, noonMs).fits).toBeUndefined()
})

test.each([3_000, 20_000, 60_000])('a lifetime of %i Wh may be guessed', (before) => {
  expect(chanceOf(agree(total(before), noonMs, total(before), noonMs + MINUTE_MS).lifetime)).toBeGreaterThan(0.05)
})

test("today's and yesterday's energy make a guess less likely, and never more", () => {
  const later = noonMs + 5 * MINUTE_MS
  const one = agree(total(12_000_000), noonMs, total(12_000_000), later)
  const daily = { generationTodayWh: 9_000, generationYesterdayWh: 21_300 }
  const all = agree({ ...total(12_000_000), ...daily }, noonMs, { ...total(12_000_000), ...daily }, later)
  expect(all.daily).toHaveLength(2)
  expect(chanceOf([...all.lifetime, ...all.daily])).toBeLessThan(chanceOf(one.lifetime))
  const reset = { ...daily, generationTodayWh: 0, generationYesterdayWh: 0 }
  expect(agree({ ...total(12_000_000), ...daily }, noonMs, { ...total(12_000_000), ...reset }, later)).toMatchObject({
    fits: true,
    daily: [1, 1],
  })
})

test("overnight, today's energy is yesterday's", () => {
  const before = { ...total(12_000_000), generationTodayWh: 23_400 }
  const now = { ...total(12_000_000), generationTodayWh: 100, generationYesterdayWh: 23_400 }
  expect(agree(before, duskMs, now, dawnMs).daily[0]).toBeLessThan(0.02)
})

test('uniform guesses are together as close as they are said to be', () => {
  expect(chanceOf([])).toBe(1)
  expect(chanceOf([0.01])).toBeCloseTo(0.01, 12)
  let state = 7
  const roll = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  for (const most of [0.3, 0.05, 0.01]) {
    const hits = Array.from({ length: 20_000 }, () => chanceOf([roll(), roll(), roll()])).filter(
      (value) => value <= most,
    )
    expect(hits.length / 20_000).toBeLessThan(most * 1.15)
    expect(hits.length / 20_000).toBeGreaterThan(most * 0.8)
  }
})
