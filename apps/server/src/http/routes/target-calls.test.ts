import { type Clock, systemClock } from '@heliograph/collect/clock.ts'
import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { fromTable, type ModbusDevice, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { AT_ONCE, oneFamily, registersOf } from '@heliograph/collect/testing/one-family.ts'
import type { Way } from '@heliograph/collect/way.ts'
import type { CallName } from '@heliograph/contract/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listDevices } from '../../fleet/devices/devices.ts'
import { settleNow } from '../../fleet/now/now.ts'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { judgeSilence } from '../../insight/alarms/alarms.ts'
import { createTargetDesk, readCollectConfig, runTargets, type TargetRunner } from '../../intake/collect/collect.ts'
import { countDays } from '../../intake/communication/count-days.ts'
import { createIngest, type Ingest, openPolled, type PolledDesk } from '../../intake/ingest/ingest.ts'
import { createReactions } from '../../reactions.ts'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const opened: unknown[] = []
/** A way with a password, which finds a device without a connection. */
const sealed: Way = {
  id: 'sealed',
  ports: [80],
  secrets: ['token'],
  readSettings: (settings) => settings,
  probe: async () => [{ key: 'a', maker: 'M', model: 'S', serial: 'S1', confidence: 1, why: 'model', opens: null }],
  open: async ({ settings }) => {
    opened.push(settings)
    throw new Error('nothing there')
  },
}
const ways = { 'modbus-tcp': createModbusTcp(oneFamily, AT_ONCE), sealed }
const log = pino({ level: 'silent' })
const LIST = 'GET /maintain-s/station/{id}/targets'
const PROBE = 'POST /maintain-s/station/{id}/targets/probe'
const ADD = 'POST /maintain-s/station/{id}/targets'
const CHANGE = 'POST /maintain-s/station/{id}/targets/{targetId}'
const PAUSE = 'POST /maintain-s/station/{id}/targets/{targetId}/pause'
const REMOVE = 'DELETE /maintain-s/station/{id}/targets/{targetId}'
/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }
const READ = 'POST /maintain-s/station/{id}/targets/{targetId}/read'

let test: TestApp
let ingest: Ingest
let desk: PolledDesk
let runner: TargetRunner
let device: ModbusDevice
let registers: Map<number, number>
/** Of devices behind further units. */
let others: Map<number, Map<number, number>>
let [owner, neighbor, guest] = ['', '', '']
let [plant, neighborPlant, ownerId] = [0, 0, 0]
/** The pauses of a round pass; between rounds none does: a target is read when a test reads it, however long that takes. */
const clock: Clock = {
  now: () => test.clock.nowMs,
  after: (ms, run) => (ms < 10_000 ? systemClock.after(ms, run) : () => {}),
}
// The ports of a test are the system's choice: each may be read.
const gate = createDeviceGate({
  ...readCollectConfig({ DEVICE_NETWORKS: '192.168.1.0/24', DEVICE_LOOPBACK_PORTS: '1024-65535' }),
  ownPorts: new Set([9_999]),
})
const run = () => runTargets({ db: test.db, log, gate, ways, desk, clock, random: () => 0 })

beforeAll(async () => {
  const late: { desk?: ReturnType<typeof createTargetDesk> } = {}
  const found = () => {
    if (late.desk === undefined) throw new Error('not yet')
    return late.desk
  }
  test = await createTestApp(startMs, {
    services: {
      targets: {
        isOpen: true,
        ways: [{ id: 'modbus-tcp', ports: [502] }],
        list: (id) => found().list(id),
        askable: (id) => found().askable(id),
        probe: (input) => found().probe(input),
        add: (input) => found().add(input),
        change: (place, rates) => found().change(place, rates),
        pause: (place, isPaused) => found().pause(place, isPaused),
        remove: (place) => found().remove(place),
        read: (place) => found().read(place),
        history: (place) => found().history(place),
      },
    },
  })
  const { db } = test
  const now = (): number => test.clock.nowMs
  ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  desk = await ingest.open(openPolled)
  runner = await run()
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  late.desk = createTargetDesk({
    db,
    gate,
    ways,
    runner: { read: (id) => runner.read(id) },
    storeSeconds: 60,
    now,
    wait,
  })
  const user = await addTestUser(test, 'owner')
  owner = user.token
  ownerId = user.userId
  const other = await addTestUser(test, 'neighbor')
  neighbor = other.token
  neighborPlant = await addTestPlant(db, other.userId)
  guest = (await addTestUser(test, 'guest')).token
})
beforeEach(async () => {
  await test.db.pool.query("delete from loggers where wire = 'polled'")
  plant = await addTestPlant(test.db, ownerId)
  registers = registersOf(77, 1_200, 5_000)
  await device?.close()
  others = new Map()
  device = await openModbusDevice((...asked) => fromTable(others.get(asked[0].unit) ?? registers)(...asked))
})
afterAll(async () => {
  await runner.close()
  await ingest.close()
  await test.close()
  await device.close()
})

