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
let neighbor: { userId: number; token: string }
let plant: number
let hybrid: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
})
afterAll(() => test.close())
beforeEach(() => {
  test.services.recounts.asked.length = 0
})

const call = async (token: string, method: 'GET' | 'POST', path: string, payload?: object) => {
  const url = `/maintain-s/station/${plant}/signs${path}`
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}

/** A hybrid with counters of neither grid nor battery: their energies follow from its powers. */
async function addHybrid(powers: Readonly<Record<string, number>>): Promise<void> {
  plant = await addTestPlant(test.db, owner.userId)
  const device = await addTestDevice(test.db, plant, {
    profileId: '',
    flows: ['generation', 'import', 'export', 'charge', 'discharge', 'load'],
    quantities: ['pvPowerW', 'gridPowerW', 'batteryPowerW', 'batterySocPercent', 'loadPowerW', 'generationTotalWh'],
  })
  hybrid = device.deviceId
  const range = { fromMs: nowMs - 2 * HOUR, toMs: nowMs + 60_000, stepMs: 60_000 }
  await appendSamples(test.db, device, range, (atMs) => ({
    batterySocPercent: 50,
    ...powers,
    generationTotalWh: 50_000 + ((powers.pvPowerW ?? 0) * (atMs - range.fromMs)) / HOUR,
  }))
}
const energies = async () => {
  await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
  const row = await test.db.kysely
    .selectFrom('plant_days')
    .selectAll()
    .where('plant_id', '=', plant)
    .executeTakeFirstOrThrow()
  const round = (wh: number | null) => (wh === null ? null : Math.round(wh))
  return {
    import: round(row.import_wh),
    export: round(row.export_wh),
    charge: round(row.charge_wh),
    discharge: round(row.discharge_wh),
  }
}
const powers = async () => {
  await settleAll(test.db, nowMs)
  const row = await test.db.kysely
    .selectFrom('plant_now')
    .selectAll()
    .where('plant_id', '=', plant)
    .executeTakeFirstOrThrow()
  return { gridW: row.grid_w, batteryW: row.battery_w }
}
const exporting = { pvPowerW: 3_000, gridPowerW: -1_000, batteryPowerW: -500, loadPowerW: 1_500 }

describe('signs by what an owner sees', () => {
  it('are told in the order of the house, with the balance of the last minutes', async () => {
    await addHybrid(exporting)
    const { body } = await call(owner.token, 'GET', '')
    expect(body.powers.map((one: { power: string; powerW: number }) => [one.power, one.powerW])).toEqual([
      ['production', 3_000],
      ['grid', -1_000],
      ['battery', -500],
      ['load', 1_500],
    ])
    expect(body.balance).toEqual({ state: 'fits', turned: [], offBy: 0 })
  })

  it('stay where the answers agree', async () => {
    await addHybrid(exporting)
    const { body } = await call(owner.token, 'POST', '', { isProducing: true, takesFromGrid: false })
    expect(body).toEqual({ sun: 'kept', grid: 'kept', changes: [] })
    expect(test.services.recounts.asked).toEqual([])
  })

  it('turn with one answer, and all the history with them', async () => {
    await addHybrid({ ...exporting, gridPowerW: 1_000, batteryPowerW: -500 })
    expect(await energies()).toMatchObject({ import: 2_000, export: 0, charge: 1_000, discharge: null })
    const { body } = await call(owner.token, 'POST', '', { takesFromGrid: false })
    expect(body).toMatchObject({ grid: 'turned', changes: [{ field: 'turnedGrid', before: null }] })
    expect(test.services.recounts.asked).toEqual([plant])
    expect(await energies()).toMatchObject({ import: 0, export: 2_000, charge: 1_000, discharge: null })
    expect(await powers()).toEqual({ gridW: -1_000, batteryW: -500 })
  })

  it('turn back with one press', async () => {
    await addHybrid({ ...exporting, batteryPowerW: 500 })
    const turn = (isTurned: boolean) =>
      call(owner.token, 'POST', '/turn', { deviceId: hybrid, power: 'battery', isTurned })
    await turn(true)
    expect(await energies()).toMatchObject({ charge: 1_000, discharge: null })
    expect(await powers()).toMatchObject({ batteryW: -500 })
    await turn(false)
    expect(await energies()).toMatchObject({ charge: null, discharge: 1_000 })
    expect((await turn(false)).body.changes).toEqual([])
  })

  it('are unclear while little flows, and contradicted where no sign explains it', async () => {
    await addHybrid({ ...exporting, gridPowerW: 3 })
    const { body } = await call(owner.token, 'POST', '', { isProducing: false, takesFromGrid: true })
    expect(body).toEqual({ sun: 'contradicts', grid: 'unclear', changes: [] })
  })
})

