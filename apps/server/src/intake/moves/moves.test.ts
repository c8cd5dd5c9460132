import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'
import { recountPlant } from '../ingest/recount-plant.ts'
import { createStick, openScene, recordedAtMs, type Scene, samplesOf } from '../ingest/testing/scene.ts'

const MINUTE_MS = 60_000
let test: TestApp
let owner: { userId: number; token: string }
let scene: Scene
let serial = 4_000_100_000
/** The plant where it was, and the one where it goes. */
let here: number
let there: number
let logger: number
beforeAll(async () => {
  test = await createTestApp(recordedAtMs)
  owner = await addTestUser(test, 'owner')
})
beforeEach(async () => {
  test.clock.nowMs = recordedAtMs
  here = await addTestPlant(test.db, owner.userId, { zone: 'Europe/London' })
  there = await addTestPlant(test.db, owner.userId, { zone: 'Europe/London', name: 'Barn' })
  serial += 1
  await giveLoggers(test.db, here, [serial])
  logger = await idOf(serial)
  scene = await openScene(test.db)
})
afterEach(() => scene.close())
afterAll(() => test.close())

const idOf = async (of: number): Promise<number> => {
  const { rows } = await test.db.pool.query('select id from loggers where address = $1', [String(of)])
  return rows[0].id
}
const post = async (path: string, payload: object, token = owner.token) => {
  const url = `/maintain-s/power/system/${path}`
  const reply = await test.app.inject({ method: 'POST', url, headers: bearer(token), payload })
  return { status: reply.statusCode, body: reply.json() }
}
const move = (from: number, to: number, token?: string) =>
  post(`${from}/gateway/${logger}/move`, { toSystemId: to }, token)
const listed = async (plant: number, token = owner.token) => {
  const url = `/maintain-s/power/system/${plant}/device`
  return (await test.app.inject({ method: 'GET', url, headers: bearer(token) })).json().data
}
const energyOf = async (plant: number): Promise<number | null> => {
  const { rows } = await test.db.pool.query('select sum(generation_wh) as wh from plant_days where plant_id = $1', [
    plant,
  ])
  return rows[0].wh
}
const recount = (plant: number) =>
  recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })

/** Minutes after the beginning, with counters that rise by 100 Wh a minute. */
const recorder = () => {
  const stick = createStick(serial)
  const client = scene.connect()
  return async (minute: number, buffered = false): Promise<void> => {
    const atMs = recordedAtMs + minute * MINUTE_MS
    if (!buffered) scene.clock.nowMs = atMs
    const total = 50_000 + 100 * minute
    const values = { generationTotalWh: total, generationTodayWh: 10_000 + 100 * minute }
    await (await client).exchange(stick.data(atMs, values, { buffered }))
  }
}
const at = (minute: number): void => {
  test.clock.nowMs = recordedAtMs + minute * MINUTE_MS
}

describe('a logger that moves to another plant', () => {
  it('leaves its history, and each watt-hour counts once', async () => {
    const record = recorder()
    for (const minute of [0, 5, 10]) await record(minute)
    at(12)
    expect(await move(here, there)).toMatchObject({ status: 200, body: { devices: 1 } })
    const before = await energyOf(here)
    for (const minute of [15, 20]) await record(minute)
    // What the device says it made today before is no news to the other plant.
    expect(await energyOf(there)).toBe(1_000)
    expect(await energyOf(here)).toBe(before)
    expect((await samplesOf(test.db, there)).length).toBe(2)
    await recount(here)
    await recount(there)
    expect([await energyOf(here), await energyOf(there)]).toEqual([before, 1_000])
    expect(await listed(here)).toMatchObject([
      { removedAtMs: recordedAtMs + 12 * MINUTE_MS, moved: { kind: 'went', plantId: there } },
    ])
    expect(await listed(there)).toMatchObject([
      {
        serial: `SN${serial}`,
        loggerId: logger,
        moved: { kind: 'came', plantId: here, plantName: 'Lindenhof' },
      },
    ])
  })

  it('delivers what it kept from before to the plant where it was', async () => {
    const record = recorder()
    for (const minute of [0, 5]) await record(minute)
    at(12)
    await move(here, there)
    await record(15)
    await record(10, true)
    expect((await samplesOf(test.db, here)).map((row) => row.at.getTime() - recordedAtMs)).toEqual(
      [0, 5, 10].map((minute) => minute * MINUTE_MS),
    )
    expect((await samplesOf(test.db, there)).length).toBe(1)
    // A late record does not bring the device back.
    expect(await listed(here)).toMatchObject([{ loggerId: null, moved: { kind: 'went' } }])
  })

  it('comes back with one history, without what it made elsewhere', async () => {
    const record = recorder()
    for (const minute of [0, 5, 10]) await record(minute)
    const before = (await energyOf(here)) ?? 0
    at(11)
    await move(here, there)
    for (const minute of [15, 20]) await record(minute)
    at(21)
    expect(await move(there, here)).toMatchObject({ status: 200 })
    for (const minute of [25, 30]) await record(minute)
    expect([await energyOf(here), await energyOf(there)]).toEqual([before + 1_000, 1_000])
    expect((await listed(here)).length).toBe(1)
    await recount(here)
    expect(await energyOf(here)).toBe(before + 1_000)
  })

  it('counts nothing of a time in which it was silent', async () => {
    const record = recorder()
    for (const minute of [0, 5]) await record(minute)
    at(60)
    await move(here, there)
    for (const minute of [65, 70]) await record(minute)
    expect(await energyOf(there)).toBe(500)
  })

  it('stands in the log of both plants, and its alarms end', async () => {
    const record = recorder()
    await record(0)
    const [{ deviceId }] = await listed(here)
    await test.db.pool.query(
      `insert into alarms (plant_id, device_id, rule, level, influence, opened_at, found_at, last_seen_at)
       values ($1, $2, 'deviceFault', 2, 1, now(), now(), now())`,
      [here, deviceId],
    )
    await move(here, there)
    const { rows } = await test.db.pool.query(
      'select plant_id, detail from audit_log where plant_id = any($1) order by plant_id',
      [[here, there]],
    )
    expect(rows).toMatchObject([
      { plant_id: here, detail: { gatewayName: null, 'gatewayName.before': String(serial) } },
      { plant_id: there, detail: { gatewayName: String(serial), 'gatewayName.before': null } },
    ])
    const { rows: alarms } = await test.db.pool.query('select end_reason from alarms where plant_id = $1', [here])
    expect(alarms).toEqual([{ end_reason: 'gone' }])
  })
})