const call = async (token: string, name: CallName, parts: CallParts) => {
  const reply = await inject(test.app, name, parts, bearer(token))
  return { status: reply.statusCode, body: reply.json() }
}
const at = (more: object = {}) => ({
  way: 'modbus-tcp',
  host: '127.0.0.1',
  port: device.port,
  settings: { unit: 1 },
  ...more,
})
const probe = (token = owner, body: object = at(), id = plant) => call(token, PROBE, { params: { id }, body })
async function add(): Promise<number> {
  const { body } = await probe()
  const offers = body.data.map(({ offer }: { offer: string }) => offer)
  const { id } = (await call(owner, ADD, { params: { id: plant }, body: { offers, pollSeconds: 10 } })).body
  await expect.poll(async () => (await list())[0].report?.state, PATIENT).toBe('working')
  return id
}
const list = async (token = owner, id = plant) => (await call(token, LIST, { params: { id } })).body.data
const read = (targetId: number) => call(owner, READ, { params: { id: plant, targetId } })
const samples = async () =>
  (
    await test.db.pool.query<{ at: Date; serial: string }>(
      'select s.at, d.serial from samples s join devices d on d.id = s.device_id where s.plant_id = $1 order by s.at',
      [plant],
    )
  ).rows

describe('a device at an address', () => {
  it('is found, added with one press, read and stored once a minute', async () => {
    const { body } = await probe()
    expect(body.data).toMatchObject([{ maker: 'Maker', model: 'M1', serial: '77', why: 'model', isKnown: false }])
    const id = await add()
    for (let round = 0; round < 4; round += 1) {
      test.clock.nowMs += 30_000
      registers = registersOf(77, 1_200 + round, 5_000 + round * 10)
      expect((await read(id)).status).toBe(200)
    }
    // The first one at once.
    await expect.poll(samples, PATIENT).toHaveLength(3)
    const [target] = await list()
    expect(target).toMatchObject({ name: 'Maker M1', pollSeconds: 10, storeSeconds: 60 })
    expect(target.report).toMatchObject({ state: 'working', silent: 0, otherDevices: [], leftOut: [] })
    expect(target.report.exchanges[0]).toMatchObject({
      about: { kind: 'registers', unit: 1, fn: 3, address: 20, count: 3 },
      outcome: 'answered',
    })
    expect(target.report.live[0].values).toContainEqual({ quantity: 'acPowerW', value: 1_203, unit: 'W', state: null })
    const { rows } = await test.db.pool.query('select generation_wh from plant_days where plant_id = $1', [plant])
    expect(rows).toEqual([{ generation_wh: 30 }])
  })

  it('is joined by one that is found there later', async () => {
    const id = await add()
    others.set(2, registersOf(88, 700, 9_000))
    const { body } = await probe(owner, at({ settings: { unit: 2 } }))
    expect(body.data).toMatchObject([{ serial: '88', isKnown: false }])
    const offers = body.data.map(({ offer }: { offer: string }) => offer)
    const added = await call(owner, ADD, { params: { id: plant }, body: { offers, pollSeconds: 300 } })
    expect(added.body).toEqual({ id })
    expect(await list()).toMatchObject([{ id, pollSeconds: 10, devices: [{ serial: '77' }, { serial: '88' }] }])
    await expect.poll(async () => (await samples()).map(({ serial }) => serial), PATIENT).toContain('88')
    const { rows } = await test.db.pool.query('select settings from collect_targets')
    expect(rows).toEqual([{ settings: { framing: 'tcp' } }])
    // What is there already is told as such.
    expect((await probe()).body.data).toMatchObject([{ serial: '77', isKnown: true }])
  })

  it('is looked at by no other plant, and in no other way', async () => {
    await add()
    const taken = { code: 'ABNORMAL', detail: { reason: 'endpointTaken' } }
    expect((await probe(neighbor, at(), neighborPlant)).body).toMatchObject(taken)
    expect((await probe(owner, at({ way: 'sealed', settings: {} }))).body).toMatchObject(taken)
  })

  it('is never asked as the Supervisor of an add-on, whose token no person has', async () => {
    const settings = { token: 'x', isSupervisor: true }
    expect(await probe(owner, at({ way: 'home-assistant', settings }))).toMatchObject({
      status: 400,
      body: { code: 'PARAM_ERROR', detail: { field: 'body.settings.isSupervisor' } },
    })
  })

  it('is read by one node, and by another when the first has ended', async () => {
    const id = await add()
    const other = await run()
    expect(other.running()).toBe(0)
    await runner.close()
    runner = other
    const { rows } = await test.db.pool.query('select held_by from collect_targets where id = $1', [id])
    expect(rows).toEqual([{ held_by: null }])
    await test.db.pool.query("notify collect_targets, ''")
    await expect.poll(() => runner.running(), PATIENT).toBe(1)
  })

  it('is read no more once it is removed, and keeps its history', async () => {
    const id = await add()
    test.clock.nowMs += 60_000
    await read(id)
    test.clock.nowMs += 60_000
    await read(id)
    await expect.poll(samples, PATIENT).toHaveLength(3)
    expect((await call(owner, REMOVE, { params: { id: plant, targetId: id } })).status).toBe(200)
    await expect.poll(() => runner.running(), PATIENT).toBe(0)
    expect(await list()).toEqual([])
    await expect.poll(() => device.open(), PATIENT).toBe(0)
    expect(await samples()).toHaveLength(3)
    const { rows } = await test.db.pool.query("select from loggers where wire = 'polled'")
    expect(rows).toEqual([])
  })

  it('is left alone while it is paused, and read again afterwards', async () => {
    const targetId = await add()
    const pause = (paused: boolean) => call(owner, PAUSE, { params: { id: plant, targetId }, body: { paused } })
    expect((await pause(true)).status).toBe(200)
    await expect.poll(() => runner.running(), PATIENT).toBe(0)
    await expect.poll(() => device.open(), PATIENT).toBe(0)
    expect(await list()).toMatchObject([{ isPaused: true }])
    await pause(false)
    await expect.poll(() => runner.running(), PATIENT).toBe(1)
    await expect.poll(async () => (await list())[0].report?.state, PATIENT).toBe('working')
  })

  it('while it is paused is missed by nobody, for days', async () => {
    const targetId = await add()
    await expect
      .poll(async () => {
        await read(targetId)
        return (await samples()).length
      }, PATIENT)
      .toBeGreaterThan(0)
    const pause = (paused: boolean) => call(owner, PAUSE, { params: { id: plant, targetId }, body: { paused } })
    const startedMs = test.clock.nowMs
    const state = async () => {
      await settleNow(test.db, [plant], test.clock.nowMs)
      await judgeSilence(test.db, test.clock.nowMs)
      const { rows } = await test.db.pool.query(
        `select n.status, n.reason->>'kind' as kind, n.silent_count as silent,
          (select count(*)::int from alarms a where a.plant_id = n.plant_id and a.rule in ('loggerSilent', 'deviceSilent')) as alarms
        from plant_now n where n.plant_id = $1`,
        [plant],
      )
      return rows[0]
    }
    try {
      await pause(true)
      test.clock.nowMs = startedMs + 3 * 86_400_000
      expect(await state()).toEqual({ status: 'waiting', kind: 'paused', silent: 0, alarms: 0 })
      const loggers = await listDevices(test.db, plant, test.clock.nowMs)
      expect(loggers.find(({ type }) => type === 'COLLECTOR')).toMatchObject({
        status: 'waiting',
        reason: { kind: 'paused' },
      })
      const site = { plantId: plant, zone: 'UTC', latitudeDeg: 50, longitudeDeg: 10 }
      const day = new Date(startedMs + 86_400_000).toISOString().slice(0, 10)
      expect(await countDays(test.db, site, [day], test.clock.nowMs)).toMatchObject([{ expected: 0, gapCount: 0 }])
      // Gone before it is read again: the first reading would be faster than the judgment.
      await device.close()
      await pause(false)
      // Nothing came yet, and nothing is missing.
      expect(await state()).toEqual({ status: 'waiting', kind: 'noRecord', silent: 0, alarms: 0 })
      expect(await countDays(test.db, site, [day], test.clock.nowMs)).toMatchObject([{ expected: 0, gapCount: 0 }])
    } finally {
      test.clock.nowMs = startedMs
    }
  })

  it('is opened anew at another rate', async () => {
    const targetId = await add()
    const changed = await call(owner, CHANGE, {
      params: { id: plant, targetId },
      body: { pollSeconds: 20, storeSeconds: 300 },
    })
    expect(changed.status).toBe(200)
    expect(await list()).toMatchObject([{ pollSeconds: 20, storeSeconds: 300 }])
    const [tooOften] = [{ pollSeconds: 9 }]
    expect((await call(owner, CHANGE, { params: { id: plant, targetId }, body: tooOften })).status).toBe(400)
  })

  it('is not taken for another one that answers at its address', async () => {
    const id = await add()
    registers = registersOf(78, 9_000, 900_000)
    await call(owner, CHANGE, { params: { id: plant, targetId: id }, body: { pollSeconds: 30 } })
    await expect
      .poll(async () => {
        await read(id)
        return (await list())[0].report.otherDevices
      }, PATIENT)
      .toEqual([{ expected: '77', found: '78' }])
    const { rows } = await test.db.pool.query("select from devices where plant_id = $1 and serial = '78'", [plant])
    expect(rows).toEqual([])
  })

  it('is said to be silent, closed or of another kind', async () => {
    const closed = await openModbusDevice(() => undefined)
    await closed.close()
    expect((await probe(owner, at({ port: closed.port }))).body).toMatchObject({
      code: 'ABNORMAL',
      detail: { reason: 'refused' },
    })
  })
})

