import type { DayRecord, PeriodStats } from '@heliograph/contract/maintain-s/history.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

const ZONE = 'Europe/Berlin'
const TODAY = '2026-06-12'
const at = (hours: number) => dayBounds(TODAY, ZONE).fromMs + hours * HOUR_MS
let test: TestApp
let token: string
let plantId: number

/** Twelve kWh a day from 9 to 15 h, from June 2 on; on June 11 half of it. */
function producedWh(atMs: number): number {
  let wh = 0
  for (let day = '2026-06-02'; day <= TODAY; day = addDays(day, 1)) {
    const hours = Math.min(6, Math.max(0, (atMs - dayBounds(day, ZONE).fromMs) / HOUR_MS - 9))
    wh += hours * (day === '2026-06-11' ? 1000 : 2000)
  }
  return wh
}

beforeAll(async () => {
  test = await createTestApp(at(12))
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  plantId = await addTestPlant(test.db, owner.userId)
  const inverter = await addTestDevice(test.db, plantId, { quantities: ['acPowerW', 'generationTotalWh'] })
  await appendSamples(test.db, inverter, { fromMs: dayBounds('2026-06-02', ZONE).fromMs, toMs: at(12) }, (atMs) => ({
    acPowerW: 2000,
    generationTotalWh: Math.round(1_000_000 + producedWh(atMs)),
  }))
  await settleAll(test.db, at(12))
})
afterAll(() => test.close())

async function dayOf(date: string, nowMs = at(12)): Promise<DayRecord> {
  test.clock.nowMs = nowMs
  const parts = { params: { id: plantId }, query: { date } }
  return (await inject(test.app, 'GET /maintain-s/history/power/{id}/record', parts, bearer(token))).json()
}
async function periodOf(type: string, date: string): Promise<PeriodStats> {
  test.clock.nowMs = at(12)
  const parts = { params: { id: plantId, type }, query: { date } }
  return (await inject(test.app, 'GET /maintain-s/history/power/{id}/stats/{type}', parts, bearer(token))).json()
}
const area = ({ clearSky }: DayRecord, untilS = Number.POSITIVE_INFINITY) =>
  clearSky.reduce((sum, { dateTime, power }) => sum + (dateTime < untilS ? power / 12_000 : 0), 0)

it('gives the energy that the drawn band allows, today until the newest sample', async () => {
  const whole = await dayOf('2026-06-11')
  expect((whole.clearSkyValue ?? 0) / area(whole)).toBeCloseTo(1, 2)
  // The clock goes on, the data does not.
  const part = await dayOf(TODAY, at(15))
  expect((part.clearSkyValue ?? 0) / area(part, at(12) / 1000)).toBeCloseTo(1, 1)
})

it('compares a day with the week before it, only with days that have data', async () => {
  const { comparison, statistics } = await dayOf('2026-06-11')
  expect(comparison).toMatchObject({ with: 'week', from: '2026-06-04', to: '2026-06-10', days: 7 })
  expect(comparison?.generationValue).toBeCloseTo(84, 1)
  expect(statistics.generationValue).toBeCloseTo(6, 1)
  expect((await dayOf('2026-06-05')).comparison).toMatchObject({ from: '2026-05-29', to: '2026-06-04', days: 3 })
  expect((await dayOf('2026-06-04')).comparison).toBeNull()
})

it('says nothing about a day without data, before dawn, or to come', async () => {
  for (const date of ['2026-06-01', '2026-06-13'])
    expect(await dayOf(date)).toMatchObject({ clearSkyValue: null, comparison: null })
  expect(await dayOf(TODAY, at(2))).toMatchObject({ clearSkyValue: null, comparison: null })
})

it('adds up the days with data of a month, a year and all years', async () => {
  const days = await Promise.all(
    Array.from({ length: 11 }, (_, n) => addDays('2026-06-02', n)).map((date) => dayOf(date)),
  )
  const sum = days.reduce((total, { clearSkyValue }) => total + (clearSkyValue ?? 0), 0)
  for (const type of ['month', 'year', 'total']) {
    const { clearSkyValue, comparison } = await periodOf(type, '2026-06')
    expect(clearSkyValue).toBeCloseTo(sum, 6)
    expect(comparison).toBeNull()
  }
  // July has not begun; were there data, June would be its month before.
  expect(await periodOf('month', '2026-07')).toMatchObject({ clearSkyValue: null, comparison: null })
})
