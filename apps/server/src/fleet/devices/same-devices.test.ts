import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findLikenesses } from '../../intake/collect/collect.ts'
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

const nowMs = Date.parse('2026-06-16T12:00:00Z')
const HOUR = 3_600_000
const noon = Date.parse('2026-06-15T10:00:00Z')

let test: TestApp
let owner: { userId: number; token: string }
let neighbor: { userId: number; token: string }
let plant: number
let [stick, home] = [0, 0]
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
})
afterAll(() => test.close())

const addLogger = async (wire: string, name: string): Promise<number> => {
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into loggers (wire, address, name, plant_id) values ($1, $2, $3, $4) returning id`,
    [wire, `${name}-${plant}`, name, plant],
  )
  return rows[0]?.id ?? 0
}

/** The sun of two days, seen by a stick from the first day on and by Home Assistant from the second one. */
async function addInverter(options: Readonly<{ from: number; name: string; loggerId: number; factor?: number }>) {
  const { from, loggerId, factor = 1 } = options
  const device = await addTestDevice(test.db, plant, {
    profileId: '',
    quantities: ['acPowerW', 'generationTotalWh'],
    createdAtMs: from,
  })
  await test.db.pool.query('update devices set logger_id = $2 where id = $1', [device.deviceId, loggerId])
  const watts = (atMs: number): number => {
    const phase = ((atMs - Date.parse('2026-06-14T04:00:00Z')) % (24 * HOUR)) / (16 * HOUR)
    return phase < 1 ? Math.round(5_000 * Math.sin(Math.PI * phase)) : 0
  }
  let total = 100_000
  await appendSamples(test.db, device, { fromMs: from, toMs: nowMs }, (atMs) => {
    total += watts(atMs) / 12
    return { acPowerW: watts(atMs) * factor, generationTotalWh: Math.round(total) }
  })
  return device.deviceId
}
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId)
  test.services.recounts.asked.length = 0
  stick = await addInverter({
    from: noon - 24 * HOUR,
    name: 'stick',
    loggerId: await addLogger('solarman-v5', 'stick'),
  })
  home = await addInverter({ from: noon, name: 'home', loggerId: await addLogger('polled', 'home') })
})

const call = async (token: string, method: 'GET' | 'POST', path: string, payload?: object) => {
  const url = `/maintain-s/station/${plant}/same-devices${path}`
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const list = async () => (await call(owner.token, 'GET', '')).body
/** The generation of each day, and the power now. */
const sums = async () => {
  await recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} })
  await settleAll(test.db, nowMs)
  const { rows } = await test.db.pool.query<{ wh: number }>(
    'select generation_wh as wh from plant_days where plant_id = $1 order by day',
    [plant],
  )
  const { rows: now } = await test.db.pool.query<{ w: number }>('select pv_w as w from plant_now where plant_id = $1', [
    plant,
  ])
  return { days: rows.map(({ wh }) => Math.round(wh)), powerW: now[0]?.w }
}

describe('one device by two ways', () => {
  it('is recognized by its powers over a day, and offered', async () => {
    expect(await list()).toEqual({ alike: [], merged: [] })
    await findLikenesses(test.db, nowMs)
    const { alike } = await list()
    expect(alike).toHaveLength(1)
    expect(alike[0].likeness).toBeGreaterThan(0.99)
    expect(alike[0].devices.map((one: { deviceId: number }) => one.deviceId)).toEqual([stick, home])
    // A second run finds it again, and offers it once.
    await findLikenesses(test.db, nowMs)
    expect((await list()).alike).toHaveLength(1)
  })

  it('counts once after one press, whichever of them counts, and twice after undo', async () => {
    const doubled = await sums()
    const before = await call(owner.token, 'POST', '', { deviceId: stick, otherId: home })
    expect(before.body.changes).toMatchObject([{ field: 'secondSource', before: null }])
    expect(test.services.recounts.asked).toEqual([plant])
    const single = await sums()
    expect(single.days[0]).toBe(doubled.days[0])
    expect(single.days[2]).toBe(Math.round((doubled.days[2] ?? 0) / 2))
    expect(single.powerW).toBe((doubled.powerW ?? 0) / 2)
    expect((await list()).merged).toMatchObject([{ counts: { deviceId: stick }, second: { deviceId: home } }])

    await call(owner.token, 'POST', '/split', { deviceId: home })
    expect(await sums()).toEqual(doubled)

    // The later one counts: the history before it is that of the other one, and no day is counted twice.
    await call(owner.token, 'POST', '', { deviceId: home, otherId: stick })
    expect(await sums()).toEqual(single)
    expect((await list()).merged).toMatchObject([{ counts: { deviceId: home }, from: '2026-06-16' }])
    const { rows } = await test.db.pool.query('select count(*)::int as n from samples where device_id = $1', [stick])
    expect(rows[0].n).toBeGreaterThan(500)
  })

  it('counts by its second source once the first one is removed', async () => {
    await call(owner.token, 'POST', '', { deviceId: stick, otherId: home })
    const url = `/maintain-s/power/system/${plant}/device`
    const payload = { deviceId: stick, history: 'keep' }
    const reply = await test.app.inject({ method: 'DELETE', url, headers: bearer(owner.token), payload })
    expect(reply.statusCode).toBe(200)
    const { rows } = await test.db.pool.query('select apart, flows from devices where id = $1', [home])
    expect(rows[0].flows).toEqual(['generation'])
    expect(rows[0].apart).toEqual([{ from: '1900-01-01', until: '2026-06-16' }])
  })

  it('is offered no more where a person says that they are two', async () => {
    await findLikenesses(test.db, nowMs)
    await call(owner.token, 'POST', '/deny', { deviceId: home, otherId: stick })
    await findLikenesses(test.db, nowMs)
    expect((await list()).alike).toEqual([])
  })
})

describe('two devices', () => {
  it('of one way, or of another size, are not taken for one', async () => {
    await test.db.pool.query(
      'update devices set logger_id = (select id from loggers where name = $2 and plant_id = $3) where id = $1',
      [home, 'stick', plant],
    )
    await findLikenesses(test.db, nowMs)
    expect((await list()).alike).toEqual([])
    await test.db.pool.query('update devices set removed_at = now(), logger_id = null where id = $1', [home])
    await addInverter({ from: noon, name: 'big', loggerId: await addLogger('polled', 'big'), factor: 1.5 })
    await findLikenesses(test.db, nowMs)
    expect((await list()).alike).toEqual([])
  })

  it('that name themselves are two, but for one that has the number of its stick', async () => {
    const homeSerial = (await test.db.pool.query('select serial from devices where id = $1', [home])).rows[0].serial
    const read = (way: string, logger: string) =>
      test.db.pool.query(
        `insert into collect_targets (logger_id, way, host, port, settings, devices, poll_seconds, store_seconds, created_at)
         select id, $2, '192.168.1.9', 8899, '{}', $3, 60, 60, now() from loggers where name = 'home' and plant_id = $1`,
        [plant, way, JSON.stringify([{ key: 'a', serial: homeSerial, logger }])],
      )
    for (const way of ['solarman-local', 'modbus-tcp']) {
      await read(way, '2712345678')
      await findLikenesses(test.db, nowMs)
      expect((await list()).alike, way).toEqual([])
      await test.db.pool.query('delete from collect_targets')
    }
    await read('solarman-local', homeSerial)
    await findLikenesses(test.db, nowMs)
    expect((await list()).alike).toHaveLength(1)
    await test.db.pool.query('delete from collect_targets')
  })

  it('are not merged into a chain, nor with themselves', async () => {
    await call(owner.token, 'POST', '', { deviceId: stick, otherId: home })
    const third = await addInverter({ from: noon, name: 'third', loggerId: await addLogger('readings', 'third') })
    const chained = await call(owner.token, 'POST', '', { deviceId: home, otherId: third })
    expect([chained.status, chained.body.detail.reason]).toEqual([409, 'mergedAlready'])
    expect((await call(owner.token, 'POST', '', { deviceId: stick, otherId: stick })).status).toBe(400)
  })
})

it('a neighbor merges nothing, by any id', async () => {
  await findLikenesses(test.db, nowMs)
  const pair = { deviceId: stick, otherId: home }
  const asked = async () => {
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['POST', '', pair],
      ['POST', '/split', { deviceId: home }],
      ['POST', '/deny', pair],
    ] as const) {
      const { body } = await call(neighbor.token, method, path, payload)
      if (method === 'GET' && body.alike) expect(body).toEqual({ alike: [], merged: [] })
      else expect(body.code, path).toBe('NOT_FOUND')
    }
  }
  const own = plant
  await asked()
  plant = await addTestPlant(test.db, neighbor.userId)
  await asked()
  plant = own
  expect((await list()).alike).toHaveLength(1)
})
