import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { giveLoggers } from '../../testing/give-loggers.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const HOUR = 3_600_000

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId)
  test.services.recounts.asked.length = 0
})

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, token = owner.token) => {
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const under = (path: string) => `/maintain-s/power/system/${plant}/${path}`
const devices = async () => (await call('GET', under('device'))).body.data
const shown = async () => {
  const { body } = await call('GET', `/maintain-s/fast/device/${plant}/device-list?deviceType=INVERTER`)
  return body.map(({ deviceId }: { deviceId: number }) => deviceId)
}
const auditDetail = async () =>
  (
    await test.db.kysely
      .selectFrom('audit_log')
      .select('detail')
      .where('plant_id', '=', plant)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.detail
const countOf = async (table: string, deviceId: number): Promise<number> => {
  const { rows } = await test.db.pool.query(`select count(*)::int as n from ${table} where device_id = $1`, [deviceId])
  return rows[0].n
}
const addInverter = async () => {
  const device = await addTestDevice(test.db, plant, { quantities: ['acPowerW', 'generationTotalWh'] })
  await appendSamples(test.db, device, { fromMs: nowMs - 3 * HOUR, toMs: nowMs }, (atMs) => ({
    acPowerW: 1_000,
    generationTotalWh: 100_000 + (atMs - nowMs + 3 * HOUR) / 3_600,
  }))
  return device
}

describe('a device', () => {
  it('is renamed and rated, with an audit row', async () => {
    const { deviceId } = await addInverter()
    const edit = { deviceName: ' Barn\troof ', ratedPower: 8_000 }
    const { status, body } = await call('POST', under(`device/${deviceId}`), edit)
    expect([status, body.changes]).toEqual([
      200,
      [
        { field: 'deviceName', before: expect.stringMatching(/^Test/), after: 'Barn roof' },
        { field: 'ratedPower', before: null, after: 8_000 },
      ],
    ])
    expect(await devices()).toMatchObject([{ deviceId, name: 'Barn roof', ratedW: 8_000, removedAtMs: null }])
    expect(await auditDetail()).toMatchObject({ did: deviceId, deviceName: 'Barn roof', 'ratedPower.before': null })
  })

  it('keeps the last day of its warranty, which recounts nothing', async () => {
    const { deviceId } = await addInverter()
    const set = (warrantyLastDay: string | null) => call('POST', under(`device/${deviceId}`), { warrantyLastDay })
    expect((await set('2031-05-01')).body.changes).toEqual([
      { field: 'warrantyLastDay', before: null, after: '2031-05-01' },
    ])
    expect(await devices()).toMatchObject([{ warrantyUntil: '2031-05-01' }])
    expect((await set('2031-02-30')).body.code).toBe('PARAM_ERROR')
    await set(null)
    expect(await devices()).toMatchObject([{ warrantyUntil: null }])
    expect(test.services.recounts.asked).toEqual([])
  })

  it('recounts the history only for another rating', async () => {
    const { deviceId } = await addInverter()
    await call('POST', under(`device/${deviceId}`), { deviceName: 'Barn' })
    expect(test.services.recounts.asked).toEqual([])
    await call('POST', under(`device/${deviceId}`), { ratedPower: 5_000 })
    expect(test.services.recounts.asked).toEqual([plant])
  })

  it.each([
    ['nothing', {}],
    ['an unknown field', { deviceName: 'x', deviceSn: '1' }],
    ['a name that shows nothing', { deviceName: '\u200b' }],
    ['no power', { ratedPower: 0 }],
  ])('refuses %s', async (_, edit) => {
    const { deviceId } = await addInverter()
    expect((await call('POST', under(`device/${deviceId}`), edit)).body.code).toBe('PARAM_ERROR')
  })

  it('of a neighbor does not exist', async () => {
    const neighbor = await addTestPlant(test.db, owner.userId)
    const { deviceId } = await addTestDevice(test.db, neighbor, { quantities: ['acPowerW'] })
    for (const reply of [
      await call('POST', under(`device/${deviceId}`), { deviceName: 'Mine' }),
      await call('DELETE', under('device'), { deviceId, history: 'keep' }),
      await call('POST', under(`device/${deviceId}/restore`), {}),
      await call('DELETE', under('device'), { deviceId, history: 'erase', name: 'x' }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('is removed with its history kept, and returns when a logger reports it', async () => {
    const { deviceId } = await addInverter()
    const kept = await addInverter()
    const days = 'select generation_wh from plant_days where plant_id = $1 order by day'
    const before = (await test.db.pool.query(days, [plant])).rows
    expect((await call('DELETE', under('device'), { deviceId, history: 'keep' })).status).toBe(200)
    expect(await shown()).toEqual([kept.deviceId])
    expect(await devices()).toMatchObject([{ deviceId, removedAtMs: nowMs }, { removedAtMs: null }])
    expect((await test.db.pool.query(days, [plant])).rows).toEqual(before)
    expect(await countOf('samples', deviceId)).toBeGreaterThan(30)
    expect(test.services.recounts.asked).toEqual([])
    // Ingest writes this when a logger reports the device.
    await test.db.kysely.updateTable('devices').set({ logger_id: 1 }).where('id', '=', deviceId).execute()
    expect(await shown()).toEqual([deviceId, kept.deviceId])
  })

  it('is restored by hand, with an audit row; only one that was removed can be', async () => {
    const { deviceId } = await addInverter()
    const restore = () => call('POST', under(`device/${deviceId}/restore`), {})
    expect((await restore()).body.code).toBe('NOT_FOUND')
    await call('DELETE', under('device'), { deviceId, history: 'keep' })
    const { status, body } = await restore()
    const [{ name: deviceName }] = await devices()
    expect([status, body.changes]).toEqual([200, [{ field: 'deviceName', before: null, after: deviceName }]])
    expect(await shown()).toEqual([deviceId])
    expect(await devices()).toMatchObject([{ deviceId, removedAtMs: null }])
    expect(await countOf('samples', deviceId)).toBeGreaterThan(30)
    expect(test.services.recounts.asked).toEqual([])
    expect(await auditDetail()).toMatchObject({ did: deviceId, deviceName })
  })

  it('without a logger changes the state of its plant when it is removed and restored', async () => {
    const { deviceId } = await addInverter()
    const isDue = async () => {
      const { rows } = await test.db.pool.query('select next_change_at from plant_now where plant_id = $1', [plant])
      return rows[0].next_change_at <= 0 || rows[0].next_change_at.getTime() <= nowMs
    }
    const settle = () =>
      test.db.pool.query('update plant_now set next_change_at = $2 where plant_id = $1', [
        plant,
        new Date(nowMs + HOUR),
      ])
    await settle()
    await call('DELETE', under('device'), { deviceId, history: 'keep' })
    expect(await isDue()).toBe(true)
    await settle()
    await call('POST', under(`device/${deviceId}/restore`), {})
    expect(await isDue()).toBe(true)
  })

  it('is erased only when its name is typed, and the plant is recounted', async () => {
    const { deviceId } = await addInverter()
    const [{ name: deviceName }] = await devices()
    const wrong = await call('DELETE', under('device'), { deviceId, history: 'erase', name: 'x' })
    expect(wrong.body).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.name' } })
    expect(await countOf('samples', deviceId)).toBeGreaterThan(0)
    expect((await call('DELETE', under('device'), { deviceId, history: 'erase', name: deviceName })).status).toBe(200)
    for (const table of ['samples', 'device_latest', 'device_rollups', 'quarantine'])
      expect([table, await countOf(table, deviceId)]).toEqual([table, 0])
    expect(await devices()).toEqual([])
    // No recount would remove a day that only it had.
    expect((await test.db.pool.query('select from plant_days where plant_id = $1', [plant])).rowCount).toBe(0)
    expect(test.services.recounts.asked).toEqual([plant])
    expect(await auditDetail()).toMatchObject({ deviceId, deviceName: null, 'deviceName.before': deviceName })
  })

  it('leaves the days that another device had too', async () => {
    const { deviceId } = await addInverter()
    const other = await addTestDevice(test.db, plant, { quantities: ['generationTotalWh'] })
    const day = 24 * HOUR
    await appendSamples(test.db, other, { fromMs: nowMs - 3 * HOUR, toMs: nowMs }, () => ({ generationTotalWh: 5 }))
    const [{ name }] = await devices()
    await test.db.pool.query("insert into plant_days (plant_id, day, generation_wh) values ($1, '2020-01-01', 7)", [
      plant,
    ])
    await call('DELETE', under('device'), { deviceId, history: 'erase', name })
    const { rows } = await test.db.pool.query('select day from plant_days where plant_id = $1 order by day', [plant])
    expect(rows).toEqual([{ day: '2020-01-01' }, { day: new Date(nowMs - (nowMs % day)).toISOString().slice(0, 10) }])
  })

  it('passes its energies to another device when it is erased', async () => {
    const hybrid = await addTestDevice(test.db, plant, {
      quantities: ['gridImportTotalWh'],
      profileId: 'none',
      flows: [],
    })
    const meter = await addTestDevice(test.db, plant, {
      type: 'METER',
      quantities: ['gridImportTotalWh'],
      profileId: 'none',
      flows: ['import'],
    })
    const name = (await devices())[1].name
    await call('DELETE', under('device'), { deviceId: meter.deviceId, history: 'erase', name })
    const { rows } = await test.db.pool.query('select id, flows from devices where plant_id = $1', [plant])
    expect(rows).toEqual([{ id: hybrid.deviceId, flows: ['import'] }])
  })

  it('needs the right to remove devices, and to edit the plant', async () => {
    const { deviceId } = await addInverter()
    const guest = await addTestUser(test, `guest-${plant}`)
    await addMember(test.db, plant, guest.userId, 'viewer')
    const rename = await call('POST', under(`device/${deviceId}`), { deviceName: 'x' }, guest.token)
    const remove = await call('DELETE', under('device'), { deviceId, history: 'keep' }, guest.token)
    const restore = await call('POST', under(`device/${deviceId}/restore`), {}, guest.token)
    expect([rename, remove, restore].map(({ body }) => body.code)).toEqual(Array(3).fill('NO_PERMISSION'))
  })
})

describe('a logger', () => {
  const serial = () => String(1_700_000_000 + plant)
  const register = async () => {
    await giveLoggers(test.db, plant, [serial()])
    const [row] = (await call('GET', under('gateway'))).body.data
    return row.gatewayId as number
  }
  const hear = (id: number) =>
    test.db.kysely
      .updateTable('loggers')
      .set({ last_seen_at: new Date(nowMs), ssid: 'home' })
      .where('id', '=', id)
      .execute()

  it('is renamed, and falls back to its serial number', async () => {
    const gid = await register()
    const named = await call('POST', under(`gateway/${gid}`), { name: ' North\nroof ' })
    expect(named.body.changes).toEqual([{ field: 'gatewayName', before: '', after: 'North roof' }])
    const [row] = (await call('GET', under('gateway'))).body.data
    expect(row).toMatchObject({ gatewayId: gid, deviceSn: serial(), gatewayName: 'North roof', deviceCount: 0 })
    await call('POST', under(`gateway/${gid}`), { name: '' })
    expect((await call('GET', under('gateway'))).body.data[0].gatewayName).toBe('')
  })

  it('is removed: free for others, without site data, and its devices stay', async () => {
    const gid = await register()
    await hear(gid)
    const { deviceId } = await addInverter()
    await test.db.kysely.updateTable('devices').set({ logger_id: gid }).where('id', '=', deviceId).execute()
    expect((await call('DELETE', under('gateway'), { loggerId: gid })).status).toBe(200)
    expect((await call('GET', under('gateway'))).body.data).toEqual([])
    const row = await test.db.kysely.selectFrom('loggers').selectAll().where('id', '=', gid).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ plant_id: null, registered_by: null, ssid: '', name: '' })
    expect(await shown()).toEqual([deviceId])
    expect(await devices()).toMatchObject([{ loggerId: null, removedAtMs: null }])
  })

  it('of a neighbor does not exist', async () => {
    const gid = await register()
    plant = await addTestPlant(test.db, owner.userId)
    expect((await call('DELETE', under('gateway'), { loggerId: gid })).status).toBe(404)
    expect((await call('POST', under(`gateway/${gid}`), { name: 'Mine' })).status).toBe(404)
  })
})
