import type { CallName } from '@heliograph/contract/calls.ts'
import type { Analysis } from '@heliograph/contract/maintain-s/history.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const ZONE = 'Europe/Berlin'
const TODAY = '2026-06-20'
const FIRST = '2026-06-01'
const at = (date: string, hours: number) => dayBounds(date, ZONE).fromMs + hours * HOUR_MS
let test: TestApp
let token: string
let stranger: string
let plantId: number

/** Twelve kWh a day from 9 to 15 h; on the 18th half of it. Eight kWh of consumption, on the 19th twice as much. */
const days = Array.from({ length: 20 }, (_, index) => addDays(FIRST, index))
const sunOf = (date: string) => (date === '2026-06-18' ? 6_000 : 12_000)
const useOf = (date: string) => (date === '2026-06-19' ? 16_000 : 8_000)
function countersAt(atMs: number) {
  let [sun, use] = [0, 0]
  for (const date of days) {
    const hours = (atMs - dayBounds(date, ZONE).fromMs) / HOUR_MS
    sun += sunOf(date) * Math.min(1, Math.max(0, hours / 6 - 1.5))
    use += useOf(date) * Math.min(1, Math.max(0, hours / 24))
  }
  return { generationTotalWh: Math.round(1_000_000 + sun), loadTotalWh: Math.round(500_000 + use) }
}

beforeAll(async () => {
  test = await createTestApp(at(TODAY, 11))
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  stranger = (await addTestUser(test, 'stranger')).token
  plantId = await addTestPlant(test.db, owner.userId, { capacityWp: 3_000 })
  const inverter = await addTestDevice(test.db, plantId, {
    quantities: ['acPowerW', 'generationTotalWh', 'loadTotalWh'],
    flows: ['generation', 'load'],
  })
  // Nothing arrived from 10 to 14 h on the 17th, and nothing at all on the 10th.
  const isSilent = (atMs: number) =>
    (atMs >= at('2026-06-17', 10) && atMs < at('2026-06-17', 14)) ||
    (atMs >= at('2026-06-10', 0) && atMs < at('2026-06-11', 0))
  await appendSamples(test.db, inverter, { fromMs: at(FIRST, 0), toMs: at(TODAY, 11), stepMs: 600_000 }, (atMs) =>
    isSilent(atMs) ? undefined : { acPowerW: 500, ...countersAt(atMs) },
  )
})
afterAll(() => test.close())

const ask = (name: CallName, parts: CallParts, as = token) => inject(test.app, name, parts, bearer(as))
async function analyze(b: string, c?: string): Promise<Analysis> {
  const reply = await (c === undefined
    ? ask('GET /maintain-s/history/power/analysis/{a}/{b}', { params: { a: plantId, b } })
    : ask('GET /maintain-s/history/power/analysis/{a}/{b}/{c}', { params: { a: plantId, b, c } }))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

describe('the analysis of a period', () => {
  it('tells of a day with half of the usual production', async () => {
    const found = await analyze('day', '2026-06-18')
    expect(found).toMatchObject({ analysisResult: 'productionLow', type: 'production', genValue: 6, running: false })
    const [low] = found.findings
    expect(low).toMatchObject({ unit: '%', compared: { with: 'week', from: '2026-06-11', to: '2026-06-17' } })
    expect((low?.value ?? 0) / (low?.usual ?? 1)).toBeCloseTo(0.5, 1)
  })

  it('tells of twice the usual consumption, in kWh a day', async () => {
    const found = await analyze('day', '2026-06-19')
    const up = found.findings.find(({ code }) => code === 'useUp')
    expect(up).toMatchObject({ type: 'consumption', unit: 'kWh', compared: { with: 'month', to: '2026-06-18' } })
    expect(up?.value).toBeCloseTo(16, 1)
    expect(up?.usual).toBeCloseTo(8, 1)
  })

  it('tells how many hours are missing', async () => {
    const found = await analyze('day', '2026-06-17')
    expect(found).toMatchObject({ analysisResult: 'outage', type: 'data' })
    expect(found.findings[0]?.unit).toBe('h')
    expect(found.findings[0]?.value).toBeCloseTo(4, 0)
  })

  it('judges the running day by the sun so far, and its consumption not at all', async () => {
    const found = await analyze('day')
    expect(found).toMatchObject({ running: true, from: TODAY, analysisResult: 'productionUsual' })
    expect(found.findings.map(({ type }) => type)).toEqual(['production'])
  })

  it('counts days without data in a month', async () => {
    const found = await analyze('month', '2026-06')
    expect(found).toMatchObject({ from: FIRST, to: TODAY, running: true, analysisResult: 'outage' })
    expect(found.findings[0]).toMatchObject({ value: 1, unit: 'd' })
  })

  it('knows that nothing is known', async () => {
    expect(await analyze('month', '2025-01')).toMatchObject({
      analysisResult: 'noData',
      genValue: null,
      useValue: null,
    })
    expect(await analyze('day', '2027-01-01')).toMatchObject({ analysisResult: 'noData' })
  })

  it('refuses what is no date', async () => {
    for (const c of ['2026-02-30', '2026-13', '1850'])
      expect(
        (
          await ask('GET /maintain-s/history/power/analysis/{a}/{b}/{c}', { params: { a: plantId, b: 'day', c } })
        ).json().code,
      ).toBe('PARAM_ERROR')
    const week = await ask('GET /maintain-s/history/power/analysis/{a}/{b}', { params: { a: plantId, b: 'week' } })
    expect(week.json().code).toBe('PARAM_ERROR')
  })

  it('names its rules, and what the plant can answer', async () => {
    const name = 'GET /maintain-s/history/power/analysis/version/{id}'
    const reply = await ask(name, { params: { id: plantId } })
    expect(reply.json()).toMatchObject({ id: plantId, version: 1, production: true, consumption: true })
    expect((await ask(name, { params: { id: plantId } }, stranger)).statusCode).toBe(404)
  })
})
