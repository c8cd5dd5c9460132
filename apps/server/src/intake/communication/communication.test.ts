import type { FleetLogger, NetworkingRow, ReportedLogger } from '@heliograph/contract/maintain-s/communication.ts'
import { addDays } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'
import { countDueDays, noteServerTime } from './communication.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY_MS = 24 * HOUR
const STEP_MS = 15 * MINUTE
/** Records of a device in a day. */
const PER_DAY = 96
/** Midnight in Berlin, in summer. */
const midnight = Date.parse('2026-06-14T22:00:00Z')
const TODAY = '2026-06-15'
const nowMs = midnight + 10 * HOUR
const startMs = midnight - 5 * DAY_MS

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
let hybrid: DeviceMeta
let second: DeviceMeta

const battery = ['batterySocPercent', 'acPowerW'] as const
const own = { loggerSerial: 1712345678, createdAtMs: startMs, flows: [] }

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  plant = await addTestPlant(test.db, owner.userId, { name: 'Here' })
  await giveLoggers(test.db, plant, ['1712345678', '1712345679'])
  await test.db.pool.query(
    `update loggers set last_data_at = $1, last_seen_at = $1, signal_percent = 60, firmware = 'LSW3', ssid = 'attic',
       mac = 'AA:BB', working_s = 3600, interval_s = 900 where address = '1712345678'`,
    [new Date(nowMs - MINUTE)],
  )
  hybrid = await addTestDevice(test.db, plant, { serial: 'HYB', ...own, quantities: [...battery] })
  second = await addTestDevice(test.db, plant, { serial: 'TWO', ...own, quantities: [...battery] })
  // The first day has a gap of both from 10 to 12, and two hours of the second device alone; the third nothing at all.
  const missing = (atMs: number, from: number, to: number, day: number) =>
    atMs >= startMs + day * DAY_MS + from * HOUR && atMs < startMs + day * DAY_MS + to * HOUR
  const fill = (device: DeviceMeta, isLost: (atMs: number) => boolean) =>
    appendSamples(test.db, device, { fromMs: startMs, toMs: nowMs, stepMs: STEP_MS }, (atMs) =>
      isLost(atMs) || missing(atMs, 10, 12, 0) || missing(atMs, 0, 24, 2) ? undefined : { batterySocPercent: 50 },
    )
  await fill(hybrid, () => false)
  await fill(second, (atMs) => missing(atMs, 15, 17, 0) || missing(atMs, 0, 24, 3))
  // The server ran all the time but for most of the third day.
  await test.db.pool.query('insert into server_times (from_at, to_at) values ($1, $2), ($3, $4)', [
    new Date(startMs - DAY_MS),
    new Date(startMs + 2 * DAY_MS + HOUR),
    new Date(startMs + 2 * DAY_MS + 20 * HOUR),
    new Date(nowMs),
  ])
  await test.db.pool.query(
    `insert into logger_contacts (plant_id, logger_id, day, heard, handshakes, boots, signal_min, signal_max, signal_sum,
       signal_count, delay_sum_ms, delay_max_ms, delay_count, buffered, firmware)
     select $1, id, $2, (repeat('1', 120) || repeat('0', 24) || repeat('1', 156))::bit(300), 3, $3, 40, 60, 100, 2, 9000, 5000, 3, 4, 'LSW3_1'
     from loggers where address = '1712345678'`,
    [plant, addDays(TODAY, -5), [new Date(startMs + 11.9 * HOUR), new Date(startMs + 11.9 * HOUR + MINUTE)]],
  )
})
afterAll(() => test.close())

