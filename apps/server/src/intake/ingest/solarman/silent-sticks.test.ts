import { toPlace } from '@heliograph/domain/address.ts'
import { encodeReadReply, encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalRequest, encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { LoggerClient } from '../testing/logger-client.ts'
import {
  addPlant,
  createStick,
  openScene,
  recordedAtMs,
  register,
  type Scene,
  timeOf,
  until,
} from '../testing/scene.ts'

const SERIAL = 4_000_000_001
const OTHER = 4_000_000_002
let database: TestDatabase
let scene: Scene
let plantId: number
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await scene.close()
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples cascade',
  )
})
afterAll(() => database.drop())

const open = async (server: Parameters<typeof openScene>[1] = {}): Promise<void> => {
  plantId = await addPlant(database.db)
  scene = await openScene(database.db, { server: { silenceMs: 10, ...server.server } })
}

/** A stick in client mode: it answers requests and says nothing else. */
async function callIn(
  serial: number,
  time = timeOf(recordedAtMs),
  localAddress?: string,
): Promise<LoggerClient & Readonly<{ asked: readonly V5Frame[] }>> {
  const client = await scene.connect(localAddress)
  const stream = createReassembler()
  const asked: V5Frame[] = []
  let seqLogger = 0
  client.socket.on('data', (chunk) => {
    for (const event of stream.push(chunk)) {
      const request = event.kind === 'frame' ? decodeLocalRequest(event.frame) : undefined
      if (event.kind !== 'frame' || request === undefined) continue
      asked.push(event.frame)
      const isMine = event.frame.loggerSerial === serial
      const rtu = isMine ? encodeReadReply({ unit: 1, fn: 3, words: [7] }) : Uint8Array.of(6, 0)
      seqLogger += 1
      client.socket.write(encodeLocalReply({ request: event.frame, seqLogger, loggerSerial: serial, time, rtu }))
    }
  })
  return Object.assign(client, { asked })
}
const lineOf = (serial: number) => scene.ingest.line(`solarman-v5:${serial}`)
const ownerOf = async (serial: number): Promise<number | null | undefined> => {
  const { rows } = await database.db.pool.query('select plant_id from loggers where address = $1', [String(serial)])
  return rows[0]?.plant_id
}

test('a stick that says nothing is asked who it is, and its device over its own line', async () => {
  await open()
  await register(database.db, plantId, SERIAL)
  const client = await callIn(SERIAL)
  await until(() => lineOf(SERIAL) !== undefined)
  expect(client.asked.map(({ loggerSerial }) => loggerSerial)).toEqual([0])
  const reply = await lineOf(SERIAL)?.ask(encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 1 }))
  expect(reply).toMatchObject({ rtu: encodeReadReply({ unit: 1, fn: 3, words: [7] }) })
  expect(client.asked.at(-1)?.loggerSerial).toBe(SERIAL)
})

test('a claim from the network of a silent stick is proven by its answer', async () => {
  await open()
  await database.db.pool.query(
    `insert into logger_claims (plant_id, wire, address, claimed_at, place, placed_at)
     values ($1, 'solarman-v5', $2, $3, $4, $3)`,
    [plantId, String(SERIAL), new Date(recordedAtMs), toPlace('127.0.0.1')],
  )
  await callIn(SERIAL)
  await until(async () => (await ownerOf(SERIAL)) === plantId)
})

test('two silent sticks behind one address have a line each', async () => {
  await open()
  await register(database.db, plantId, SERIAL, OTHER)
  const clients = await Promise.all([callIn(SERIAL), callIn(OTHER)])
  await until(() => lineOf(SERIAL) !== undefined && lineOf(OTHER) !== undefined)
  await Promise.all(
    [SERIAL, OTHER].map((serial) => lineOf(serial)?.ask(encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 1 }))),
  )
  expect(clients.map(({ asked }) => asked.at(-1)?.loggerSerial)).toEqual([SERIAL, OTHER])
})

test('another sender under its serial number gets no line: its clocks do not go on', async () => {
  await open()
  await register(database.db, plantId, SERIAL)
  const own = await callIn(SERIAL)
  await until(() => lineOf(SERIAL) !== undefined)
  await own.end()
  await until(() => lineOf(SERIAL) === undefined)
  const other = await callIn(SERIAL, { totalS: 900, poweronS: 900, offsetS: 0 })
  await until(() => other.asked.length === 1)
  other.send(
    encodeFrame({
      type: frameTypes.heartbeat,
      seqServer: 0,
      seqLogger: 9,
      loggerSerial: SERIAL,
      payload: Uint8Array.of(0),
    }),
  )
  await other.answer(9)
  expect(lineOf(SERIAL)).toBeUndefined()
})

test('a port scanner gets one request and is closed', async () => {
  await open({ server: { handshakeTimeoutMs: 60 } })
  const scanner = await scene.connect()
  await scanner.answered(1)
  await scanner.closed
  expect(scanner.answers).toHaveLength(1)
})

test('a stick that sends by itself is not asked', async () => {
  await open({ server: { silenceMs: 60, askEveryMs: 20 } })
  await register(database.db, plantId, SERIAL)
  const client = await scene.connect()
  const stick = createStick(SERIAL)
  await client.exchange(stick.data(recordedAtMs))
  const scanner = await scene.connect()
  // Asked after the same silence, so the stick was not.
  await scanner.answered(1)
  expect(client.answers.map(({ type }) => type)).toEqual([0x12])
})

test('a stick that only sends heartbeats is asked for its clocks', async () => {
  // The heartbeat is stored before the answer.
  await open({ server: { silenceMs: 400 } })
  await register(database.db, plantId, SERIAL)
  const client = await callIn(SERIAL)
  client.send(
    encodeFrame({
      type: frameTypes.heartbeat,
      seqServer: 0,
      seqLogger: 1,
      loggerSerial: SERIAL,
      payload: Uint8Array.of(0),
    }),
  )
  await client.answered(1)
  await until(() => client.asked.length === 1)
  await until(async () => {
    const { rows } = await database.db.pool.query(
      `select total_working_s from loggers where address = $1 and total_working_s is not null`,
      [String(SERIAL)],
    )
    return rows.length === 1
  })
})
