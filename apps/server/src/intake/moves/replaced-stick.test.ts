import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'
import { recountPlant } from '../ingest/recount-plant.ts'
import { createStick, openScene, recordedAtMs, type Scene } from '../ingest/testing/scene.ts'

let test: TestApp
let owner: { userId: number; token: string }
let scene: Scene
let serial = 4_000_700_000
let plant: number
let logger: number
beforeAll(async () => {
  test = await createTestApp(recordedAtMs)
  owner = await addTestUser(test, 'owner')
})
beforeEach(async () => {
  test.clock.nowMs = recordedAtMs
  plant = await addTestPlant(test.db, owner.userId, { zone: 'Europe/London' })
  serial += 10
  await giveLoggers(test.db, plant, [serial])
  logger = await idOf(serial)
  scene = await openScene(test.db)
})
afterEach(() => scene.close())
afterAll(() => test.close())

const idOf = async (address: number): Promise<number> => {
  const { rows } = await test.db.pool.query('select id from loggers where address = $1', [String(address)])
  return rows[0].id
}
const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, token = owner.token) => {
  const reply = await test.app.inject({
    method,
    url: `/maintain-s/${path}`,
    headers: bearer(token),
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const replaceLogger = (next: number | string, gid = logger, token?: string) =>
  ask('POST', `power/system/${plant}/gateway/${gid}/replace`, { serial: String(next) }, token)
const listed = async () => (await ask('GET', `power/system/${plant}/device`)).body.data
const loggers = async () => (await ask('GET', `operating/station/${plant}/collector`)).body
const undo = async (next: number, token?: string) =>
  ask('POST', `power/system/${plant}/gateway/${await idOf(next)}/replace/undo`, {}, token)
/** Minutes of which the plant has samples. */
const minutes = async (): Promise<readonly number[]> => {
  const { rows } = await test.db.pool.query('select distinct at from samples where plant_id = $1 order by at', [plant])
  return rows.map(({ at }) => (at.getTime() - recordedAtMs) / MINUTE_MS)
}
/** Energies of the plant's day and its whole life, Wh. */
const sums = async (): Promise<readonly number[]> => {
  const { rows } = await test.db.pool.query(
    'select coalesce(sum(generation_wh), 0)::float8 as wh from plant_days where plant_id = $1',
    [plant],
  )
  return rows.map(({ wh }) => wh)
}

/** A stick whose inverter counts 100 Wh a minute from somewhere. */
const recorder = (address: number, startWh: number, todayWh = 0, inverter = `SN${serial}`) => {
  const stick = createStick(address, inverter)
  const client = scene.connect()
  return async (minute: number): Promise<void> => {
    const atMs = recordedAtMs + minute * MINUTE_MS
    scene.clock.nowMs = atMs
    test.clock.nowMs = atMs
    const values = { generationTotalWh: startWh + 100 * minute, generationTodayWh: todayWh + 100 * minute }
    await (await client).exchange(stick.data(atMs, values))
  }
}

describe('a stick that is replaced', () => {
  it('leaves devices, name and history to the new one', async () => {
    const old = recorder(serial, 50_000)
    for (const minute of [0, 5, 10]) await old(minute)
    await ask('POST', `power/system/${plant}/gateway/${logger}`, { name: 'Attic' })
    const [{ deviceId }] = await listed()
    const next = recorder(serial + 1, 50_000)
    // It speaks from where the browser is: proven at once.
    await next(15)
    expect(await replaceLogger(serial + 1)).toMatchObject({ status: 200, body: { result: 'REGISTERED' } })
    const { data, claims } = await loggers()
    expect([data, claims]).toMatchObject([
      [{ deviceSn: String(serial + 1), name: 'Attic', replaced: { deviceSn: String(serial) } }],
      [],
    ])
    expect(await listed()).toMatchObject([{ deviceId, loggerId: await idOf(serial + 1) }])
    for (const minute of [20, 25]) await next(minute)
    // Waiting records go along: no minute is missing, none counts twice.
    await expect.poll(sums).toEqual([2_500])
    await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
    expect(await sums()).toEqual([2_500])
    expect((await listed()).length).toBe(1)
  })

  it('counts until the new one is proven, and no longer', async () => {
    await recorder(serial, 50_000)(0)
    expect(await replaceLogger(serial + 2)).toMatchObject({ body: { result: 'WAITING' } })
    expect(await loggers()).toMatchObject({
      data: [{ deviceSn: String(serial) }],
      claims: [{ deviceSn: String(serial + 2), replaces: String(serial) }],
    })
    await recorder(serial + 2, 50_000)(5)
    expect(await loggers()).toMatchObject({ data: [{ deviceSn: String(serial + 2), deviceCount: 1 }], claims: [] })
  })

  it('may be called off while the new one waits', async () => {
    await replaceLogger(serial + 2)
    expect((await ask('DELETE', `power/system/${plant}/gateway/${serial + 2}`)).status).toBe(200)
    await recorder(serial + 2, 50_000)(5)
    expect(await loggers()).toMatchObject({ data: [{ deviceSn: String(serial) }], claims: [] })
  })

  it('returns when the replacement is undone', async () => {
    await ask('POST', `power/system/${plant}/gateway/${logger}`, { name: 'Attic' })
    await recorder(serial, 50_000)(0)
    const next = recorder(serial + 1, 50_000)
    await next(5)
    await replaceLogger(serial + 1)
    expect(await undo(serial + 1)).toMatchObject({
      status: 200,
      body: { changes: [{ before: 'Attic', after: 'Attic' }] },
    })
    expect(await loggers()).toMatchObject({ data: [{ deviceSn: String(serial), name: 'Attic', deviceCount: 1 }] })
    expect((await undo(serial + 1)).status).toBe(404)
  })

  it('brings the records that it sent meanwhile when it returns', async () => {
    const old = recorder(serial, 50_000)
    await old(0)
    await recorder(serial + 1, 50_000)(5)
    await replaceLogger(serial + 1)
    await expect.poll(minutes).toEqual([0, 5])
    for (const minute of [10, 15]) await old(minute)
    expect((await undo(serial + 1)).status).toBe(200)
    await old(20)
    await expect.poll(minutes).toEqual([0, 5, 10, 15, 20])
    await expect.poll(sums).toEqual([2_000])
  })

  // No test can send from an address in public.
  it.each([
    ['private', [0, 5, 10, 20]],
    ['203.0.113.9', [0, 5, 20]],
  ])('after a month of silence brings only records from where it was: %s', async (place, there) => {
    const old = recorder(serial, 50_000)
    await old(0)
    await recorder(serial + 1, 50_000)(5)
    await test.db.pool.query("update loggers set last_seen_at = last_seen_at - interval '35 days' where id = $1", [
      logger,
    ])
    await replaceLogger(serial + 1)
    await expect.poll(minutes).toEqual([0, 5])
    await old(10)
    await test.db.pool.query('update logger_homes set places = $2 where logger_id = $1', [logger, [place]])
    if (place !== 'private')
      await test.db.pool.query('update waiting_records set counted_address = $2 where logger_id = $1', [logger, place])
    expect((await undo(serial + 1)).status).toBe(200)
    await old(20)
    await expect.poll(minutes).toEqual(there)
  })

  it('returns beside one that was in the plant before it', async () => {
    await ask('POST', `power/system/${plant}/gateway/${logger}`, { name: 'Attic' })
    await recorder(serial, 50_000)(0)
    await giveLoggers(test.db, plant, [serial + 1])
    await recorder(serial + 1, 70_000, 0, `OWN${serial}`)(0)
    expect((await replaceLogger(serial + 1)).body.result).toBe('ALREADY_HERE')
    expect(await loggers()).toMatchObject({ data: [{ name: 'Attic', deviceCount: 2 }] })
    expect(await undo(serial + 1)).toMatchObject({ body: { changes: [{ before: 'Attic', after: 'Attic' }] } })
    const { data } = await loggers()
    expect(data.map((row: Record<string, unknown>) => [row.deviceSn, row.name, row.deviceCount, row.replaced])).toEqual(
      [
        [String(serial), 'Attic', 1, null],
        [String(serial + 1), '', 1, null],
      ],
    )
    expect((await undo(serial + 1)).status).toBe(404)
  })

  it('stays if the waiting one is registered beside it instead', async () => {
    await recorder(serial, 50_000)(0)
    await replaceLogger(serial + 2)
    const item = { deviceSn: String(serial + 2) }
    await ask('POST', `power/system/${plant}/v2/gateway`, { registerItems: [item] })
    expect(await loggers()).toMatchObject({ claims: [{ ...item, replaces: null }] })
    await recorder(serial + 2, 70_000, 0, `OWN${serial}`)(5)
    expect(await loggers()).toMatchObject({ data: [{ deviceSn: String(serial), deviceCount: 1 }, item], claims: [] })
  })

  it('goes although the proof of the new one was tried again', async () => {
    await recorder(serial, 50_000)(0)
    await replaceLogger(serial + 2)
    const path = `operating/station/${plant}/device/gateway/post/${serial + 2}?verificationType=ADDRESS`
    expect((await ask('POST', path, {})).body.proven).toBe(false)
    await recorder(serial + 2, 50_000)(5)
    expect(await loggers()).toMatchObject({ data: [{ deviceSn: String(serial + 2), deviceCount: 1 }] })
  })

  it('returns only by who may add loggers too', async () => {
    await recorder(serial, 50_000)(0)
    await recorder(serial + 1, 50_000)(5)
    await replaceLogger(serial + 1)
    const member = await addTestUser(test, `member${serial}`)
    await addMember(test.db, plant, member.userId, 'viewer', ['deletePlantDevice'])
    expect((await undo(serial + 1, member.token)).body.code).toBe('NO_PERMISSION')
    expect((await undo(serial + 1)).status).toBe(200)
  })

  it('stays where it is by now if somebody else has it', async () => {
    await recorder(serial, 50_000)(0)
    await recorder(serial + 1, 50_000)(5)
    await replaceLogger(serial + 1)
    const neighbor = await addTestUser(test, `neighbor${serial}`)
    await giveLoggers(test.db, await addTestPlant(test.db, neighbor.userId), [serial])
    expect((await undo(serial + 1)).body.code).toBe('CHANGED_SINCE')
    expect((await undo(serial + 1, neighbor.token)).status).toBe(404)
  })

  it("does not name a neighbor's, and says which number is wrong", async () => {
    const neighbor = await addTestUser(test, `other${serial}`)
    await giveLoggers(test.db, await addTestPlant(test.db, neighbor.userId), [serial + 3])
    const theirs = await idOf(serial + 3)
    expect((await replaceLogger(serial + 3)).body.result).toBe((await replaceLogger(serial + 4)).body.result)
    expect((await replaceLogger(serial + 5, theirs)).status).toBe(404)
    expect((await replaceLogger(serial + 5, logger, neighbor.token)).status).toBe(404)
    expect((await replaceLogger('12')).body).toMatchObject({ result: 'INVALID', changes: [] })
    expect((await replaceLogger(serial)).body.no).toBe(56)
  })
})

describe('an inverter that is replaced', () => {
  it('leaves day and lifetime without a jump', async () => {
    const old = recorder(serial, 50_000, 10_000)
    for (const minute of [0, 5, 10]) await old(minute)
    const before = await sums()
    const [{ deviceId }] = await listed()
    test.clock.nowMs = recordedAtMs + 12 * MINUTE_MS
    await ask('POST', `power/system/${plant}/device/replace`, { oldDeviceSn: `SN${serial}`, newDeviceSn: 'NEW0000001' })
    const check = () => ask('GET', `power/system/${plant}/device/${deviceId}/replacement`)
    expect(await check()).toMatchObject({
      body: { replacement: { oldSerial: `SN${serial}`, heardAtMs: null, checks: [] } },
    })
    // The stick is a new one too, and the inverter had worked elsewhere.
    const next = recorder(serial + 1, 3_000_000, -1_500, 'NEW0000001')
    await replaceLogger(serial + 1)
    for (const minute of [15, 20, 25]) await next(minute)
    expect(await sums()).toEqual([(before[0] ?? 0) + 1_000])
    await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
    expect(await sums()).toEqual([(before[0] ?? 0) + 1_000])
    expect(await listed()).toMatchObject([{ deviceId, serial: 'NEW0000001', loggerId: await idOf(serial + 1) }])
    const body = (await check()).body.replacement
    expect(body.heardAtMs).toBe(recordedAtMs + 25 * MINUTE_MS)
    expect(body.checks).toContainEqual({ check: 'counter', result: 'good', before: null, after: 3_002_500 })
    expect(body.checks).toContainEqual(expect.objectContaining({ check: 'model', result: 'good' }))
    // Its records are history of its own.
    const path = `power/system/${plant}/device/${deviceId}/replace/undo`
    expect((await ask('POST', path, {})).body.code).toBe('CHANGED_SINCE')
  })

  it('returns as long as the new one is silent', async () => {
    const old = recorder(serial, 50_000)
    await old(0)
    const [before] = await listed()
    await ask('POST', `power/system/${plant}/device/replace`, { oldDeviceSn: `SN${serial}`, newDeviceSn: 'NEW0000002' })
    const path = `power/system/${plant}/device/${before.deviceId}/replace/undo`
    const neighbor = await addTestUser(test, `third${serial}`)
    expect((await ask('POST', path, {}, neighbor.token)).status).toBe(404)
    expect((await ask('POST', path, {})).status).toBe(200)
    expect(await listed()).toEqual([before])
    await old(5)
    expect(await sums()).toEqual([500])
    expect((await ask('POST', path, {})).status).toBe(404)
  })
})