describe('an address that this server must not read', () => {
  it.each<[string, object, string]>([
    ['loopback of a closed port', { port: 1_000 }, 'network'],
    ['another network', { host: '192.168.2.1' }, 'network'],
    ['the Internet', { host: '8.8.8.8' }, 'network'],
    ['link-local', { host: '169.254.1.1' }, 'network'],
    ['metadata', { host: '169.254.169.254' }, 'network'],
    ['loopback as IPv6', { host: '::ffff:127.0.0.1' }, 'network'],
    ['a listed network as IPv6', { host: '::ffff:192.168.1.1' }, 'network'],
    ['loopback as one number', { host: '2130706433', port: 1_000 }, 'network'],
    ['loopback by its name', { host: 'localhost', port: 1_000 }, 'network'],
    ['the shell', { port: 22 }, 'port'],
    ['mail', { host: '192.168.1.9', port: 25 }, 'port'],
    ['the database', { port: 5432 }, 'port'],
    ['our own port', { port: 9_999 }, 'port'],
  ])('is refused: %s', async (_, more, reason) => {
    const before = device.connections()
    const { status, body } = await probe(owner, at(more))
    expect([status, body.code, body.detail?.reason]).toEqual([400, 'PARAM_ERROR', reason])
    expect(device.connections()).toBe(before)
  })

  it.each([
    ['a way that is none', { way: 'ssh' }],
    ['a name of the language', { way: 'constructor' }],
    ['settings of another way', { settings: { function: 16 } }],
    ['a host with a path', { host: '192.168.1.1/x' }],
    ['a host with a line end', { host: '192.168.1.1\r\nx' }],
  ])('is refused: %s', async (_, more) => expect((await probe(owner, at(more))).status).toBe(400))
})

