import type { DeviceComparison, DeviceStates } from '@heliograph/contract/device-s/device.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { type CallParts, inject } from '../../testing/call.ts'
import { type DeviceMeta, deviceSeries, sealDays } from '../telemetry/telemetry.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A Monday, 14:00 at the plant; sunrise at about five, sunset at about ten. */
const nowMs = Date.parse('2026-06-15T12:00:00Z')
const midnight = Date.parse('2026-06-14T22:00:00Z')

let test: TestApp
let owner: { userId: number; token: string }
let neighbor: { userId: number; token: string }
let plant: number
let minutes: DeviceMeta
let hours: DeviceMeta
let foreign: DeviceMeta

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
  plant = await addTestPlant(test.db, owner.userId)
  const theirs = await addTestPlant(test.db, neighbor.userId)
  const quantities = ['pvPowerW', 'generationTotalWh', 'inverterState', 'faultCode1'] as const
  minutes = await addTestDevice(test.db, plant, { serial: 'MIN', profileId: 'sofar-2701', quantities: [...quantities] })
  // The list of another device may be in another order.
  hours = await addTestDevice(test.db, plant, { serial: 'HOUR', quantities: ['generationTotalWh', 'pvPowerW'] })
  foreign = await addTestDevice(test.db, theirs, { serial: 'NEXT', quantities: [...quantities] })
  for (const device of [minutes, foreign])
    for (const start of [midnight - DAY, midnight])
      await appendSamples(
        test.db,
        device,
        { fromMs: start + 6 * HOUR, toMs: start + 12 * HOUR, stepMs: MINUTE },
        (atMs) => {
          const since = (atMs - start) / HOUR
          if (since >= 9 && since < 10) return undefined
          return {
            pvPowerW: 1000 + (Math.round((atMs - start) / MINUTE) % 5),
            generationTotalWh: Math.round(since * 1000) + (start === midnight ? 20_000 : 0),
            inverterState: since < 7 ? 1 : since >= 8 && since < 8.5 ? 3 : 2,
            faultCode1: since >= 8 && since < 8.5 ? 1 : 0,
          }
        },
      )
  await appendSamples(test.db, hours, { fromMs: midnight - DAY, toMs: midnight + 14 * HOUR, stepMs: HOUR }, (atMs) => ({
    pvPowerW: 500,
    generationTotalWh: Math.round((atMs - midnight + DAY) / 100_000),
  }))
  await test.db.kysely
    .updateTable('devices')
    .set({ created_at: new Date(midnight - 2 * DAY) })
    .execute()
  await settleAll(test.db, nowMs)
})
afterAll(() => test.close())

const call = (who: { token: string }, parts: CallParts) =>
  inject(test.app, 'GET /device-s/station/{id}/stats/{period}', parts, bearer(who.token))