async function ask<T>(name: Parameters<typeof inject>[1], parts: CallParts, token = owner.token): Promise<T> {
  const reply = await inject(test.app, name, parts, bearer(token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
type Report = { from: string; to: string; total: number; zone: string; data: ReportedLogger[] }
const PLANT = 'GET /maintain-s/operating/station/{id}/communication'
const report = (query: CallParts['query'] = {}, id = plant) => ask<Report>(PLANT, { params: { id }, query })
type Fleet = { total: number; expected: number; received: number; data: FleetLogger[] }
const fleet = (body: object = {}, token = owner.token) =>
  ask<Fleet>('POST /maintain-s/operating/station/communication', { body }, token)

describe('the count of days', () => {
  it('counts the days that are over, once', async () => {
    expect(await countDueDays(test.db, nowMs)).toBe(1)
    expect(await countDueDays(test.db, nowMs)).toBe(0)
    const { rows } = await test.db.pool.query<{ day: string; expected: number; received: number }>(
      'select day::text, expected, received from logger_days order by day',
    )
    // The first day belongs to both devices; the one before ends with their first sample.
    expect(rows.slice(-5)).toEqual([
      { day: '2026-06-10', expected: 2 * PER_DAY, received: 2 * PER_DAY - 3 * 8 },
      { day: '2026-06-11', expected: 2 * PER_DAY, received: 2 * PER_DAY },
      { day: '2026-06-12', expected: 2 * PER_DAY, received: 0 },
      { day: '2026-06-13', expected: 2 * PER_DAY, received: PER_DAY },
      { day: '2026-06-14', expected: 2 * PER_DAY, received: 2 * PER_DAY },
    ])
    // Before the devices were there nothing was expected of them.
    expect(rows.slice(0, -5).every(({ expected }) => expected === 0)).toBe(true)
  })

  it('counts a day again after late records', async () => {
    await appendSamples(
      test.db,
      second,
      { fromMs: startMs + 15 * HOUR, toMs: startMs + 16 * HOUR, stepMs: STEP_MS },
      () => ({
        batterySocPercent: 50,
      }),
    )
    expect(await countDueDays(test.db, nowMs + DAY_MS)).toBe(1)
    const [day] = (await report({ from: '2026-06-10', to: '2026-06-10' })).data[0]?.days ?? []
    expect([day?.expected, day?.received]).toEqual([2 * PER_DAY, 2 * PER_DAY - 2 * 8 - 4])
  })
})

describe("a plant's report", () => {
  it('has gaps with their causes, restarts, signal and delays', async () => {
    const { data, total, zone } = await report({ from: '2026-06-10', to: TODAY })
    expect([total, zone]).toEqual([2, 'Europe/Berlin'])
    const days = new Map(data[0]?.days.map((day) => [day.day, day]))
    expect(days.get('2026-06-10')).toMatchObject({
      gapCount: 2,
      // Both starts are one, and explain the gap.
      restarts: 1,
      signal: { min: 40, mean: 50, max: 60 },
      delay: { meanS: 3, maxS: 5 },
      buffered: 4,
      firmware: 'LSW3_1',
      deviceCount: 2,
      missing: [],
      gaps: [
        {
          fromMs: startMs + 36_000_000 - 900_000,
          toMs: startMs + 43_200_000,
          records: 8,
          cause: 'power',
          deviceId: null,
        },
        { cause: 'device', deviceId: second.deviceId, deviceName: 'Test TWO', records: 4 },
      ],
    })
    expect(days.get('2026-06-11')).toMatchObject({ gapCount: 0, signal: null, delay: null })
    expect(days.get('2026-06-12')?.gaps).toMatchObject([{ records: PER_DAY, cause: 'server' }])
    expect(days.get('2026-06-13')?.missing).toEqual([{ id: second.deviceId, name: 'Test TWO' }])
    // Today up to now: ten hours of two devices.
    expect(days.get(TODAY)).toMatchObject({ expected: 80, received: 80, gapCount: 0 })
    // A logger that never sent: nobody knows what it should.
    expect(data[1]).toMatchObject({ serial: '1712345679', days: [] })
  })

  it('expects nothing on the first day before the device was known', async () => {
    const third = await addTestUser(test, 'third')
    const fresh = await addTestPlant(test.db, third.userId, { name: 'Fresh' })
    const ofFresh = async (from: string, to: string) =>
      (await ask<Report>(PLANT, { params: { id: fresh }, query: { from, to } }, third.token)).data[0]?.days ?? []
    await giveLoggers(test.db, fresh, ['1788888888'])
    await test.db.pool.query("update loggers set last_data_at = now(), interval_s = 900 where address = '1788888888'")
    const options = { serial: 'NEW', flows: [], loggerSerial: 1788888888, createdAtMs: midnight + 6 * HOUR }
    const device = await addTestDevice(test.db, fresh, { ...options, quantities: [...battery] })
    const fill = (fromMs: number, toMs: number, step: number) =>
      appendSamples(test.db, device, { fromMs, toMs, stepMs: step }, () => ({ batterySocPercent: 50 }))
    // A history that was brought in by the hour, then its own records; two of them are lost.
    await fill(midnight - DAY_MS, midnight + 6 * HOUR, HOUR)
    await fill(midnight + 6 * HOUR, midnight + 8 * HOUR, STEP_MS)
    await fill(midnight + 8.5 * HOUR, nowMs, STEP_MS)
    expect((await ofFresh(TODAY, TODAY))[0]).toMatchObject({
      expected: 6 + 16,
      received: 6 + 14,
      gapCount: 1,
    })
    await countDueDays(test.db, nowMs)
    expect((await ofFresh('2026-06-14', '2026-06-14'))[0]).toMatchObject({ expected: 24, received: 24 })
  })

  it('refuses a range that is none', async () => {
    for (const query of [{ from: '2026-06-14', to: '2026-06-01' }, { from: '2025-01-01' }, { from: '2026-02-30' }]) {
      const reply = await inject(test.app, PLANT, { params: { id: plant }, query }, bearer(owner.token))
      expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR' })
    }
  })
})

describe("a fleet's report", () => {
  it('has the worst logger first, and only plants whose devices may be seen', async () => {
    const other = await addTestPlant(test.db, owner.userId, { name: 'There' })
    await giveLoggers(test.db, other, ['1799999999'])
    await test.db.pool.query("update loggers set last_data_at = now(), interval_s = 900 where address = '1799999999'")
    const good = await addTestDevice(test.db, other, {
      serial: 'OK',
      ...own,
      loggerSerial: 1799999999,
      quantities: [...battery],
    })
    await appendSamples(test.db, good, { fromMs: startMs, toMs: nowMs, stepMs: STEP_MS }, () => ({
      batterySocPercent: 50,
    }))
    await countDueDays(test.db, nowMs)
    const found = await fleet()
    expect(found.data.map(({ plantName, serial }) => [plantName, serial])).toEqual([
      ['Here', '1712345678'],
      ['There', '1799999999'],
    ])
    expect(found).toMatchObject({ total: 2, expected: 5 * 2 * PER_DAY + 5 * PER_DAY })
    expect(found.data[0]).toMatchObject({ longestMs: DAY_MS, restarts: 1, missingDevices: 1, signalPercent: 50 })
    expect(found.data[0]?.days.at(-1)).toEqual({
      day: '2026-06-14',
      expected: 2 * PER_DAY,
      received: 2 * PER_DAY,
    })
    expect((await fleet({ keyword: 'ther' })).data.map(({ plantName }) => plantName)).toEqual(['There'])
    const guest = await addTestUser(test, 'guest')
    await addMember(test.db, plant, guest.userId, 'viewer', ['viewPlantInfo'])
    await addMember(test.db, other, guest.userId, 'viewer', ['viewPlantDevice'])
    expect((await fleet({}, guest.token)).data.map(({ plantName }) => plantName)).toEqual(['There'])
    const stranger = await addTestUser(test, 'stranger')
    expect(await fleet({}, stranger.token)).toMatchObject({ total: 0, data: [] })
  })
})

describe('networking information', () => {
  const NETWORK = 'GET /maintain-s/fast/{id}/collector/networkingInfo'

  it('has what a logger says of itself, unknown parts as null', async () => {
    const { total, data } = await ask<{ total: number; data: NetworkingRow[] }>(NETWORK, { params: { id: plant } })
    expect(total).toBe(2)
    expect(data[0]).toMatchObject({
      link: 'WLAN',
      signalIntensity: 60,
      firmware: 'LSW3',
      uploadCycle: 900,
      workingTimeS: 3600,
      startedAt: nowMs / 1000 - 60 - 3600,
      connectsToday: null,
      network: { mac: 'AA:BB', localAddress: null, ssid: 'attic' },
    })
    expect(data[1]).toMatchObject({ link: null, signalIntensity: null, firmware: null, startedAt: null })
  })

  it('hides what identifies the site from who may not add devices', async () => {
    const viewer = await addTestUser(test, 'viewer')
    await addMember(test.db, plant, viewer.userId, 'viewer', ['viewPlantDevice'])
    const { data } = await ask<{ data: NetworkingRow[] }>(NETWORK, { params: { id: plant } }, viewer.token)
    expect(data[0]).toMatchObject({ network: null, signalIntensity: 60 })
  })
})

describe('the times of this server', () => {
  it('grow while it runs and break at an outage', async () => {
    await test.db.pool.query('delete from server_times')
    for (const at of [0, 1, 2, 10, 11]) await noteServerTime(test.db, nowMs + at * MINUTE)
    const { rows } = await test.db.pool.query<{ from_at: Date; to_at: Date }>('select * from server_times order by 1')
    expect(rows.map(({ from_at, to_at }) => [from_at, to_at].map((at) => (at.getTime() - nowMs) / MINUTE))).toEqual([
      [0, 2],
      [10, 11],
    ])
  })
})