describe('people', () => {
  it('reach no target of a neighbor, by any id', async () => {
    const targetId = await add()
    const body = { pollSeconds: 60 }
    for (const id of [plant, neighborPlant]) {
      const params = { id, targetId }
      for (const [name, parts] of [
        [CHANGE, { params, body }],
        [REMOVE, { params }],
        [PAUSE, { params, body: { paused: true } }],
        [READ, { params }],
      ] as const)
        expect((await call(neighbor, name, parts)).body.code, `${name} ${id}`).toBe('NOT_FOUND')
    }
    expect((await call(neighbor, LIST, { params: { id: plant } })).body.code).toBe('NOT_FOUND')
    expect((await probe(neighbor)).body.code).toBe('NOT_FOUND')
    expect(await list()).toHaveLength(1)
  })

  it('add nothing but what this server found for their plant', async () => {
    const { body } = await probe()
    const [{ offer }] = body.data
    const parts = (text: string) => ({ params: { id: neighborPlant }, body: { offers: [text] } })
    expect((await call(neighbor, ADD, parts(offer))).body.code).toBe('PARAM_ERROR')
    const made = JSON.stringify({
      plantId: neighborPlant,
      way: 'modbus-tcp',
      host: '127.0.0.1',
      port: 22,
      untilMs: 9e15,
    })
    for (const text of [made, `hgs1.${Buffer.from(made).toString('base64url')}`, offer.slice(0, -4)])
      expect((await call(neighbor, ADD, parts(text))).body.code).toBe('PARAM_ERROR')
    test.clock.nowMs += 31 * 60_000
    expect((await call(owner, ADD, { params: { id: plant }, body: { offers: [offer] } })).body.code).toBe('PARAM_ERROR')
  })

  it('look through their agents without taking the turn of others', async () => {
    let begun = 0
    let answer = (): void => {}
    const answered = new Promise<readonly never[]>((resolve) => {
      answer = () => resolve([])
    })
    const agents = {
      requireOnline: async () => {},
      probe: () => {
        begun += 1
        return answered
      },
      read: async () => {},
      scan: async () => {},
    }
    const shared = { db: test.db, gate, ways, runner, storeSeconds: 60, now: () => test.clock.nowMs }
    const own = createTargetDesk({ ...shared, agents, wait: async () => {} })
    const place = { way: 'sealed', host: '127.0.0.1', port: device.port, settings: {} }
    const looks = [1, 2, 3, 4, 5]
      .map((n) => plant + n)
      .map((plantId) => own.probe({ ...place, plantId, agentId: plantId }))
    await expect.poll(() => begun, PATIENT).toBe(5)
    await expect.poll(() => own.probe({ ...place, plantId: plant }).catch(String), PATIENT).toHaveLength(1)
    // One at a time of a plant.
    await expect(own.probe({ ...place, plantId: plant + 5, agentId: 5 })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    answer()
    expect(await Promise.all(looks)).toEqual([[], [], [], [], []])
  })

  it('who only share the plant do not send this server into its network', async () => {
    const { rows } = await test.db.pool.query<{ id: number }>("select id from users where account = 'guest'")
    await addMember(test.db, plant, rows[0]?.id ?? 0, 'admin')
    expect((await probe(guest)).body.code).toBe('NO_PERMISSION')
    expect((await call(guest, LIST, { params: { id: plant } })).status).toBe(200)
  })
})

describe('secrets of a target', () => {
  it('are sealed in the database, and shown in no reply', async () => {
    const { body } = await probe(owner, at({ way: 'sealed', settings: { token: 'hush-hush' } }))
    expect(body.data).toHaveLength(1)
    const offers = body.data.map(({ offer }: { offer: string }) => offer)
    await call(owner, ADD, { params: { id: plant }, body: { offers } })
    await expect.poll(() => opened.at(-1), PATIENT).toEqual({ token: 'hush-hush' })
    const { rows } = await test.db.pool.query('select * from collect_targets')
    expect(JSON.stringify([rows, body, await list()])).not.toContain('hush')
    expect(rows).toMatchObject([{ settings: {}, way: 'sealed' }])
  })
})
