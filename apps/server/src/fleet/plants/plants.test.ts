import type { CallName } from '@heliograph/contract/calls.ts'
import type { Station } from '@heliograph/contract/maintain-s/station.ts'
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addTestDevice, addTestPlant, addTestUser, appendSamples, bearer, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSamplePlants, hour, noon, type SamplePlants, shortDay, ZONE } from '../../testing/sample-plants.ts'

let samples: SamplePlants
let test: TestApp
let owner: SamplePlants['owner']
let storage: number
let midday: number
let simple: number

beforeAll(async () => {
  samples = await createSamplePlants()
  ;({ test, owner, storage, midday, simple } = samples)
})
afterAll(() => test.close())

const get = <T>(name: CallName, parts: CallParts, atMs?: number): Promise<T> => samples.get<T>(name, parts, atMs)
const now = (id: number, atMs: number) => get<FastSystem>('GET /maintain-s/fast/system/{id}', { params: { id } }, atMs)

describe('now', () => {
  it('shows a storage plant with signs, directions and nodes', async () => {
    const system = await now(midday, noon + 60_000)
    expect(system).toMatchObject({
      generationPower: 2400,
      usePower: 1080,
      wirePower: -720,
      buyPower: 0,
      gridPower: 720,
      batteryPower: -600,
      chargePower: 600,
      dischargePower: 0,
      batterySoc: 80,
      unaccountedPower: 0,
      genStatus: 'OUT',
      wireStatus: 'GRID_CONNECTED',
      batteryStatus: 'CHARGE',
      useStatus: 'IN',
      generationCapacity: 0.24,
      status: 'well',
      intervalS: 300,
      sunUp: true,
      nextSunrise: null,
    })
    expect(system.nodes.map(({ role, power, derived }) => [role, power, derived])).toEqual([
      ['pv', 2400, false],
      ['grid', -720, false],
      ['battery', -600, false],
      ['load', 1080, false],
    ])
  })

  it('has no current values without fresh data', async () => {
    // The newest sample is an hour after midnight; a battery does not sleep.
    const late = await now(storage, shortDay.toMs + 1.5 * hour)
    expect(late).toMatchObject({
      generationPower: null,
      usePower: null,
      wirePower: null,
      batterySoc: null,
      status: 'late',
    })
    expect(late).toMatchObject({ genStatus: 'STATIC', sunUp: false })
    expect((await now(storage, shortDay.toMs + 5 * hour)).status).toBe('silent')
  })

  it('treats a plant without a battery as asleep at night and missing by day', async () => {
    const id = await addTestPlant(test.db, owner.userId, { gridType: 'DISTRIBUTED_FULLY' })
    const inverter = await addTestDevice(test.db, id, { quantities: ['acPowerW'] })
    const range = { fromMs: noon, toMs: shortDay.fromMs + 18.3 * hour }
    await appendSamples(test.db, inverter, range, () => ({ acPowerW: 700 }))
    const day = await now(id, noon + hour)
    expect(day.nodes).toMatchObject([{ role: 'pv' }, { role: 'grid', power: -700, derived: true }])
    // Its sums say what its drawing says.
    expect(day).toMatchObject({ wirePower: -700, gridPower: 700, buyPower: 0, wireStatus: 'GRID_CONNECTED' })
    const night = await now(id, shortDay.toMs)
    expect(night).toMatchObject({
      status: 'asleep',
      generationPower: 0,
      usePower: null,
      batteryPower: null,
      sunUp: false,
    })
    // Its type sells all production; nothing measures that.
    expect(night.nodes).toMatchObject([
      { role: 'pv', power: 0 },
      { role: 'grid', derived: true },
    ])
    // Sunrise in Berlin on 30 March: 06:46 summer time, to a minute or two.
    expect(Math.abs((night.nextSunrise ?? 0) * 1000 - Date.parse('2026-03-30T04:46:00Z'))).toBeLessThan(120_000)
    // B2: after midnight nothing is produced, and that is as certain as the power.
    expect(night.generationValue).toBe(0)
    expect(await now(id, shortDay.toMs + 12 * hour)).toMatchObject({
      generationValue: null,
      status: 'silent',
      generationPower: null,
      sunUp: true,
    })
    // Missing by day means missing by night: this one stopped an hour before dusk.
    expect((await now(simple, shortDay.toMs)).status).toBe('silent')
    await test.db.kysely.deleteFrom('plants').where('id', '=', id).execute()
  })

  it('derives consumption from a meter', async () => {
    const id = await addTestPlant(test.db, owner.userId, { gridType: 'EXCESS' })
    const inverter = await addTestDevice(test.db, id, { quantities: ['acPowerW'] })
    const meter = await addTestDevice(test.db, id, {
      type: 'METER',
      quantities: ['gridPowerW'],
      flows: ['import', 'export'],
    })
    const range = { fromMs: noon, toMs: noon + 1 }
    await appendSamples(test.db, inverter, range, () => ({ acPowerW: 1500 }))
    await appendSamples(test.db, meter, range, () => ({ gridPowerW: -400 }))
    const { nodes, usePower } = await now(id, noon)
    expect(usePower).toBe(1100)
    expect(nodes.find(({ role }) => role === 'load')).toMatchObject({ power: 1100, derived: true })
    expect(nodes.find(({ role }) => role === 'grid')).toMatchObject({ power: -400, metered: true })
    await test.db.kysely.deleteFrom('plants').where('id', '=', id).execute()
  })
})

