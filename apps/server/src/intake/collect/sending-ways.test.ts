import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { systemClock } from '@heliograph/collect/clock.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { createHome, openHomeAssistant } from '@heliograph/collect/testing/home-assistant-server.ts'
import { openBroker } from '@heliograph/collect/testing/mqtt-broker.ts'
import { openV5Stick } from '@heliograph/collect/testing/v5-stick.ts'
import type { Candidate, Io } from '@heliograph/collect/way.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { createIngest, type Ingest, openPolled } from '../ingest/ingest.ts'
import { decideNumber, listNumbers, readCollectConfig, runTargets, type TargetRunner } from './collect.ts'
import { addTarget } from './targets.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: 'silent' })
/** The time between is read day by day. */
const SPAN = { fromMs: startMs - DAY_MS, toMs: startMs + DAY_MS }
const PATIENT = { timeout: 40_000, interval: 100 }
let test: TestApp
let ingest: Ingest
let runner: TargetRunner
let plant: number
let owner: number
const undo: (() => void)[] = []

beforeAll(async () => {
  test = await createTestApp(startMs)
  const { db } = test
  const now = (): number => test.clock.nowMs
  ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  const desk = await ingest.open(openPolled)
  const config = readCollectConfig({ DEVICE_NETWORKS: '192.168.1.0/24', DEVICE_LOOPBACK_PORTS: '1024-65535' })
  const gate = createDeviceGate({ ...config, ownPorts: new Set() })
  runner = await runTargets({ db, log, gate, ways: everyWay, desk, clock: { ...systemClock, now }, random: () => 0 })
  owner = (await addTestUser(test, 'owner')).userId
  plant = await addTestPlant(db, owner)
})
afterAll(async () => {
  await runner.close()
  for (const step of undo.reverse()) step()
  await ingest.close()
  await test.close()
})

/** A device, or what speaks for it: where it is, how it is found, and how it says its values once more. */
type Sender = Readonly<{
  port: number
  settings: object
  secrets?: readonly string[]
  candidates?: readonly Candidate[]
  say: (round: number) => void
  expected: Partial<Record<QuantityId, number>>
}>

async function openMeter(): Promise<Sender> {
  const sockets = new Set<Socket>()
  const telegram =
    '/ESY5Q3DB1024 V3.04\r\n\r\n1-0:0.0.0*255(0272031312565)\r\n1-0:1.8.0*255(00052185.7825309*kWh)\r\n' +
    '1-0:2.8.0*255(00019949.3221493*kWh)\r\n1-0:1.7.0*255(002124.86*W)\r\n!\r\n'
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write(telegram)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    settings: {},
    say: () => {
      for (const socket of sockets) socket.write(telegram)
    },
    expected: { gridPowerW: 2_124.86, gridImportTotalWh: 52_185_782.5309 },
  }
}

