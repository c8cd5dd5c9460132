import type { CallName } from '@heliograph/contract/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createCommands, type DeviceCommands, openLoggerLines } from '../commands/commands.ts'
import { createIngest, createWires, type Ingest } from './ingest.ts'
import { openStub, REGISTER, type StubSource } from './testing/stub-wire/source.ts'
import { payloadOf, stub, WIRE_ID } from './testing/stub-wire/wire.ts'
import { everyWire } from './wires.ts'

/*
 * What it takes to add a wire: the folder testing/stub-wire (what it reads, and the source that takes its records), its row
 * in the list of wires and its line where sources are opened. Row and line stand here; no other file knows the wire.
 */
const wires = createWires({ ...everyWire, [WIRE_ID]: stub })
const startMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE_MS = 60_000
/** A logger in the private network from which the tests' calls come, and one elsewhere. */
const [home, away] = ['192.168.1.20', '203.0.113.7']

let test: TestApp
let ingest: Ingest
let source: StubSource
let commands: DeviceCommands
let stop: () => Promise<unknown>
let [owner, neighbor, admin] = ['', '', '']
let [plant, barn] = [0, 0]
let label = 'STUB-0000'

beforeAll(async () => {
  const asked: DeviceCommands = { read: (place) => commands.read(place), set: (place, one) => commands.set(place, one) }
  test = await createTestApp(startMs, { services: { wires, commands: asked } })
  const { db } = test
  const now = (): number => test.clock.nowMs
  const log = pino({ level: 'silent' })
  ingest = createIngest({ db, wires, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  source = await ingest.open(openStub)
  let ids = 0
  const options = { db, log, newId: () => `${++ids}` }
  // This node has no source: it reaches loggers through the node of the ingest.
  const there = await openLoggerLines({ ...options, findLine: ingest.line })
  const here = await openLoggerLines({ ...options, findLine: () => undefined })
  stop = () => Promise.all([here.close(), there.close()])
  commands = createCommands({ db, wires, lines: here, now, wait: async () => {} })
  const user = await addTestUser(test, 'owner')
  owner = user.token
  neighbor = (await addTestUser(test, 'neighbor')).token
  admin = (await addTestUser(test, 'admin', true)).token
  plant = await addTestPlant(db, user.userId)
  barn = await addTestPlant(db, user.userId, { name: 'Barn' })
})
beforeEach(() => {
  test.clock.nowMs += MINUTE_MS
  label = `STUB-${String(Number(label.slice(5)) + 1).padStart(4, '0')}`
})
afterAll(async () => {
  await stop()
  await ingest.close()
  await test.close()
})

const call = async (token: string, name: CallName, parts: CallParts) => {
  const reply = await inject(test.app, name, parts, bearer(token))
  return { status: reply.statusCode, body: reply.json() }
}
const of = (id: number, more: object = {}) => ({ params: { id, ...more } })
const COLLECTOR = 'GET /maintain-s/operating/station/{id}/collector'
const GATEWAY = 'POST /maintain-s/power/system/{id}/v2/gateway'
const register = async (id = plant, serial = label) => {
  const { body } = await call(owner, GATEWAY, { params: { id }, body: { registerItems: [{ deviceSn: serial }] } })
  return body.data[0]
}
const listed = async (id = plant) => (await call(owner, COLLECTOR, of(id))).body.data.find(isThis)
const unclaimed = async () =>
  (await call(admin, 'GET /maintain-s/operating/collector/unclaimed', { query: { size: '100' } })).body.data.find(
    (row: { serial: string }) => row.serial === label,
  )
const isThis = ({ deviceSn }: { deviceSn: string }) => deviceSn === label
const samples = async (): Promise<readonly { plant_id: number; atMs: number }[]> => {
  const { rows } = await test.db.pool.query(
    `select s.plant_id, (extract(epoch from s.at) * 1000)::float8 as "atMs" from samples s
     join devices d on d.id = s.device_id where d.serial = $1 order by s.at`,
    [`INV-${label}`],
  )
  return rows
}
/** Waits for what another connection of the database triggers. */
const until = async (check: () => Promise<boolean>): Promise<void> => {
  while (!(await check())) await new Promise(setImmediate)
}
const reading = (powerW = 500): Buffer => payloadOf(`INV-${label}`, 9_000, powerW, test.clock.nowMs)

describe('a logger of a wire that only this test has', () => {
  it('is registered by its label, and its readings are stored and shown', async () => {
    const send = source.connect(label, home)
    expect(await register()).toMatchObject({ result: 'WAITING' })
    await send(reading())
    // Its first contact proves the claim, and what it brought goes to the plant.
    await until(async () => (await samples()).length === 1)
    test.clock.nowMs += MINUTE_MS
    await send(reading())
    expect(await samples()).toEqual([
      { plant_id: plant, atMs: test.clock.nowMs - MINUTE_MS },
      { plant_id: plant, atMs: test.clock.nowMs },
    ])
    expect(await listed()).toMatchObject({
      wire: WIRE_ID,
      ownership: 'claimed',
      state: 'data',
      online: true,
      deviceCount: 1,
      undecoded: 0,
    })
    test.clock.nowMs += 60 * MINUTE_MS
    expect(await listed()).toMatchObject({ state: 'data', online: false })
    expect((await call(neighbor, COLLECTOR, of(plant))).status).toBe(404)
  })

  it('waits for its owner when nobody has registered it', async () => {
    const send = source.connect(label, home)
    await send(reading())
    expect(await samples()).toEqual([])
    expect(await unclaimed()).toMatchObject({ waitingRecords: 1 })
    expect(await listed()).toBeUndefined()
    expect(await register()).toMatchObject({ result: 'REGISTERED', waitingRecords: 1 })
    await until(async () => (await samples()).length === 1)
    expect(await unclaimed()).toBeUndefined()
  })

  it('is not given to a person in another network', async () => {
    await source.connect(label, away)(reading())
    expect(await register()).toMatchObject({ result: 'WAITING' })
    expect(await samples()).toEqual([])
    expect(await register(plant, 'STUB-1')).toMatchObject({ result: 'INVALID' })
    expect(await register(plant, '4000000001')).toMatchObject({ result: 'WAITING' })
    const { rows } = await test.db.pool.query('select wire, address from logger_claims order by wire')
    expect(rows).toEqual([
      { wire: 'solarman-v5', address: '4000000001' },
      { wire: WIRE_ID, address: label },
    ])
  })

  it('keeps what cannot be read', async () => {
    const send = source.connect(label, home)
    await send(reading())
    await register()
    await send(Buffer.from('?'), 'later-version')
    expect(await listed()).toMatchObject({ undecoded: 1 })
    expect(await ingest.redecode(WIRE_ID, 'later-version')).toBe(0)
  })

  it('moves with its device, and waits again once it is removed', async () => {
    const send = source.connect(label, home)
    await send(reading())
    await register()
    await until(async () => (await samples()).length === 1)
    const gateways = await call(owner, 'GET /maintain-s/power/system/{id}/gateway', of(plant))
    const { gatewayId: gid, ownership } = gateways.body.data.find(isThis)
    expect(ownership).toBe('claimed')
    const move = 'POST /maintain-s/power/system/{id}/gateway/{gid}/move'
    expect((await call(neighbor, move, { ...of(plant, { gid }), body: { toSystemId: barn } })).status).toBe(404)
    expect((await call(owner, move, { ...of(plant, { gid }), body: { toSystemId: barn } })).status).toBe(200)
    test.clock.nowMs += MINUTE_MS
    await send(reading())
    expect((await samples()).map((row) => row.plant_id)).toEqual([plant, barn])
    const remove = 'DELETE /maintain-s/power/system/{id}/gateway'
    expect((await call(owner, remove, { ...of(barn), body: { loggerId: gid } })).status).toBe(200)
    test.clock.nowMs += MINUTE_MS
    await send(reading())
    expect(await unclaimed()).toMatchObject({ waitingRecords: 1 })
  })

  it('carries a command to its device and back, from any node', async () => {
    await source.connect(label, home)(reading())
    await register()
    await until(async () => (await samples()).length === 1)
    const { rows } = await test.db.pool.query('select id from devices where serial = $1', [`INV-${label}`])
    const device = of(plant, { did: rows[0].id })
    const read = 'POST /maintain-s/power/system/{id}/device/{did}/read'
    expect((await call(owner, read, device)).body).toMatchObject({ state: 'failed', reason: 'off' })
    const allow = 'POST /maintain-s/station/{id}/commands'
    expect((await call(owner, allow, { ...of(plant), body: { permission: 'read' } })).status).toBe(200)
    const { body } = await call(owner, read, device)
    expect(body).toMatchObject({ state: 'done', reason: null })
    const values = body.items.map(({ value }: { value: unknown }) => value)
    expect(values).toContain(REGISTER)
    source.hangUp(label)
    expect((await call(owner, read, device)).body).toMatchObject({ state: 'failed', reason: 'offline' })
    expect((await call(neighbor, read, device)).status).toBe(404)
  })

  it('is counted with every other source', () => {
    const { frames, stored } = ingest.stats()
    expect(frames).toBeGreaterThan(0)
    expect(stored).toBeGreaterThan(0)
  })
})
