import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recountPlant } from '../../intake/ingest/ingest.ts'
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

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const HOUR = 3_600_000

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
let meter: number
let inverter: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId)
  test.services.recounts.asked.length = 0
  const range = { fromMs: nowMs - 3 * HOUR, toMs: nowMs }
  const hours = (atMs: number) => (atMs - range.fromMs) / HOUR
  const first = await addTestDevice(test.db, plant, { profileId: '', quantities: ['acPowerW', 'generationTotalWh'] })
  const second = await addTestDevice(test.db, plant, {
    type: 'METER',
    profileId: '',
    flows: ['import', 'export'],
    quantities: ['gridPowerW', 'gridImportTotalWh', 'gridExportTotalWh'],
  })
  inverter = first.deviceId
  meter = second.deviceId
  await appendSamples(test.db, first, range, (atMs) => ({
    acPowerW: 2000,
    generationTotalWh: 50_000 + 2000 * hours(atMs),
  }))
  await appendSamples(test.db, second, range, (atMs) => ({
    gridPowerW: -30,
    gridImportTotalWh: 700 + 12 * hours(atMs),
    gridExportTotalWh: 900 + 30 * hours(atMs),
  }))
})

const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
  const url = `/maintain-s/power/system/${plant}/meter/${path}`
  const reply = await test.app.inject({ method, url, headers: bearer(owner.token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const flowsOf = async (deviceId: number) =>
  (await test.db.kysely.selectFrom('devices').select('flows').where('id', '=', deviceId).executeTakeFirstOrThrow())
    .flows
/** The plant's energies after the recount, kWh to the watt hour. */
const energies = async () => {
  await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
  const row = await test.db.kysely
    .selectFrom('plant_days')
    .selectAll()
    .where('plant_id', '=', plant)
    .executeTakeFirstOrThrow()
  const { generation_wh: generation, import_wh: imported, export_wh: exported, load_wh: load } = row
  const round = (wh: number | null) => (wh === null ? null : Math.round(wh * 10) / 10)
  return { generation: round(generation), import: round(imported), export: round(exported), load: round(load) }
}
const powers = async () => {
  await settleAll(test.db, nowMs)
  const row = await test.db.kysely
    .selectFrom('plant_now')
    .selectAll()
    .where('plant_id', '=', plant)
    .executeTakeFirstOrThrow()
  return { pvW: row.pv_w, gridW: row.grid_w, loadW: row.load_w }
}

describe('a meter', () => {
  it('is in the total of all time as it counts, times its ratio', async () => {
    await call('POST', `${meter}/config`, { ratio: 40, direction: 'reversed' })
    await energies()
    const post = (path: string, payload: object) =>
      test.app.inject({
        method: 'POST',
        url: `/maintain-s/station/${plant}/${path}`,
        headers: bearer(owner.token),
        payload,
      })
    const method = 'TOTAL_FROM_DEVICE_UPLOAD'
    const options = { statisticMethodSettingStrategy: 'MANUAL', electricityPurchaseMethod: method }
    expect((await post('metering', options)).statusCode).toBe(200)
    const url = `/maintain-s/history/power/${plant}/stats/total`
    const { statistics } = (await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })).json()
    // What it calls export is the purchase: 987.5 Wh x 40.
    expect(statistics.buyValue).toBe(39.5)
  })

  it('behind a reversed transformer counts so, back to its first record', async () => {
    const before = await energies()
    expect(before).toMatchObject({ import: expect.any(Number), export: expect.any(Number), load: null })
    const { status, body } = await call('POST', `${meter}/config`, { ratio: 40, direction: 'reversed' })
    expect([status, body.changes]).toEqual([
      200,
      [
        { field: 'meterRatio', before: 1, after: 40 },
        { field: 'meterDirection', before: 'normal', after: 'reversed' },
      ],
    ])
    expect(test.services.recounts.asked).toEqual([plant])
    const after = await energies()
    expect(after).toEqual({ ...before, import: (before.export ?? 0) * 40, export: (before.import ?? 0) * 40 })
    expect(await powers()).toMatchObject({ pvW: 2000, gridW: 1200 })
  })

  it('of production takes the place of the inverters, which still say what they made', async () => {
    await call('POST', `${meter}/config`, { role: 'generation' })
    expect([await flowsOf(inverter), await flowsOf(meter)]).toEqual([[], ['generation']])
    expect(await powers()).toEqual({ pvW: 30, gridW: null, loadW: null })
    expect((await energies()).generation).toBeGreaterThan(80)
    const url = `/maintain-s/fast/device/${plant}/device-list?deviceType=INVERTER`
    const rows = (await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })).json()
    expect(rows).toMatchObject([{ generationPower: 2000, generationTotal: expect.any(Number) }])
  })

  it('of consumption is its whole', async () => {
    await call('POST', `${meter}/config`, { role: 'load', direction: 'reversed' })
    expect(await powers()).toEqual({ pvW: 2000, gridW: null, loadW: 30 })
    const { import: imported, load } = await energies()
    expect([imported, load]).toEqual([null, expect.any(Number)])
  })

  it('explains each reading: as it says it, and as it counts', async () => {
    await call('POST', `${meter}/config`, { role: 'load', ratio: 10 })
    const { body } = await call('GET', `${meter}/spec`)
    expect(body).toMatchObject({ id: meter, role: 'load', ratio: 10, direction: 'normal', counted: ['load'] })
    expect(body.readings).toMatchObject([
      { storageName: 'gridPowerW', value: -30, countsAs: 'load', countedValue: -300 },
      { storageName: 'gridImportTotalWh', countsAs: 'load', countedValue: expect.any(Number) },
      { storageName: 'gridExportTotalWh', countsAs: null, countedValue: null },
    ])
  })

  it('is none of another plant, and no inverter', async () => {
    const other = await addTestPlant(test.db, owner.userId)
    const { deviceId } = await addTestDevice(test.db, other, { type: 'METER', quantities: ['gridPowerW'] })
    for (const id of [deviceId, inverter, 999_999]) {
      expect((await call('GET', `${id}/spec`)).status).toBe(404)
      expect((await call('POST', `${id}/config`, { ratio: 2 })).status).toBe(404)
    }
    for (const bad of [{}, { ratio: 0 }, { ratio: -5 }, { role: 'battery' }, { direction: 'up' }, { size: 1 }])
      expect((await call('POST', `${meter}/config`, bad)).status).toBe(400)
  })

  it('recounts nothing when nothing changes', async () => {
    expect((await call('POST', `${meter}/config`, { ratio: 1 })).body.changes).toEqual([])
    expect(test.services.recounts.asked).toEqual([])
  })
})