describe('the list', () => {
  const search = (query: CallParts['query'] = {}, body: object = {}) =>
    get<{ total: number; data: Station[] }>('POST /maintain-s/operating/station/search', { query, body }, noon + 60_000)
  const names = async (...options: Parameters<typeof search>) => (await search(...options)).data.map(({ name }) => name)

  it('shows the newest plant first, with master data and live values in one row', async () => {
    const { total, data } = await search()
    expect([total, data.map(({ name }) => name)]).toEqual([3, ['Barn', 'Midday', 'Storage 100%']])
    expect(data[1]).toMatchObject({
      id: midday,
      installedCapacity: 10,
      generationPower: 2400,
      usePower: 1080,
      batterySoc: 80,
      generationValue: 4.8,
      generationMonth: 19.2,
      generationYear: 19.2,
      generationTotal: 19.2,
      fullPowerHoursDay: 0.48,
      networkStatus: 'NORMAL',
      warningStatus: 'NORMAL',
      status: 'well',
      startOperatingTime: Date.parse('2026-02-28T23:00:00Z') / 1000,
    })
    // Nobody granted the owner anything.
    expect(data[1]?.externalRoleCode).toEqual([])
    expect(data[1]?.roleCode.map(({ isOn }) => isOn)).toEqual(Array(9).fill(1))
  })

  it('finds organizations and the beginnings of serial numbers, where they may be seen', async () => {
    const barn = (await search({}, { keyword: 'Barn' })).data[0]?.id ?? 0
    const { pool } = test.db
    await pool.query(
      "insert into organizations (id, name, code) overriding system value values (77, 'Sonnenwerk', 'SW')",
    )
    await pool.query(
      "insert into plant_organizations (plant_id, organization_id, role, rights) values ($1, 77, 'viewer', '{}')",
      [barn],
    )
    await pool.query(
      "insert into devices (plant_id, serial, name, type, profile_id) values ($1, 'AbC-12345', 'x', 'METER', '')",
      [barn],
    )
    await pool.query("insert into loggers (wire, address, plant_id) values ('solarman-v5', '1766554433', $1)", [barn])
    for (const keyword of ['onnenw', 'abc-1', '17665']) expect(await names({}, { keyword })).toEqual(['Barn'])
    for (const keyword of ['bC-12345', '665544', 'abc_1', 'abc']) expect(await names({}, { keyword })).toEqual([])
    const { rows } = await pool.query('select user_id from plant_members where plant_id = $1', [barn])
    const rights = 'update plant_members set rights = $3 where plant_id = $1 and user_id = $2 returning rights'
    await pool.query(rights, [barn, rows[0].user_id, ['viewPlantInfo']])
    for (const keyword of ['abc-1', '17665']) expect(await names({}, { keyword })).toEqual([])
    for (const keyword of ['ba', 'onnenw']) expect(await names({}, { keyword })).toEqual(['Barn'])
    await pool.query(rights, [barn, rows[0].user_id, ['viewPlantAlert', 'viewPlantDevice']])
    for (const keyword of ['ba', 'onnenw', 'abc-1']) expect(await names({}, { keyword })).toEqual([])
    await pool.query(rights, [barn, rows[0].user_id, [...rightsOfRole.owner]])
    await pool.query('delete from loggers where plant_id = $1', [barn])
    await pool.query("delete from devices where serial = 'AbC-12345'")
    await pool.query('delete from organizations where id = 77')
  })

  it('searches names and addresses for literal words, not patterns', async () => {
    expect(await names({}, { keyword: 'sTOR' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: ' deich ' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: '100%' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: '%' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: 'B_rn' })).toEqual([])
    expect(await names({}, { keyword: '\\' })).toEqual([])
    expect(await names({}, { gridInterconnectionType: 'DISTRIBUTED_FULLY' })).toEqual(['Barn'])
    expect(await names({}, { statuses: ['well'] })).toEqual(['Barn', 'Midday', 'Storage 100%'])
    expect(await names({}, { statuses: ['silent', 'partSilent'] })).toEqual([])
  })

  it('sorts and pages', async () => {
    const byName = { 'order.property': 'name', 'order.direction': 'DESC', size: '1' }
    expect(await names({ ...byName, page: '1' })).toEqual(['Storage 100%'])
    expect(await names({ ...byName, page: '3' })).toEqual(['Barn'])
    expect(await search({ ...byName, page: '4' })).toMatchObject({ total: 3, data: [] })
    expect(await search({ size: '1', page: '3' }, { statuses: ['well'] })).toMatchObject({
      total: 3,
      data: [{ name: 'Storage 100%' }],
    })
  })

  it('needs as many queries for twenty plants as for one', async () => {
    const lonely = await addTestUser(test, 'lonely')
    const crowded = await addTestUser(test, 'crowded')
    for (const { userId, count } of [
      { ...lonely, count: 1 },
      { ...crowded, count: 20 },
    ])
      for (let n = 0; n < count; n++) {
        const device = await addTestDevice(test.db, await addTestPlant(test.db, userId), { quantities: ['acPowerW'] })
        await appendSamples(test.db, device, { fromMs: noon, toMs: noon + 1 }, () => ({ acPowerW: 5 }))
      }
    const connect = vi.spyOn(test.db.pool, 'connect')
    const count = async (token: string): Promise<number> => {
      connect.mockClear()
      const reply = await inject(test.app, 'POST /maintain-s/operating/station/search', { body: {} }, bearer(token))
      expect(reply.statusCode).toBe(200)
      return connect.mock.calls.length
    }
    expect(await count(lonely.token)).toBe(await count(crowded.token))
    connect.mockRestore()
  })

  it('shows the created plant without invisible characters', async () => {
    const body = {
      name: '  Deich\u202ehof\u0007  am\nMeer ',
      type: 'GROUND',
      gridInterconnectionType: 'EXCESS',
      installedCapacity: 7.25,
      locationLat: 54.5,
      locationLng: 8.9,
      locationAddress: 'Husum',
      regionNationId: 'DE',
      regionTimezone: ZONE,
      currency: 'EUR',
      mergeElectricPrice: 0.11,
      startOperatingTime: Date.parse('2025-12-31T23:30:00Z') / 1000,
    }
    const { id } = await get<{ id: number }>('POST /maintain-s/station', { body })
    expect(await get<Station>('GET /maintain-s/station/{id}', { params: { id } })).toMatchObject({
      name: 'Deichhof am Meer',
      installedCapacity: 7.25,
      installationAzimuthAngle: 180,
      installationTiltAngle: 20,
      mergeElectricPrice: 0.11,
      role: 'owner',
      // At the plant the year had already started.
      startOperatingTime: Date.parse('2025-12-31T23:00:00Z') / 1000,
      status: 'waiting',
      generationPower: null,
      deviceCount: 0,
    })
    for (const [field, wrong] of [
      ['body.regionTimezone', { regionTimezone: 'Mars/Base' }],
      ['body.currency', { currency: 'XXX' }],
      ['body.startOperatingTime', { startOperatingTime: 1e15 }],
      ['body.name', { name: '\u200b' }],
    ] as const) {
      const reply = await inject(
        test.app,
        'POST /maintain-s/station',
        { body: { ...body, ...wrong } },
        bearer(owner.token),
      )
      expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field } })
    }
  })
})