describe('a move is refused', () => {
  it('to a plant of a stranger as to one that does not exist', async () => {
    const stranger = await addTestUser(test, `stranger${serial}`)
    const theirs = await addTestPlant(test.db, stranger.userId)
    const missing = await move(here, 999_999)
    expect(missing).toMatchObject({ status: 404 })
    expect({ ...(await move(here, theirs)).body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    await addMember(test.db, theirs, owner.userId, 'viewer')
    expect((await move(here, theirs)).status).toBe(403)
    expect((await move(theirs, here)).status).toBe(403)
    expect((await move(here, theirs, stranger.token)).status).toBe(404)
  })

  it('to where it is, for a logger of another plant, and while a command runs', async () => {
    expect((await move(here, here)).status).toBe(400)
    expect((await move(there, here)).status).toBe(404)
    await test.db.pool.query(
      `insert into device_commands (plant_id, device_id, logger_id, kind, state, started_at)
       values ($1, 1, $2, 'read', 'running', now())`,
      [here, logger],
    )
    expect((await move(here, there)).body.no).toBe(50)
  })

  it('where its device already stands at another logger', async () => {
    await recorder()(0)
    await giveLoggers(test.db, there, [serial + 50_000])
    await addTestDevice(test.db, there, {
      serial: `SN${serial}`,
      quantities: [],
      loggerSerial: serial + 50_000,
    })
    expect((await move(here, there)).body.no).toBe(53)
  })
})

describe('a device that moves alone', () => {
  it('waits for its record through a logger of the other plant', async () => {
    await recorder()(0)
    const [{ deviceId }] = await listed(here)
    await giveLoggers(test.db, there, [serial + 70_000])
    const next = await idOf(serial + 70_000)
    const go = (loggerId: number) => post(`${here}/device/${deviceId}/move`, { toSystemId: there, loggerId })
    expect((await go(logger)).body.no).toBe(55)
    expect((await go(next)).status).toBe(200)
    expect(await listed(here)).toMatchObject([{ loggerId: null, moved: { kind: 'went' } }])
    expect(await listed(there)).toMatchObject([{ serial: `SN${serial}`, loggerId: next, removedAtMs: null }])
    expect((await go(next)).status).toBe(404)
    // Until then it has no data, which is code 42.
    const [{ deviceId: id }] = await listed(there)
    const url = `/device-s/device/${id}/stats/day?quantities=acPowerW`
    const reply = await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })
    expect(reply.json()).toMatchObject({ code: 'DEVICE_NO_DATA', no: 42 })
  })

  it('stays there although its old logger still reports it', async () => {
    const record = recorder()
    for (const minute of [0, 5]) await record(minute)
    const before = await energyOf(here)
    const [{ deviceId }] = await listed(here)
    await giveLoggers(test.db, there, [serial + 80_000])
    const next = await idOf(serial + 80_000)
    at(6)
    await post(`${here}/device/${deviceId}/move`, { toSystemId: there, loggerId: next })
    for (const minute of [10, 15]) await record(minute)
    expect(await energyOf(here)).toBe(before)
    // What it kept from before still belongs to the plant where it was.
    await record(4, true)
    expect((await samplesOf(test.db, here)).map((row) => row.at.getTime() - recordedAtMs)).toEqual(
      [0, 4, 5].map((minute) => minute * MINUTE_MS),
    )
    expect((await samplesOf(test.db, there)).length).toBe(0)
    at(16)
    const still = { atMs: recordedAtMs + 10 * MINUTE_MS, loggerName: String(serial) }
    expect(await listed(here)).toMatchObject([{ loggerId: null, moved: { kind: 'went', plantId: there, still } }])
    expect(await listed(there)).toMatchObject([{ loggerId: next, moved: { kind: 'came', plantId: here, still } }])
    const onlyThere = await addTestUser(test, `there${serial}`)
    await addMember(test.db, there, onlyThere.userId, 'owner')
    const [seen] = await listed(there, onlyThere.token)
    expect(seen.moved).toMatchObject({ plantId: null, still: { loggerName: null } })
  })

  it('counts at its old plant again as soon as it is moved back', async () => {
    const record = recorder()
    await record(0)
    const [{ deviceId }] = await listed(here)
    await giveLoggers(test.db, there, [serial + 90_000])
    at(1)
    await post(`${here}/device/${deviceId}/move`, { toSystemId: there, loggerId: await idOf(serial + 90_000) })
    await record(5)
    const [{ deviceId: id }] = await listed(there)
    at(6)
    expect((await post(`${there}/device/${id}/move`, { toSystemId: here, loggerId: logger })).status).toBe(200)
    await record(10)
    expect((await samplesOf(test.db, here)).length).toBe(2)
    expect(await listed(here)).toMatchObject([{ deviceId, loggerId: logger, moved: { kind: 'came', still: null } }])
  })
})
