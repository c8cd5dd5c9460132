import type { CallName } from '@heliograph/contract/calls.ts'
import type { FleetPlace, FleetPlant, FleetToday } from '@heliograph/contract/maintain-s/fleet.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { findNeighbors } from './neighbors.ts'

const noonMs = Date.parse('2026-06-15T11:00:00Z')

let test: TestApp
let owner: { userId: number; token: string }
let stranger: { userId: number; token: string }
beforeAll(async () => {
  test = await createTestApp(noonMs)
  owner = await addTestUser(test, 'owner')
  stranger = await addTestUser(test, 'stranger')
})
afterAll(() => test.close())
beforeEach(() => test.db.kysely.deleteFrom('plants').execute())

async function ask<T>(name: CallName, parts: CallParts = {}, token = owner.token): Promise<T> {
  const reply = await inject(test.app, name, parts, bearer(token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const fleet = (query: CallParts['query'] = {}, body: object = {}, token?: string) =>
  ask<{ total: number; data: FleetPlant[] }>('POST /maintain-s/operating/station/fleet', { query, body }, token)

type Given = Readonly<{
  name: string
  latitudeDeg?: number
  longitudeDeg?: number
  kwh?: number | null
  status?: string
  today?: string
  powerW?: number | null
  pricePerKwh?: number | null
  currency?: string
}>

/** A plant of 10 kWp with a row of what is so now. */
async function plant(options: Given, userId = owner.userId): Promise<number> {
  const { name, latitudeDeg = 52.5, longitudeDeg = 13.4, pricePerKwh = 0.5, currency = 'EUR' } = options
  const { kwh = 20, status = 'well', today = '2026-06-15', powerW = 1000 } = options
  const id = await addTestPlant(test.db, userId, { name, latitudeDeg, longitudeDeg, pricePerKwh, currency })
  await test.db.pool.query(
    `update plant_now set status = $2, status_rank = array_position('{fault,silent,partSilent,late,waiting,asleep,well}'::text[], $2) - 1,
       today = $3, today_wh = $4, pv_w = $5, next_change_at = 'infinity' where plant_id = $1`,
    [id, status, today, kwh === null ? null : kwh * 1000, powerW],
  )
  return id
}

describe('the fleet', () => {
  it('lists the worst first with its last week', async () => {
    await plant({ name: 'Well' })
    const id = await plant({ name: 'Silent', status: 'silent', kwh: 5 })
    await test.db.pool.query(
      `insert into plant_days (plant_id, day, generation_wh)
       values ($1, '2026-06-08', 1), ($1, '2026-06-09', 30000), ($1, '2026-06-14', 45000), ($1, '2026-06-15', 5000)`,
      [id],
    )
    const { total, data } = await fleet({ 'order.property': 'status' })
    expect([total, data.map(({ name }) => name)]).toEqual([2, ['Silent', 'Well']])
    expect(data[0]).toMatchObject({ todayYieldH: 0.5, todayWh: 5_000, pvW: 1000 })
    expect(data[0]?.days.map(({ yieldH }) => yieldH)).toEqual([3, null, null, null, null, 4.5, 0.5])
    expect(data[0]?.days[0]?.day).toBe('2026-06-09')
  })

  it('sorts by every column, unknown values last', async () => {
    await plant({ name: 'B', kwh: 10, powerW: 3 })
    await plant({ name: 'A', kwh: null, powerW: null })
    await plant({ name: 'C', kwh: 30, powerW: 2 })
    const order = async (property: string, direction: string) =>
      (await fleet({ 'order.property': property, 'order.direction': direction })).data.map(({ name }) => name).join('')
    expect(await order('name', 'ASC')).toBe('ABC')
    expect(await order('fullPowerHoursDay', 'DESC')).toBe('CBA')
    expect(await order('fullPowerHoursDay', 'ASC')).toBe('BCA')
    expect(await order('generationPower', 'DESC')).toBe('BCA')
    expect(await order('lastUpdateTime', 'DESC')).toHaveLength(3)
    expect(await order('batterySoc', 'DESC')).toHaveLength(3)
  })

  it('pages and filters', async () => {
    for (const name of ['A', 'B', 'C']) await plant({ name, status: name === 'B' ? 'late' : 'well' })
    const query = { 'order.property': 'name', 'order.direction': 'ASC' }
    expect((await fleet({ ...query, page: '2', size: '2' })).data.map(({ name }) => name)).toEqual(['C'])
    expect((await fleet(query, { statuses: ['late'] })).data.map(({ name }) => name)).toEqual(['B'])
    expect((await fleet(query, { keyword: 'c' })).total).toBe(1)
  })

  it('shows a stranger nothing of it', async () => {
    await plant({ name: 'Mine' })
    expect(await fleet({}, {}, stranger.token)).toEqual({ total: 0, data: [] })
    expect(await ask<FleetToday>('POST /maintain-s/operating/station/today', {}, stranger.token)).toEqual({
      known: 0,
      generationWh: null,
      income: [],
      unpriced: 0,
    })
    const places = await ask<{ total: number }>(
      'POST /maintain-s/operating/station/places',
      { body: {} },
      stranger.token,
    )
    expect(places.total).toBe(0)
  })
})

describe('neighbors', () => {
  const rowOf = async (name: string) => (await fleet()).data.find((row) => row.name === name)?.neighbors

  it("are the holder's plants within 50 km that report the same day", async () => {
    await plant({ name: 'Here', kwh: 1 })
    await plant({ name: 'Near', kwh: 20, latitudeDeg: 52.6 })
    await plant({ name: 'Nearer', kwh: 30, longitudeDeg: 13.5 })
    await plant({ name: 'At 45 km', kwh: 60, latitudeDeg: 52.9 })
    await plant({ name: 'At 55 km', kwh: 90, latitudeDeg: 53 })
    await plant({ name: 'Silent', kwh: 90, status: 'silent' })
    await plant({ name: 'Unknown', kwh: null })
    await plant({ name: 'Yesterday', kwh: 90, today: '2026-06-14' })
    await plant({ name: "A stranger's", kwh: 90 }, stranger.userId)
    expect(await rowOf('Here')).toEqual({ count: 3, todayYieldH: 3 })
  })

  it('do not exist for an isolated plant', async () => {
    await plant({ name: 'Alone' })
    await plant({ name: 'Far', latitudeDeg: -33 })
    expect(await rowOf('Alone')).toEqual({ count: 0, todayYieldH: null })
  })

  it('include those across the date line', async () => {
    await plant({ name: 'East', latitudeDeg: -17, longitudeDeg: 179.9 })
    await plant({ name: 'West', latitudeDeg: -17, longitudeDeg: -179.9 })
    expect(await rowOf('East')).toMatchObject({ count: 1 })
  })

  it('are found for a holder of many plants too', async () => {
    const plantId = await plant({ name: 'Here', kwh: 1 })
    for (let n = 0; n < 12; n++)
      await plant({ name: `N${n}`, kwh: n, latitudeDeg: 52.4 + n * 0.05, longitudeDeg: 13.4 + n * 0.03 })
    await plant({ name: "A stranger's", kwh: 90 }, stranger.userId)
    const compared = [{ plantId, latitudeDeg: 52.5, longitudeDeg: 13.4, today: '2026-06-15' }]
    const holder = { userId: owner.userId, organizationId: null }
    const few = await findNeighbors(test.db, holder, compared, noonMs)
    expect(few.get(plantId)?.count).toBeGreaterThan(5)
    expect(await findNeighbors(test.db, holder, compared, noonMs, 0)).toEqual(few)
  })
})

describe('today', () => {
  it('sums energy, and money by currency', async () => {
    await plant({ name: 'A', kwh: 10 })
    await plant({ name: 'B', kwh: 20 })
    await plant({ name: 'C', kwh: 30, currency: 'JPY', pricePerKwh: 30 })
    await plant({ name: 'D', kwh: 40, pricePerKwh: null })
    await plant({ name: 'E', kwh: null })
    expect(await ask<FleetToday>('POST /maintain-s/operating/station/today')).toEqual({
      known: 4,
      generationWh: 100_000,
      income: [
        { currency: 'EUR', amount: 15 },
        { currency: 'JPY', amount: 900 },
      ],
      unpriced: 0,
    })
  })
})

describe('places', () => {
  type Reply = { total: number; isMerged: boolean; places: FleetPlace[] }
  const places = (body: object = {}) => ask<Reply>('POST /maintain-s/operating/station/places', { body })

  it('are the plants themselves while there are few', async () => {
    const id = await plant({ name: 'Here', status: 'fault' })
    await plant({ name: 'Far', latitudeDeg: -33, longitudeDeg: 18 })
    const { total, isMerged, places: data } = await places()
    expect([total, isMerged, data.map(({ name }) => name)]).toEqual([2, false, ['Here', 'Far']])
    expect(data[0]).toEqual({
      latitudeDeg: 52.5,
      longitudeDeg: 13.4,
      count: 1,
      status: 'fault',
      plantId: id,
      name: 'Here',
    })
    const bounds = { west: 10, south: -40, east: 20, north: 0 }
    expect((await places({ bounds })).places.map(({ name }) => name)).toEqual(['Far'])
    expect((await places({ statuses: ['fault'] })).total).toBe(1)
  })

  it('are grouped when there are many, with the worst status', async () => {
    await test.db.pool.query(
      `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
       select 'P' || n, 'GROUND', 'EXCESS', 1, 40 + n % 10, 20 + n % 7, 'Europe/Berlin', 'EUR', 180, 20 from generate_series(1, 700) n`,
    )
    await test.db.pool.query(
      `insert into plant_members (plant_id, user_id, role, rights) select id, $1, 'owner', '{viewPlantInfo}' from plants`,
      [owner.userId],
    )
    await test.db.pool.query(
      "update plant_now set status = 'silent', status_rank = 1 where plant_id = (select max(plant_id) from plant_now)",
    )
    const { total, isMerged, places: data } = await places()
    expect([total, isMerged]).toEqual([700, true])
    expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(700)
    expect(data.length).toBeLessThan(20)
    expect(data[0]?.status).toBe('silent')
  })
})
