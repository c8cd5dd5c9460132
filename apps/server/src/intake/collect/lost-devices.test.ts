import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { fromTable, type ModbusDevice, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { AT_ONCE, oneFamily, registersOf } from '@heliograph/collect/testing/one-family.ts'
import type { Candidate } from '@heliograph/collect/way.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { readCollectConfig } from './collect.ts'
import { createLostDevices, type LostDevices } from './lost-devices.ts'
import { addTarget } from './targets.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: 'silent' })
const ways = { 'modbus-tcp': createModbusTcp(oneFamily, AT_ONCE) }
const device: Candidate = {
  key: 'modbus 1 77',
  maker: 'Maker',
  model: 'M1',
  serial: '77',
  confidence: 0.9,
  why: 'model',
  opens: {
    wire: 'modbus',
    profileId: 'test',
    unit: 1,
    serial: '77',
    maker: 'Maker',
    model: 'M1',
    confidence: 0.9,
    why: 'model',
  },
}

let test: TestApp
let [plant, owner] = [0, 0]
let targetId: number
let port: number
let https: ModbusDevice
let lost: LostDevices
const open: ModbusDevice[] = []

beforeAll(async () => {
  test = await createTestApp(startMs)
  owner = (await addTestUser(test, 'owner')).userId
  plant = await addTestPlant(test.db, owner)
})
beforeEach(async () => {
  test.clock.nowMs = startMs
  await test.db.pool.query('delete from loggers')
  // A port that is free on every address of this machine.
  const first = await openModbusDevice(() => undefined)
  port = first.port
  await first.close()
  https = await openModbusDevice(() => undefined)
  open.push(https)
  const config = readCollectConfig({ DEVICE_LOOPBACK_PORTS: '1024-65535' })
  const gate = createDeviceGate({ ...config, ownPorts: new Set() })
  lost = createLostDevices({ db: test.db, log, gate, ways, now: () => test.clock.nowMs, ports: [https.port] })
  const place = { plantId: plant, way: 'modbus-tcp', host: '127.0.0.1', port, settings: { framing: 'tcp' } }
  targetId = await addTarget(test.db, {
    plantId: plant,
    userId: owner,
    offers: [{ ...place, candidate: device }],
    secrets: [],
    name: '',
    pollSeconds: 60,
    storeSeconds: 60,
    nowMs: startMs,
  })
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => test.close())

const at = async (host: string, serial: number): Promise<void> =>
  void open.push(await openModbusDevice(fromTable(registersOf(serial, 1_000, 5_000)), { host, port }))
/** As the node that reads it would report. */
async function report(state: 'working' | 'waiting', otherDevices: object = {}): Promise<void> {
  const failure =
    state === 'waiting' ? { reason: 'ECONNREFUSED', sinceMs: test.clock.nowMs, atMs: test.clock.nowMs } : undefined
  await test.db.pool.query('update collect_targets set state = $1, state_at = $2', [
    JSON.stringify({ state, failure, otherDevices, asleep: [], leftOut: {}, exchanges: [], live: [] }),
    new Date(test.clock.nowMs),
  ])
}
const failFor = async (ms: number): Promise<void> => {
  await report('waiting')
  await lost.run()
  test.clock.nowMs += ms
  await report('waiting')
  await lost.run()
}
const target = async () =>
  (
    await test.db.pool.query(
      'select host, moved_from, version, failing_since, open_before, open_now from collect_targets where id = $1',
      [targetId],
    )
  ).rows[0]

describe('a device that the router gave another address', () => {
  it('is not sought where an add-on asks the Supervisor', async () => {
    await at('127.0.0.33', 77)
    const way = ways['modbus-tcp']
    const gate = createDeviceGate({
      ...readCollectConfig({ DEVICE_LOOPBACK_PORTS: '1024-65535' }),
      ownPorts: new Set(),
    })
    const open = { ...way, readSettings: () => way.readSettings({ framing: 'tcp' }) }
    const options = { db: test.db, log, gate, now: () => test.clock.nowMs, ports: [https.port] }
    lost = createLostDevices({ ...options, ways: { 'modbus-tcp': open } })
    await test.db.pool.query(`update collect_targets set settings = settings || '{"isSupervisor": true}'`)
    await failFor(11 * MINUTE_MS)
    expect(await target()).toMatchObject({ host: '127.0.0.1', moved_from: null })
  })

  it('is found again by its serial number, and by nothing else', async () => {
    await at('127.0.0.9', 78)
    await failFor(11 * MINUTE_MS)
    expect(await target()).toMatchObject({ host: '127.0.0.1', moved_from: null })
    await at('127.0.0.33', 77)
    // A network is looked through once an hour.
    test.clock.nowMs += 20 * MINUTE_MS
    await report('waiting')
    await lost.run()
    expect(await target()).toMatchObject({ host: '127.0.0.1' })
    test.clock.nowMs += HOUR_MS
    await report('waiting')
    await lost.run()
    expect(await target()).toMatchObject({
      host: '127.0.0.33',
      moved_from: '127.0.0.1',
      version: 2,
      failing_since: null,
    })
  })

  it('is found as well when another device answers at the old one', async () => {
    await at('127.0.0.1', 78)
    await at('127.0.0.40', 77)
    await report('working', { [device.key]: '78' })
    await lost.run()
    test.clock.nowMs += 11 * MINUTE_MS
    await report('working', { [device.key]: '78' })
    await lost.run()
    expect(await target()).toMatchObject({ host: '127.0.0.40', moved_from: '127.0.0.1' })
  })

  it('is not sought after a short silence', async () => {
    await at('127.0.0.33', 77)
    await failFor(5 * MINUTE_MS)
    expect(await target()).toMatchObject({ host: '127.0.0.1' })
  })

  it('is not taken from the plant that has it there', async () => {
    await at('127.0.0.33', 77)
    await test.db.pool.query(`insert into loggers (wire, address, plant_id, name) values ('polled', 'other', $1, '')`, [
      plant,
    ])
    await test.db.pool.query(
      `insert into collect_targets (logger_id, way, host, port, settings, devices, poll_seconds, store_seconds, created_at)
         select id, 'modbus-tcp', '127.0.0.33', $1, '{}', '[]', 60, 60, now() from loggers where address = 'other'`,
      [port],
    )
    await failFor(11 * MINUTE_MS)
    expect(await target()).toMatchObject({ host: '127.0.0.1' })
  })
})

describe('a device that refuses for days', () => {
  it('says which ports it had and which it has', async () => {
    await report('working')
    await lost.run()
    expect(await target()).toMatchObject({ open_before: [port, https.port].sort((a, b) => a - b), open_now: null })
    await failFor(2 * DAY_MS)
    expect((await target()).open_now).toBeNull()
    test.clock.nowMs += DAY_MS
    await report('waiting')
    await lost.run()
    expect(await target()).toMatchObject({ open_now: [https.port] })
    await report('working')
    await lost.run()
    expect(await target()).toMatchObject({ open_now: null, failing_since: null })
  })
})
