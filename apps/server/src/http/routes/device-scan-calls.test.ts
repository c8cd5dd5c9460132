import { createSocket } from 'node:dgram'
import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { createSolarmanLocal } from '@heliograph/collect/solarman-local/solarman-local.ts'
import { fromTable, type ModbusDevice, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { AT_ONCE, oneFamily, registersOf } from '@heliograph/collect/testing/one-family.ts'
import { openV5Stick, STICK_SERIAL, type V5Stick } from '@heliograph/collect/testing/v5-stick.ts'
import type { Way } from '@heliograph/collect/way.ts'
import type { CallName } from '@heliograph/contract/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createScans,
  createTargetDesk,
  readCollectConfig,
  type ScanDesk,
  watchOpenedNetworks,
} from '../../intake/collect/collect.ts'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createTestServices } from '../../testing/services.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: 'silent' })
const LOOK = 'GET /maintain-s/station/{id}/targets/scan'
const START = 'POST /maintain-s/station/{id}/targets/scan'
const CANCEL = 'POST /maintain-s/station/{id}/targets/scan/cancel'
const NETWORK = 'POST /maintain-s/operating/device-networks'
const ADD = 'POST /maintain-s/station/{id}/targets'
const HERE = '127.0.0.1/32'
const OWN = '192.168.77.0/24'
const PATIENT = { timeout: 30_000 }

let test: TestApp
let device: ModbusDevice
let stick: V5Stick
let ports: number[]
let stickPort: number
let ways: Record<string, Way>
let scans: ScanDesk
let work: (data: { id: number }) => Promise<void>
/** Jobs that were ordered and not run. */
let ordered: { id: number }[]
let [owner, neighbor, guest, administrator] = ['', '', '', '']
let [plant, neighborPlant, ownerId, guestId] = [0, 0, 0, 0]
const undo: (() => unknown)[] = []

/** A port that takes connections and is asked nothing. */
const spare: Way = {
  id: 'spare',
  ports: [],
  secrets: [],
  readSettings: (settings) => settings,
  probe: () => new Promise(() => {}),
  open: () => Promise.reject(new Error('never')),
}