async function compare(period: string, query: NonNullable<CallParts['query']>): Promise<DeviceComparison> {
  const reply = await call(owner, { params: { id: plant, period }, query })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const both = () => [String(minutes.deviceId), String(hours.deviceId)]

describe('the comparison of devices', () => {
  it('of a day is means of five minutes, with breaks, in the order asked for', async () => {
    const { fromMs, toMs, stepMs, series } = await compare('day', { deviceIds: both(), quantities: ['pvPowerW'] })
    expect([fromMs, toMs, stepMs]).toEqual([midnight, midnight + DAY, 300_000])
    expect(series.map(({ deviceId, quantity }) => [deviceId, quantity])).toEqual([
      [minutes.deviceId, 'pvPowerW'],
      [hours.deviceId, 'pvPowerW'],
    ])
    const [fine, coarse] = series
    expect(fine?.values.filter((value) => value !== null)).toEqual(Array(5 * 12).fill(1002))
    // The hour without data; a device of hours has none.
    expect(fine?.values.filter((value) => value === null)).toHaveLength(1)
    expect(coarse?.values).toEqual(Array(14).fill(500))
  })

  it('of hours, a month and a year is whole periods', async () => {
    const byHour = await compare('day', { deviceIds: both(), quantities: 'DPi_t1', every: 'hour' })
    expect(byHour.stepMs).toBeNull()
    expect(byHour.series[0]?.timesMs[0]).toBe(midnight + 6 * HOUR)
    expect(byHour.series[0]?.values.filter((value) => value !== null)).toEqual(Array(5).fill(1002))
    const month = await compare('month', { deviceIds: both(), quantities: 'generationTotalWh', date: '2026-06-01' })
    expect(month.series.map(({ values }) => values.length)).toEqual([2, 2])
    const total = await compare('total', { deviceIds: both(), quantities: ['generationTotalWh', 'pvPowerW'] })
    expect(total.series).toHaveLength(4)
    expect(total.fromMs).toBe(Date.parse('2025-12-31T23:00:00Z'))
  })

  it('equals what each device has alone, before and after its days are sealed', async () => {
    const alone = async (device: DeviceMeta) => {
      const query = { plantId: plant, deviceId: device.deviceId, quantities: ['pvPowerW'] as const }
      const found = await deviceSeries(test.db, {
        ...query,
        fromMs: midnight - DAY,
        toMs: midnight,
        resolution: 'sample',
      })
      return found[0]?.points.length
    }
    const before = await compare('day', { deviceIds: both(), quantities: 'pvPowerW', date: '2026-06-14' })
    const points = [await alone(minutes), await alone(hours)]
    await sealDays(test.db, { beforeDay: '2026-06-15' })
    expect(await compare('day', { deviceIds: both(), quantities: 'pvPowerW', date: '2026-06-14' })).toEqual(before)
    expect([await alone(minutes), await alone(hours)]).toEqual(points)
    expect(before.series[1]?.values).toHaveLength(24)
  })

  it('needs one statement for any number of devices', async () => {
    const texts: string[] = []
    const { pool } = test.db
    const query = pool.query.bind(pool)
    pool.query = ((options: { text?: string } | string, ...rest: never[]) => {
      texts.push(typeof options === 'string' ? options : (options.text ?? ''))
      return query(options as string, ...rest)
    }) as typeof pool.query
    try {
      await compare('day', { deviceIds: both(), quantities: ['pvPowerW', 'generationTotalWh'] })
      await compare('month', { deviceIds: both(), quantities: 'pvPowerW' })
    } finally {
      pool.query = query
    }
    expect(texts.filter((text) => /samples|device_rollups|sealed_days/.test(text))).toHaveLength(2)
  })

  it('refuses codes, too many lines, and steps that do not fit', async () => {
    const field = async (period: string, query: NonNullable<CallParts['query']>) =>
      (await call(owner, { params: { id: plant, period }, query })).json().detail?.field
    const own = String(minutes.deviceId)
    expect(await field('day', { deviceIds: own, quantities: 'inverterState' })).toBe('query.quantities')
    expect(await field('day', { deviceIds: own, quantities: 'nonsense' })).toBe('query.quantities')
    const strings = Array.from({ length: 9 }, (_, n) => `pv${n + 1}PowerW`)
    expect(await field('day', { deviceIds: both(), quantities: strings })).toBe('query.deviceIds')
    expect(await field('year', { deviceIds: own, quantities: 'pvPowerW', every: 'hour' })).toBe('query.every')
    expect(await field('day', { deviceIds: own, quantities: 'pvPowerW', date: '2026-02-30' })).toBe('query.date')
  })

  it('knows no device of another plant, and nothing for a stranger', async () => {
    const missing = await call(owner, {
      params: { id: plant, period: 'day' },
      query: { deviceIds: '999999', quantities: 'pvPowerW' },
    })
    const theirs = await call(owner, {
      params: { id: plant, period: 'day' },
      query: { deviceIds: [String(minutes.deviceId), String(foreign.deviceId)], quantities: 'pvPowerW' },
    })
    expect([missing.statusCode, theirs.statusCode]).toEqual([404, 404])
    expect({ ...theirs.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    const stranger = await call(neighbor, {
      params: { id: plant, period: 'day' },
      query: { deviceIds: both(), quantities: 'pvPowerW' },
    })
    expect(stranger.statusCode).toBe(404)
  })
})

it('a day of hours is one line, though the logger now sends every five minutes', async () => {
  const parts = { params: { id: hours.deviceId, period: 'day' }, query: { quantities: 'pvPowerW' } }
  const reply = await inject(test.app, 'GET /device-s/device/{id}/stats/{period}', parts, bearer(owner.token))
  const { points } = reply.json().series[0]
  expect(points.map(({ value }: { value: number | null }) => value)).toEqual(Array(14).fill(500))
})

const states = async (who: { token: string }, device: DeviceMeta, date?: string) =>
  inject(
    test.app,
    'GET /device-s/device/{id}/states',
    { params: { id: device.deviceId }, query: date === undefined ? {} : { date } },
    bearer(who.token),
  )

describe('the states of a day', () => {
  const clock = (atMs: number) => (atMs - midnight) / HOUR

  it('are named spans, silence by day is no sleep, and the faults are named', async () => {
    const found: DeviceStates = (await states(owner, minutes)).json()
    expect(found.states.map(({ fromMs, toMs, state }) => [clock(fromMs), clock(toMs), state])).toEqual([
      [0, 6, 'asleep'],
      [6, 7, 'checking'],
      [7, 8, 'normal'],
      [8, 8.5, 'fault'],
      [8.5, expect.closeTo(9.07, 1), 'normal'],
      [expect.closeTo(9.07, 1), 10, 'silent'],
      [10, expect.closeTo(12.07, 1), 'normal'],
      // Two hours before now it fell silent.
      [expect.closeTo(12.07, 1), 14, 'silent'],
    ])
    expect(
      found.faults.map(({ fromMs, toMs, code, key, severity }) => [clock(fromMs), clock(toMs), code, key, severity]),
    ).toEqual([[8, 8.5, 'ID001', 'grid-ov', 'warning']])
    expect(clock(found.sunriseMs ?? 0)).toBeGreaterThan(4)
    expect(clock(found.sunsetMs ?? 0)).toBeLessThan(22)
  })

  it('of a device without states are its times of contact', async () => {
    const found: DeviceStates = (await states(owner, hours)).json()
    expect(found.states.map(({ state }) => state)).toEqual(['reporting'])
    expect(found.faults).toEqual([])
  })

  it('of a day before the device was there are unknown', async () => {
    const found: DeviceStates = (await states(owner, minutes, '2026-06-01')).json()
    expect([found.states, found.moreFaults]).toEqual([[], 0])
  })

  it('are refused for the neighbor as if the device did not exist', async () => {
    const refused = await states(neighbor, minutes)
    const missing = await states(neighbor, { ...minutes, deviceId: 999_999 })
    expect([refused.statusCode, missing.statusCode]).toEqual([404, 404])
    expect({ ...refused.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    expect((await states(owner, minutes, 'nonsense')).statusCode).toBe(400)
  })
})
