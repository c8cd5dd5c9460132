import { createStoreWindow } from '@heliograph/collect/store-window.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { moveClock, readPlantNow } from '../../fleet/now/now.ts'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { createIngest, type Ingest, openPolled, type PolledDesk } from '../ingest/ingest.ts'
import { addTarget } from './targets.ts'

/** Noon in Berlin. */
const noonMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: 'silent' })
let test: TestApp
let ingest: Ingest
let desk: PolledDesk
let owner = 0
let [plant, logger] = [0, '']
let port = 500

beforeAll(async () => {
  test = await createTestApp(noonMs)
  const now = (): number => test.clock.nowMs
  ingest = createIngest({ db: test.db, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  desk = await ingest.open(openPolled)
  owner = (await addTestUser(test, 'owner')).userId
})
afterAll(async () => {
  await ingest.close()
  await test.close()
})
beforeEach(async () => {
  const { db } = test
  test.clock.nowMs = noonMs
  plant = await addTestPlant(db, owner)
  port += 1
  const candidate = { key: 'a', maker: 'M', model: 'X', serial: 'A', confidence: 1, why: 'model', opens: 0 } as const
  const offer = { plantId: plant, way: 'modbus-tcp', host: '192.168.1.20', port, settings: {}, candidate }
  const rates = { pollSeconds: 60, storeSeconds: 60 }
  await addTarget(db, { plantId: plant, userId: null, offers: [offer], secrets: [], name: '', nowMs: noonMs, ...rates })
  const { rows } = await db.pool.query('select address from loggers where plant_id = $1', [plant])
  logger = rows[0].address
})

/** One reading on its way from a device to the database. */
async function read(atMs: number, values: Values): Promise<void> {
  test.clock.nowMs = atMs
  const decoded: Decoded = {
    deviceSerial: `A${plant}`,
    deviceType: 'INVERTER',
    profileId: 'x',
    values,
    texts: {},
    complaints: [],
  }
  for (const one of createStoreWindow(60_000).add(decoded, Uint8Array.of(1), atMs))
    await desk.store({ logger, address: '', intervalMs: MINUTE_MS }, { ...one, words: one.raw })
}
const samples = async (): Promise<readonly Values[]> => {
  const { rows } = await test.db.pool.query('select id from devices where plant_id = $1', [plant])
  const found: Values[] = []
  for (const { id: deviceId } of rows)
    for await (const page of telemetry.samplesOf(test.db, { plantId: plant, deviceId, fromMs: 0, toMs: noonMs * 2 }))
      found.push(...page.map(({ values }) => values))
  return found
}
const energies = async () =>
  (
    await test.db.pool.query<{ day: string; generation_wh: number }>(
      'select day::text, generation_wh from plant_days where plant_id = $1 and generation_wh is not null order by day',
      [plant],
    )
  ).rows
async function nowAt(atMs: number) {
  test.clock.nowMs = atMs
  await moveClock(test.db, atMs, { mostMs: 5_000 })
  return await readPlantNow(test.db, plant)
}

it('a lifetime total of 0 is stored nowhere and adds no energy', async () => {
  await read(noonMs, { acPowerW: 500, generationTotalWh: 71_000 })
  await read(noonMs + MINUTE_MS, { acPowerW: 0, generationTotalWh: 0 })
  await read(noonMs + 2 * MINUTE_MS, { acPowerW: 500, generationTotalWh: 71_010 })
  expect((await samples()).map(({ generationTotalWh }) => generationTotalWh)).toEqual([71_000, undefined, 71_010])
  expect(await energies()).toEqual([{ day: '2026-06-15', generation_wh: 10 }])
})

it('yesterday’s counter of today at dawn is in no day, which is that of the total', async () => {
  const dawnMs = noonMs + 17 * HOUR_MS
  await read(noonMs, { acPowerW: 500, generationTotalWh: 50_000, generationTodayWh: 9_000 })
  await read(noonMs + HOUR_MS, { acPowerW: 500, generationTotalWh: 50_400, generationTodayWh: 9_400 })
  // The inverter wakes up with yesterday's value, and begins its day when its clock is set.
  for (const minute of [0, 1])
    await read(dawnMs + minute * MINUTE_MS, { acPowerW: 1, generationTotalWh: 50_400, generationTodayWh: 9_400 })
  await read(dawnMs + 2 * MINUTE_MS, { acPowerW: 5, generationTotalWh: 50_410, generationTodayWh: 10 })
  expect(await energies()).toEqual([
    // With what it made that day before it was added.
    { day: '2026-06-15', generation_wh: 9_400 },
    { day: '2026-06-16', generation_wh: 10 },
  ])
})

it('yesterday’s counter of today adds nothing where it is the first one read', async () => {
  const dawnMs = noonMs + 17 * HOUR_MS
  for (const minute of [0, 1])
    await read(dawnMs + minute * MINUTE_MS, { acPowerW: 1, generationTotalWh: 50_400, generationTodayWh: 9_400 })
  await read(dawnMs + 2 * MINUTE_MS, { acPowerW: 5, generationTotalWh: 50_410, generationTodayWh: 10 })
  expect(await energies()).toEqual([{ day: '2026-06-16', generation_wh: 10 }])
})

it('yesterday’s counter at dawn puts an unheard evening on its own day', async () => {
  const dawnMs = noonMs + 17 * HOUR_MS
  await read(noonMs, { acPowerW: 500, generationTotalWh: 50_000, generationTodayWh: 9_000 })
  await read(dawnMs, { acPowerW: 1, generationTotalWh: 50_900, generationTodayWh: 9_900 })
  await read(dawnMs + MINUTE_MS, { acPowerW: 5, generationTotalWh: 50_910, generationTodayWh: 10 })
  expect(await energies()).toEqual([
    { day: '2026-06-15', generation_wh: 9_900 },
    { day: '2026-06-16', generation_wh: 10 },
  ])
})

it('an unreached inverter has no power by day, 0 at night, and its total', async () => {
  await read(noonMs, { acPowerW: 4_000, generationTotalWh: 50_000 })
  expect(await nowAt(noonMs + 30_000)).toMatchObject({ status: 'well', power: { pvW: 4_000 } })
  expect(await nowAt(noonMs + 5 * MINUTE_MS)).toMatchObject({
    status: 'late',
    power: { pvW: null },
    counterTotalWh: 50_000,
  })
  // Half an hour before sunset at 21:32.
  const duskMs = noonMs + 9.5 * HOUR_MS
  await read(duskMs, { acPowerW: 40, generationTotalWh: 60_000 })
  expect(await nowAt(duskMs + 3 * HOUR_MS)).toMatchObject({
    status: 'asleep',
    power: { pvW: 0 },
    counterTotalWh: 60_000,
  })
})

it('a jump of power is left out of its reading, and the device goes on', async () => {
  await read(noonMs, { acPowerW: 4_000, pvPowerW: 4_100, generationTotalWh: 50_000 })
  await read(noonMs + MINUTE_MS, { acPowerW: 35_900_000, pvPowerW: 4_100, generationTotalWh: 50_060 })
  await read(noonMs + 2 * MINUTE_MS, { acPowerW: 65_535_000, pvPowerW: 4_100, generationTotalWh: 50_120 })
  await read(noonMs + 3 * MINUTE_MS, { acPowerW: 4_050, pvPowerW: 4_100, generationTotalWh: 50_180 })
  const { rows } = await test.db.pool.query('select id, standing from devices where plant_id = $1', [plant])
  expect(rows).toMatchObject([{ standing: 'counted' }])
  const history = await telemetry.deviceSeries(test.db, {
    plantId: plant,
    deviceId: rows[0].id,
    quantities: ['acPowerW'],
    fromMs: noonMs,
    toMs: noonMs + HOUR_MS,
    resolution: 'hour',
  })
  expect(history[0]?.points).toMatchObject([{ value: 4_025, max: 4_050 }])
  const refused = await test.db.pool.query('select quantity, readings from refused_powers where plant_id = $1', [plant])
  expect(refused.rows).toEqual([{ quantity: 'acPowerW', readings: 2 }])
  expect(await energies()).toEqual([{ day: '2026-06-15', generation_wh: 180 }])
  expect(await nowAt(noonMs + 3.5 * MINUTE_MS)).toMatchObject({ status: 'well', power: { pvW: 4_050 } })
})