beforeAll(async () => {
  const late: { desk?: ReturnType<typeof createTargetDesk> } = {}
  test = await createTestApp(startMs, {
    services: {
      scans: {
        networks: () => scans.networks(),
        find: (id) => scans.find(id),
        start: (input) => scans.start(input),
        cancel: (id) => scans.cancel(id),
        setNetwork: (input) => scans.setNetwork(input),
      },
      targets: {
        ...createTestServices().targets,
        add: (input) => late.desk?.add(input) ?? Promise.reject(new Error('not yet')),
      },
    },
  })
  const { db } = test
  const now = (): number => test.clock.nowMs
  const registers = fromTable(registersOf(77, 1_200, 5_000))
  device = await openModbusDevice((...asked) => (asked[0].unit === 1 ? registers(...asked) : { exception: 0x0b }))
  const words = registersOf(88, 900, 4_000)
  stick = await openV5Stick(({ address, count }) => ({
    words: Array.from({ length: count }, (_, n) => words.get(address + n) ?? 0),
  }))
  ports = [device.port, stick.port]
  ways = {
    'modbus-tcp': { ...createModbusTcp(oneFamily, AT_ONCE), ports: [device.port] },
    'solarman-local': { ...createSolarmanLocal(oneFamily), ports: [stick.port] },
  }
  const socket = createSocket('udp4')
  socket.on('message', (_, { port, address }) => socket.send(`127.0.0.1,34EAE7233445,${STICK_SERIAL}`, port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  stickPort = socket.address().port
  undo.push(() => socket.close())
  const config = readCollectConfig({ DEVICE_LOOPBACK_PORTS: '1024-65535' })
  const opened = await watchOpenedNetworks({ db, log, own: () => [OWN] })
  const gate = createDeviceGate({
    ...config,
    networks: {
      has: opened.has,
      get isEmpty() {
        return opened.isEmpty
      },
    },
    ownPorts: new Set(),
  })
  scans = await createScans({
    db,
    log,
    gate,
    ways,
    opened,
    now,
    own: () => [OWN],
    ports,
    stickPort,
    jobs: {
      work: async (_, run) => {
        work = run as unknown as typeof work
      },
      send: async (_, data) => void ordered.push(data as { id: number }),
    },
  })
  const runner = { read: async () => false }
  late.desk = createTargetDesk({ db, gate, ways, runner, now, wait: async () => {}, ...config })
  const user = await addTestUser(test, 'owner')
  owner = user.token
  ownerId = user.userId
  const other = await addTestUser(test, 'neighbor')
  neighbor = other.token
  neighborPlant = await addTestPlant(db, other.userId)
  const friend = await addTestUser(test, 'guest')
  guest = friend.token
  guestId = friend.userId
  administrator = (await addTestUser(test, 'administrator')).token
  await db.pool.query("update users set is_admin = true where account = 'administrator'")
})
beforeEach(async () => {
  ordered = []
  plant = await addTestPlant(test.db, ownerId)
  await test.db.pool.query("delete from loggers where wire = 'polled'")
})
afterAll(async () => {
  await scans.close()
  for (const step of undo) await step()
  await test.close()
  await device.close()
  await stick.close()
})

const call = async (token: string, name: CallName, parts: CallParts) => {
  const reply = await inject(test.app, name, parts, bearer(token))
  return { status: reply.statusCode, body: reply.json() }
}
const start = (network = HERE, token = owner, id = plant) => call(token, START, { params: { id }, body: { network } })
const look = async (token = owner, id = plant) => (await call(token, LOOK, { params: { id } })).body
const runOrdered = async (): Promise<void> => {
  for (const data of ordered.splice(0)) await work(data)
}

describe('a look through a network', () => {
  it('names what answers, with the reason, and one press adds it', async () => {
    expect((await start()).status).toBe(200)
    expect((await look()).scan).toMatchObject({ network: HERE, state: 'queued', progress: 0, hits: [] })
    await runOrdered()
    const { scan } = await look()
    expect([scan.state, scan.progress]).toEqual(['done', 1])
    const hits = scan.hits
      .filter(({ devices }: { devices: unknown[] }) => devices.length > 0)
      .toSorted((a: { way: string }, b: { way: string }) => a.way.localeCompare(b.way))
    // It names itself over UDP, and takes no connection at its usual port.
    expect(scan.hits).toContainEqual({
      host: '127.0.0.1',
      port: 8899,
      way: 'solarman-local',
      state: 'refused',
      stick: String(STICK_SERIAL),
      devices: [],
    })
    expect(hits).toMatchObject([
      {
        host: '127.0.0.1',
        port: device.port,
        way: 'modbus-tcp',
        state: 'found',
        devices: [{ maker: 'Maker', model: 'M1', serial: '77', confidence: 0.9, why: 'model', isKnown: false }],
      },
      { port: stick.port, way: 'solarman-local', state: 'found', devices: [{ serial: '88' }] },
    ])
    const offers = hits[1].devices.map(({ offer }: { offer: string }) => offer)
    expect((await call(owner, ADD, { params: { id: plant }, body: { offers } })).status).toBe(200)
    const { rows } = await test.db.pool.query('select way, host, port from collect_targets')
    expect(rows).toEqual([{ way: 'solarman-local', host: '127.0.0.1', port: stick.port }])
  })

  it('contacts no place that is read already', async () => {
    await start()
    await runOrdered()
    const { scan } = await look()
    const [hit] = scan.hits.filter(({ way }: { way: string }) => way === 'modbus-tcp')
    const added = await call(owner, ADD, { params: { id: plant }, body: { offers: [hit.devices[0].offer] } })
    expect(added.status).toBe(200)
    const before = device.connections()
    test.clock.nowMs += 61_000
    await start()
    await runOrdered()
    expect(device.connections()).toBe(before)
    expect((await look()).scan.hits.filter(({ way }: { way: string }) => way === 'modbus-tcp')).toEqual([])
  })

  it('is made once a minute, and one at a time', async () => {
    await start()
    expect((await start()).body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await runOrdered()
    const { status, body } = await start()
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    test.clock.nowMs += 61_000
    expect((await start()).status).toBe(200)
    await runOrdered()
  })

  it('ends when it is canceled, before it runs and while it runs', async () => {
    await start()
    await call(owner, CANCEL, { params: { id: plant }, body: {} })
    await runOrdered()
    expect((await look()).scan).toMatchObject({ state: 'canceled', hits: [] })
    test.clock.nowMs += 61_000
    const held = ways['modbus-tcp'] as Way
    ways['modbus-tcp'] = { ...spare, ports: [device.port] }
    await start()
    const running = runOrdered()
    await expect.poll(async () => (await look()).scan.progress, PATIENT).toBeGreaterThan(0.3)
    await call(owner, CANCEL, { params: { id: plant }, body: {} })
    await running
    ways['modbus-tcp'] = held
    expect((await look()).scan.state).toBe('canceled')
  })

  it('whose node died is over', async () => {
    await start()
    ordered = []
    test.clock.nowMs += 200_000
    expect((await look()).scan.state).toBe('failed')
    expect((await start()).status).toBe(200)
    ordered = []
  })
})

describe('a network that this server must not look through', () => {
  it.each([
    ['link-local with metadata', '169.254.169.0/24', 'network'],
    ['another private network', '192.168.1.0/24', 'network'],
    ['the Internet', '8.8.8.0/24', 'network'],
    ['groups', '224.0.0.0/24', 'network'],
    ['more than 256 addresses', '10.0.0.0/8', undefined],
    ['no network', '192.168.1.0/33', undefined],
  ])('is refused: %s', async (_, network, reason) => {
    const { status, body } = await start(network)
    expect([status, body.code, body.detail?.reason]).toEqual([400, 'PARAM_ERROR', reason])
    expect(ordered).toEqual([])
  })

  it('is the own one until an administrator of the server opens it, and no other', async () => {
    expect(await look()).toMatchObject({ networks: [{ network: OWN, isOpen: false }], mayOpen: false })
    expect((await start(OWN)).body.detail).toMatchObject({ reason: 'network' })
    const open = (token: string, network: string, isOpen = true) => call(token, NETWORK, { body: { network, isOpen } })
    expect((await open(owner, OWN)).status).toBe(403)
    for (const other of ['192.168.1.0/24', '169.254.169.0/24', '127.0.0.0/24', '10.0.0.0/24'])
      expect((await open(administrator, other)).body.code).toBe('PARAM_ERROR')
    expect((await open(administrator, OWN)).status).toBe(200)
    expect(await look()).toMatchObject({ networks: [{ network: OWN, isOpen: true }] })
    expect((await start(OWN)).status).toBe(200)
    ordered = []
    expect((await open(administrator, OWN, false)).status).toBe(200)
    expect(await look()).toMatchObject({ networks: [{ isOpen: false }] })
  })
})

describe('people who must not look', () => {
  it('a neighbor sees, starts and cancels nothing of another plant', async () => {
    await start()
    for (const [name, parts] of [
      [LOOK, { params: { id: plant } }],
      [START, { params: { id: plant }, body: { network: HERE } }],
      [CANCEL, { params: { id: plant }, body: {} }],
    ] as const)
      expect([name, (await call(neighbor, name, parts)).status]).toEqual([name, 404])
    expect((await look()).scan.state).toBe('queued')
    expect((await look(neighbor, neighborPlant)).scan).toBeNull()
    await runOrdered()
    const offers = (await look()).scan.hits.flatMap(({ devices }: { devices: { offer: string }[] }) =>
      devices.map(({ offer }) => offer),
    )
    const [taken] = offers
    const { body } = await call(neighbor, ADD, { params: { id: neighborPlant }, body: { offers: [taken] } })
    expect(body.code).toBe('PARAM_ERROR')
  })

  it('a guest with the right to add devices sends this server nowhere', async () => {
    await addMember(test.db, plant, guestId, 'admin')
    expect((await start(HERE, guest)).status).toBe(403)
    expect((await call(guest, LOOK, { params: { id: plant } })).status).toBe(403)
    expect(ordered).toEqual([])
  })
})
