import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countPlantDays } from '../../insight/performance/count-plant-days.ts'
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
import { getFacts } from './plants.ts'

const ZONE = 'Europe/Berlin'
const nowMs = Date.parse('2026-06-15T10:00:00Z')
/** 1.4 kWh on each of forty days: 0.28 hours of 5 kWp. */
const DAY_WH = 1_400
const FIRST_DAY = '2026-05-06'

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId, { capacityWp: 5_000 })
})

async function feed(): Promise<void> {
  const device = await addTestDevice(test.db, plant, { quantities: ['acPowerW', 'generationTotalWh'], ratedW: 5_000 })
  for (let at = 0; at < 40; at++) {
    const { fromMs } = dayBounds(addDays(FIRST_DAY, at), ZONE)
    const range = { fromMs: fromMs + 8 * HOUR_MS, toMs: fromMs + 15.5 * HOUR_MS, stepMs: HOUR_MS / 2 }
    await appendSamples(test.db, device, range, (atMs) => ({
      acPowerW: 200,
      generationTotalWh: at * DAY_WH + ((atMs - range.fromMs) / HOUR_MS) * 200,
    }))
  }
}

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, token = owner.token) => {
  const url = `/maintain-s/${path}`
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const edit = (payload: object) => call('POST', `station/${plant}`, payload)
const capacities = async () =>
  (await call('GET', `station/${plant}`)).body.installedCapacities.map(
    (capacity: { validFrom: string | null; installedCapacity: number }) => [
      capacity.validFrom,
      capacity.installedCapacity,
    ],
  )
const hours = async (path: string) =>
  (await call('GET', `history/power/${plant}/${path}`)).body.statistics.fullPowerHoursDay

describe('a capacity that changes', () => {
  it('leaves the hours at full capacity of old days as they were', async () => {
    await feed()
    expect(await hours('stats/daily?date=2026-06-01')).toBeCloseTo(0.28, 6)
    expect((await edit({ installedCapacity: 10 })).body).toMatchObject({
      changes: [
        { field: 'installedCapacity', before: 5, after: 10 },
        { field: 'installedCapacities', before: '5 kWp', after: '5 kWp; 2026-06-15 10 kWp' },
      ],
    })
    expect(await hours('stats/daily?date=2026-06-01')).toBeCloseTo(0.28, 6)
    expect(await capacities()).toEqual([
      [null, 5],
      ['2026-06-15', 10],
    ])
    expect((await call('GET', `station/${plant}`)).body.installedCapacity).toBe(10)
  })

  it('counts in months, years and the total day by day', async () => {
    await feed()
    await edit({ installedCapacity: 10, installedCapacityFrom: '2026-06-11' })
    // Of June: ten days of 5 kWp and four of 10 kWp; of May: 26 days of 5 kWp.
    const june = 10 * 0.28 + 4 * 0.14
    expect(await hours('stats/daily?date=2026-06-12')).toBeCloseTo(0.14, 6)
    expect(await hours('stats/month?date=2026-06')).toBeCloseTo(june, 6)
    expect(await hours('stats/month?date=2026-05')).toBeCloseTo(26 * 0.28, 6)
    expect(await hours('stats/year?date=2026')).toBeCloseTo(26 * 0.28 + june, 6)
    expect(await hours('stats/total')).toBeCloseTo(26 * 0.28 + june, 6)
    const range = (await call('GET', `history/power/${plant}/range?from=2026-06-10&to=2026-06-11`)).body.ranges[0]
    expect(range.whole.fullPowerHoursDay).toBeCloseTo(0.42, 6)
    expect(
      range.days.map((day: { energies: { fullPowerHoursDay: number } }) => day.energies.fullPowerHoursDay),
    ).toEqual([expect.closeTo(0.28, 6), expect.closeTo(0.14, 6)])
  })

  it('is a correction where it was always so, and where no older day has data', async () => {
    await edit({ installedCapacity: 6 })
    expect(await capacities()).toEqual([[null, 6]])
    await feed()
    await edit({ installedCapacity: 8 })
    await edit({ installedCapacity: 10, installedCapacityFrom: null })
    expect(await capacities()).toEqual([[null, 10]])
    expect(await hours('stats/daily?date=2026-06-01')).toBeCloseTo(0.14, 6)
  })

  it('is corrected on its own day, and taken back', async () => {
    await feed()
    await edit({ installedCapacity: 8 })
    await edit({ installedCapacity: 9 })
    expect(await capacities()).toEqual([
      [null, 5],
      ['2026-06-15', 9],
    ])
    await edit({ installedCapacity: 5 })
    expect(await capacities()).toEqual([[null, 5]])
  })

  it('is judged by what was installed on each day', async () => {
    await feed()
    await edit({ installedCapacity: 10, installedCapacityFrom: '2026-06-11' })
    await countPlantDays(test.db, await getFacts(test.db, plant), nowMs + DAY_MS, 0)
    const rows = await test.db.kysely
      .selectFrom('performance_days')
      .select(['day', 'capacity_wp', 'potential_wh'])
      .where('plant_id', '=', plant)
      .where('day', 'in', ['2026-06-10', '2026-06-11'])
      .orderBy('day')
      .execute()
    expect(rows.map((row) => row.capacity_wp)).toEqual([5_000, 10_000])
    expect((rows[1]?.potential_wh ?? 0) / (rows[0]?.potential_wh ?? 1)).toBeCloseTo(2, 1)
  })

  it('keeps its planes by day, too', async () => {
    await feed()
    const plane = { name: '', azimuthDeg: 180, tiltDeg: 20, capacityWp: 5_000 }
    const west = { ...plane, name: 'West', azimuthDeg: 270 }
    const path = `station/${plant}/planes`
    await call('POST', path, { planes: [plane, west], capacityFrom: '2026-06-11' })
    expect(await capacities()).toEqual([
      [null, 5],
      ['2026-06-11', 10],
    ])
    // Another direction alone corrects what was said.
    await call('POST', path, { planes: [plane, { ...west, azimuthDeg: 260 }] })
    expect(await capacities()).toHaveLength(2)
  })

  it('is removed by its day: what was before counts on', async () => {
    await feed()
    await edit({ installedCapacity: 10, installedCapacityFrom: '2026-06-11' })
    const path = `station/${plant}/capacity`
    expect((await call('DELETE', path, { from: '2026-06-12' })).status).toBe(404)
    expect((await call('DELETE', path, { from: '2026-06-11' })).body).toEqual({
      changes: [{ field: 'installedCapacities', before: '5 kWp; 2026-06-11 10 kWp', after: '5 kWp' }],
      recount: true,
    })
    expect(await capacities()).toEqual([[null, 5]])
  })

  it.each<[string, object]>([
    ['a day that does not exist', { installedCapacity: 8, installedCapacityFrom: '2026-02-30' }],
    ['tomorrow', { installedCapacity: 8, installedCapacityFrom: '2026-06-16' }],
    ['a day alone', { installedCapacityFrom: '2026-06-01' }],
    ['a day in words', { installedCapacity: 8, installedCapacityFrom: 'always' }],
  ])('refuses %s', async (_, payload) => {
    expect(await edit(payload)).toMatchObject({
      status: 400,
      body: { code: 'PARAM_ERROR', detail: { field: expect.stringMatching(/[cC]apacityFrom$/) } },
    })
    expect(await capacities()).toEqual([[null, 5]])
  })

  it('is edited by who may edit the plant', async () => {
    const guest = await addTestUser(test, `guest-${plant}`)
    const remove = () => call('DELETE', `station/${plant}/capacity`, { from: '2026-06-11' }, guest.token)
    const missing = await call('DELETE', 'station/999999/capacity', { from: '2026-06-11' }, guest.token)
    expect((await remove()).body.code).toBe(missing.body.code)
    await addMember(test.db, plant, guest.userId, 'viewer')
    expect((await remove()).body.code).toBe('NO_PERMISSION')
  })
})
