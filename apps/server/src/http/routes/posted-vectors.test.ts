import { readFileSync } from 'node:fs'
import { addDays } from '@heliograph/domain/time.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createIngest, type Ingest, openReadings, type ReadingsDesk } from '../../intake/ingest/ingest.ts'
import { addAccessToken, findSession } from '../../people/accounts/accounts.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp, testPlant } from '../../testing/app.ts'

/** Posts rebuilt from what people reported of their devices, with the right figures of each. */
type Reading = Readonly<{ at: string; values: Readonly<Record<string, number>> }>
type Post = readonly Readonly<{ serial: string; type: string; readings: readonly Reading[] }>[]
type Posted = Readonly<{
  plant: Readonly<{ timeZone: string; capacityKwp: number }>
  posts: readonly Post[]
  expect: unknown
}>

const afterAllMs = Date.parse('2026-11-29T12:00:00+01:00')
let test: TestApp
let ingest: Ingest
let desk: ReadingsDesk
let owner: { userId: number; token: string }
let token = ''

beforeAll(async () => {
  const readings: ReadingsDesk = { post: (options) => desk.post(options), store: (options) => desk.store(options) }
  test = await createTestApp(afterAllMs, { services: { readings } })
  ingest = createIngest({
    db: test.db,
    telemetry,
    reactions: createReactions(() => test.clock.nowMs),
    now: () => test.clock.nowMs,
    log: pino({ level: 'silent' }),
  })
  await ingest.start()
  desk = await ingest.open(openReadings)
  owner = await addTestUser(test, 'owner')
  const session = await findSession(test.db, owner.token, test.clock.nowMs)
  if (session === undefined) throw new Error('not signed in')
  const options = { name: 'script', scopes: ['reading:write'] as const, expiresInDays: 30, center: '' }
  token = (await addAccessToken(test.db, session, { ...options, nowMs: test.clock.nowMs })).token
})
afterAll(async () => {
  await ingest.close()
  await test.close()
})

function load<Expected>(name: string) {
  const file = new URL(`./fixtures/posted/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Posted & Readonly<{ expect: Expected }>
}

const addPlant = ({ plant }: Posted): Promise<number> =>
  addTestPlant(test.db, owner.userId, { ...testPlant, capacityWp: plant.capacityKwp * 1_000, zone: plant.timeZone })

async function post(plant: number, devices: Post) {
  const url = `/maintain-s/station/${plant}/readings`
  const reply = await test.app.inject({ method: 'POST', url, headers: bearer(token), payload: { devices } })
  return reply.json()
}

async function postAll(plant: number, { posts }: Posted): Promise<void> {
  for (const devices of posts) {
    const count = devices.reduce((sum, { readings }) => sum + readings.length, 0)
    expect(await post(plant, devices)).toMatchObject({ stored: count, refused: 0 })
  }
}

/** kWh of a day; null: no reading. */
const energyOn = async (plant: number, date: string, flow: 'generation' | 'discharge' = 'generation') => {
  const wh = (await telemetry.plantDays(test.db, plant, date, date))[0]?.energy[flow] ?? null
  return wh === null ? null : wh / 1_000
}
const countRefused = async (plant: number) =>
  (await telemetry.quarantined(test.db, plant, { fromMs: 0, toMs: 4e12 })).length

it('a daily counter that still shows yesterday at dawn counts what rises', async () => {
  const file = load<Record<string, { generation_kWh: number; tolerance: number }>>('today-stale-at-dawn')
  const plant = await addPlant(file)
  await postAll(plant, file)
  for (const [date, { generation_kWh: kwh, tolerance }] of Object.entries(file.expect))
    expect(Math.abs(((await energyOn(plant, date)) ?? 0) - kwh)).toBeLessThanOrEqual(tolerance)
})

it('a hybrid that counts its AC output produces nothing at night', async () => {
  type Day = { generation_kWh: number; consumption_kWh: number; discharge_kWh: number; tolerance: number }
  const file = load<Record<string, Day>>('hybrid-night')
  const plant = await addPlant(file)
  await postAll(plant, file)
  for (const [date, want] of Object.entries(file.expect)) {
    expect(await energyOn(plant, date)).toBe(want.generation_kWh)
    const url = `/maintain-s/history/power/${plant}/stats/daily?date=${date}`
    const reply = await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })
    const { useValue, dischargeValue } = reply.json().statistics
    expect(Math.abs(useValue - want.consumption_kWh)).toBeLessThanOrEqual(want.tolerance)
    expect(Math.abs(dischargeValue - want.discharge_kWh)).toBeLessThanOrEqual(want.tolerance)
  }
})

it('one odd value does not cost the counter beside it', async () => {
  const file = load<{ stored: number; day: { generation_kWh: number } }>('one-odd-value')
  const plant = await addPlant(file)
  const [devices = []] = file.posts
  const reply = await post(plant, devices)
  expect(reply).toMatchObject({ stored: file.expect.stored, refused: 0 })
  expect(JSON.stringify(reply)).toContain('readings.2.values.batterySocPercent')
  expect(await energyOn(plant, '2026-11-26')).toBe(file.expect.day.generation_kWh)
})

it('a declared replacement by a used device starts the counter anew', async () => {
  const file = load<Record<string, number>>('replaced-by-used-inverter')
  const plant = await addPlant(file)
  const [before = [], after = []] = file.posts
  await postAll(plant, { ...file, posts: [before] })
  const serials = { oldDeviceSn: before[0]?.serial, newDeviceSn: after[0]?.serial }
  const url = `/maintain-s/power/system/${plant}/device/replace`
  test.clock.nowMs = Date.parse('2026-11-26T12:00:00+01:00')
  const reply = await test.app.inject({ method: 'POST', url, headers: bearer(owner.token), payload: serials })
  expect(reply.statusCode).toBe(200)
  test.clock.nowMs = afterAllMs
  await postAll(plant, { ...file, posts: [after] })
  const { refused, tolerance = 0, ...days } = file.expect
  for (const [date, kwh] of Object.entries(days))
    expect(Math.abs(((await energyOn(plant, date)) ?? 0) - kwh)).toBeLessThanOrEqual(tolerance)
  expect(await countRefused(plant)).toBe(refused)
})

it('a lifetime counter that is 0 at night has nothing refused', async () => {
  const file = load<Record<string, number>>('total-zero-all-night')
  const plant = await addPlant(file)
  await postAll(plant, file)
  const { refused, ...days } = file.expect
  for (const [date, kwh] of Object.entries(days)) expect(await energyOn(plant, date)).toBe(kwh)
  expect(await energyOn(plant, addDays('2026-11-26', 1))).toBeNull()
  expect(await countRefused(plant)).toBe(refused)
})