describe('signs by the balance', () => {
  it('are set where only one choice fits', async () => {
    await addHybrid({ ...exporting, gridPowerW: 1_000, batteryPowerW: 500 })
    const { body } = await call(owner.token, 'GET', '')
    expect(body.balance).toMatchObject({ state: 'turned', turned: ['grid', 'battery'] })
    await call(owner.token, 'POST', '', { byBalance: true })
    expect((await call(owner.token, 'GET', '')).body.balance.state).toBe('fits')
    expect(await powers()).toEqual({ gridW: -1_000, batteryW: -500 })
  })

  it('are not set where it decides nothing', async () => {
    await addHybrid({ ...exporting, loadPowerW: 700 })
    const { status, body } = await call(owner.token, 'POST', '', { byBalance: true })
    expect([status, body.code, body.detail.reason]).toEqual([409, 'ABNORMAL', 'balanceOpen'])
  })
})

describe('a meter', () => {
  it('faces the other way where the answer says so, with its counters', async () => {
    plant = await addTestPlant(test.db, owner.userId)
    const meter = await addTestDevice(test.db, plant, {
      type: 'METER',
      profileId: '',
      flows: ['import', 'export'],
      quantities: ['gridPowerW', 'gridImportTotalWh', 'gridExportTotalWh'],
    })
    const range = { fromMs: nowMs - HOUR, toMs: nowMs + 60_000, stepMs: 60_000 }
    await appendSamples(test.db, meter, range, (atMs) => ({
      gridPowerW: -600,
      gridImportTotalWh: 10,
      gridExportTotalWh: 900 + (600 * (atMs - range.fromMs)) / HOUR,
    }))
    // A house without production gives nothing: its balance says so too.
    expect((await call(owner.token, 'GET', '')).body.balance).toMatchObject({ state: 'turned', turned: ['grid'] })
    await call(owner.token, 'POST', '', { takesFromGrid: true })
    expect(await energies()).toMatchObject({ import: 600, export: 0 })
    expect((await call(owner.token, 'GET', '')).body).toMatchObject({
      powers: [{ power: 'grid', powerW: 600, isTurned: true }],
      meters: [{ deviceId: meter.deviceId, role: null }],
    })
  })

  it('of another plant is in no sum', async () => {
    await addHybrid({ ...exporting, gridPowerW: 1_000 })
    const meter = await addTestDevice(test.db, plant, {
      type: 'METER',
      profileId: '',
      flows: ['import', 'export'],
      quantities: ['gridPowerW', 'loadPowerW', 'gridImportTotalWh'],
    })
    const url = `/maintain-s/power/system/${plant}/meter/${meter.deviceId}/config`
    await test.app.inject({ method: 'POST', url, headers: bearer(owner.token), payload: { role: 'other' } })
    await appendSamples(test.db, meter, { fromMs: nowMs - HOUR, toMs: nowMs + 60_000, stepMs: 60_000 }, (atMs) => ({
      gridPowerW: 9_000,
      loadPowerW: 9_000,
      gridImportTotalWh: 100 + atMs / 1_000 - nowMs / 1_000 + 3_600,
    }))
    expect(await energies()).toMatchObject({ import: 2_000, export: 0 })
    expect(await powers()).toMatchObject({ gridW: 1_000 })
  })
})

describe('people', () => {
  it('turn nothing of a neighbor, by any id', async () => {
    await addHybrid(exporting)
    const turn = { deviceId: hybrid, power: 'grid', isTurned: true }
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['POST', '', { isProducing: true }],
      ['POST', '/turn', turn],
    ] as const)
      expect((await call(neighbor.token, method, path, payload)).body.code).toBe('NOT_FOUND')
    plant = await addTestPlant(test.db, neighbor.userId)
    expect((await call(neighbor.token, 'POST', '/turn', turn)).body.code).toBe('NOT_FOUND')
    const row = await test.db.kysely
      .selectFrom('devices')
      .select('turned_powers')
      .where('id', '=', hybrid)
      .executeTakeFirstOrThrow()
    expect(row.turned_powers).toEqual([])
  })
})