async function openHomeWizard(): Promise<Sender> {
  const replies: Readonly<Record<string, object>> = {
    '/api': { product_type: 'HWE-P1', product_name: 'P1 meter', serial: 'aabbcc', firmware_version: '4.19' },
    '/api/v1/data': { unique_id: 'U1', total_power_import_kwh: 13_779.338, active_power_w: -123 },
  }
  const server = createHttpServer((request, reply) => {
    const body = replies[request.url ?? '']
    if (body === undefined) reply.writeHead(404).end()
    else reply.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  return {
    port: (server.address() as AddressInfo).port,
    settings: {},
    say: () => {},
    expected: { gridPowerW: -123, gridImportTotalWh: 13_779_338 },
  }
}

async function openDtu(): Promise<Sender> {
  const broker = await openBroker({ user: 'me', password: 'secret' })
  undo.push(broker.close)
  const serial = '116183000001'
  return {
    port: broker.port,
    settings: { user: 'me', password: 'secret' },
    secrets: ['password'],
    // Found by listening for a quarter of a minute, which is tested beside the way.
    candidates: [
      {
        key: `opendtu ${serial}`,
        maker: 'Hoymiles',
        model: '',
        serial,
        confidence: 0.9,
        why: 'broker',
        opens: { assignments: {} },
      },
    ],
    say: () => {
      broker.publish(`solar/${serial}/0/power`, '274.6')
      broker.publish(`solar/${serial}/0/yieldtotal`, '1010.501')
    },
    expected: { acPowerW: 274.6, generationTotalWh: 1_010_501 },
  }
}

async function openHome(): Promise<Sender> {
  const server = await openHomeAssistant(createHome())
  undo.push(server.close)
  return {
    port: server.port,
    settings: { token: 'long-lived-token' },
    secrets: ['token'],
    say: (round) => server.setState('sensor.import_low', String(1_000 + round / 1_000)),
    expected: { gridPowerW: -1_800, gridExportTotalWh: 2_500_000 },
  }
}

/** Registers of a Deye string inverter: model 0x0200, its serial number in 3 to 7, measurements from 60. */
async function openStick(): Promise<Sender> {
  const words = new Map<number, number>([
    [0, 0x0200],
    [3, 0x3132],
    [4, 0x3334],
    [5, 0x3536],
    [6, 0x3738],
    [7, 0x3930],
    [18, 0x0202],
    [63, 3_803],
    [79, 5_994],
    [80, 4_998],
  ])
  const stick = await openV5Stick(({ address, count }) => ({
    words: Array.from({ length: count }, (_, n) => words.get(address + n) ?? 0),
  }))
  undo.push(() => void stick.close())
  return { port: stick.port, settings: {}, say: () => {}, expected: { acPowerW: 499.8, generationTotalWh: 380_300 } }
}

const valuesOf = async (expected: Sender['expected']) => {
  const { rows } = await test.db.pool.query<{ id: number }>('select id from devices where plant_id = $1', [plant])
  const found: number[][] = []
  for (const { id: deviceId } of rows)
    for await (const page of telemetry.samplesOf(test.db, { plantId: plant, deviceId, ...SPAN }))
      for (const { values } of page)
        found.push(Object.keys(expected).map((id) => values[id as QuantityId] ?? Number.NaN))
  return found
}

it.each([
  ['solarman-local', openStick],
  ['meter-stream', openMeter],
  ['http-json', openHomeWizard],
  ['mqtt', openDtu],
  ['home-assistant', openHome],
] as const)('values that come by %s are stored', { timeout: 60_000 }, async (id, open) => {
  const way = everyWay[id]
  if (way === undefined) throw new Error(`There is no way ${id}`)
  const { port, settings, secrets = [], candidates, say, expected } = await open()
  const io: Io = {
    clock: systemClock,
    memory: new Map(),
    note: () => {},
    connect: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  }
  const found = candidates ?? (await way.probe(way.readSettings(settings), io))
  expect(found.length).toBeGreaterThan(0)
  const offers = found.map((candidate) => ({ plantId: plant, way: id, host: '127.0.0.1', port, settings, candidate }))
  const options = { plantId: plant, userId: owner, name: '', pollSeconds: 10, storeSeconds: 60 }
  const targetId = await addTarget(test.db, { ...options, offers, secrets, nowMs: test.clock.nowMs })
  let round = 0
  await expect
    .poll(async () => {
      test.clock.nowMs += 10_000
      say(round++)
      await runner.read(targetId)
      return await valuesOf(expected)
    }, PATIENT)
    .toContainEqual(Object.values(expected))
  if (secrets.length === 0) return
  const { rows } = await test.db.pool.query('select settings::text as text from collect_targets where id = $1', [
    targetId,
  ])
  for (const name of secrets)
    expect(rows[0]?.text).not.toContain(Object.entries(settings).find(([key]) => key === name)?.[1])
})

it('a number that its owner named is listed, and stored as he says', { timeout: 60_000 }, async () => {
  const broker = await openBroker({})
  undo.push(broker.close)
  const key = 'tasmota cellar MT175'
  const candidate: Candidate = {
    key,
    maker: '',
    model: '',
    serial: 'cellar',
    confidence: 0.3,
    why: 'numbers',
    opens: {},
  }
  const place = { plantId: plant, way: 'mqtt', host: '127.0.0.1', port: broker.port, settings: {} }
  const options = { plantId: plant, userId: owner, name: '', pollSeconds: 10, storeSeconds: 60, secrets: [] }
  const targetId = await addTarget(test.db, {
    ...options,
    offers: [{ ...place, candidate }],
    nowMs: test.clock.nowMs,
  })
  const say = async () => {
    test.clock.nowMs += 10_000
    broker.publish('tele/cellar/SENSOR', '{"MT175":{"x.P":1.5}}')
    await runner.read(targetId)
  }
  await expect
    .poll(async () => {
      await say()
      return await listNumbers(test.db, plant)
    }, PATIENT)
    .toMatchObject([{ device: key, name: 'x.P', value: 1.5, state: 'open', guess: null }])
  const [number] = await listNumbers(test.db, plant)
  const use = { quantity: 'gridPowerW', unit: 'kW', isTurned: true } as const
  await decideNumber(test.db, { plantId: plant, numberId: number?.id ?? 0 }, use)
  await expect
    .poll(async () => {
      await say()
      return await valuesOf({ gridPowerW: -1_500 })
    }, PATIENT)
    .toContainEqual([-1_500])
})
