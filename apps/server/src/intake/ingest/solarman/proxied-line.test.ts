import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { connect as connectSecurely, createSecureContext } from 'node:tls'
import { encodeFrame } from '@heliograph/wires/solarman-v5/frame.ts'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import {
  addPlant,
  createStick,
  openScene,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  until,
} from '../testing/scene.ts'

const SERIAL = 4_000_000_001
const v2 = Buffer.from('0d0a0d0a000d0a515549540a2111000ccb007107c6336401c8222710', 'hex')
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

async function open(trusted: readonly string[] = ['127.0.0.1']) {
  plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL)
  const proxyProtocol = { trusts: (address = '') => trusted.includes(address.replace('::ffff:', '')) }
  scene = await openScene(database.db, {
    server: { proxyProtocol, tls: { port: 0, context: () => createSecureContext({ cert: CERT, key: KEY }) } },
  })
  return createStick(SERIAL)
}
const seenFrom = async (): Promise<readonly string[]> => {
  const { rows } = await database.db.pool.query<{ address: string }>('select address from logger_addresses')
  return rows.map(({ address }) => address)
}

test.each([
  ['version 1', Buffer.from('PROXY TCP4 203.0.113.7 198.51.100.1 51234 10000\r\n')],
  ['version 2', v2],
])('a header of %s tells where a logger is, however it is cut', async (_, header) => {
  const stick = await open()
  const glued = await scene.connect()
  glued.send(Buffer.concat([header, encodeFrame(stick.data(recordedAtMs))]))
  await glued.answered(1)
  const cut = await scene.connect()
  for (const byte of Buffer.concat([header, encodeFrame(stick.data(recordedAtMs - 300_000))])) {
    cut.send(Uint8Array.of(byte))
    await new Promise(setImmediate)
  }
  await cut.answered(1)
  expect(await samplesOf(database.db, plantId)).toHaveLength(2)
  expect(await seenFrom()).toEqual(['203.0.113.7'])
})

test.each([true, false])('a balancer sends the header before an encrypted handshake (glued: %s)', async (isGlued) => {
  const stick = await open()
  const balancer = createServer((client) => {
    const line = connect({ port: scene.tlsPort ?? 0, host: '127.0.0.1', noDelay: true })
    if (!isGlued) line.write(v2)
    client.once('data', (first: Buffer) => {
      line.write(isGlued ? Buffer.concat([v2, first]) : first)
      client.pipe(line).pipe(client)
    })
    line.on('error', () => {})
    client.on('error', () => {})
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  const { port } = balancer.address() as AddressInfo
  const client = connectSecurely({ port, host: '127.0.0.1', ca: CERT, servername: 'localhost' })
  await once(client, 'secureConnect')
  client.write(encodeFrame(stick.data(recordedAtMs)))
  await once(client, 'data')
  client.destroy()
  balancer.close()
  expect(await samplesOf(database.db, plantId)).toHaveLength(1)
  expect(await seenFrom()).toEqual(['203.0.113.7'])
})

test('a proxy that speaks for itself or does not know is where it is itself', async () => {
  const stick = await open()
  const client = await scene.connect()
  client.send(Buffer.concat([Buffer.from('PROXY UNKNOWN\r\n'), encodeFrame(stick.data(recordedAtMs))]))
  await client.answered(1)
  const health = await scene.connect()
  health.send(Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex'))
  await health.end()
  expect(await seenFrom()).toEqual(['127.0.0.1'])
})

test.each([
  ['without a header', Buffer.alloc(0)],
  ['with a long line', Buffer.from(`PROXY TCP4 ${'9'.repeat(5_000)}`)],
  ['with an oversized head', Buffer.from('0d0a0d0a000d0a515549540a2111ffff', 'hex')],
])('a connection %s is refused', async (_, header) => {
  const stick = await open()
  const client = await scene.connect()
  client.send(Buffer.concat([header, encodeFrame(stick.data(recordedAtMs))]))
  await client.closed
  expect(client.answers).toEqual([])
  expect(await samplesOf(database.db, plantId)).toEqual([])
  expect(scene.lines.at(-1)?.what).toMatch(/no header of the PROXY protocol/)
})

test('a proxy that names nobody is counted, so that a claim can say what is missing', async () => {
  scene = await openScene(database.db, { server: { isProxy: (address) => address === '127.0.0.1' } })
  await scene.connect()
  await until(() => scene.ingest.stats().unnamed === 1)
  await scene.connect('127.0.0.9')
  await until(() => scene.ingest.stats().connections === 2)
  expect(scene.ingest.stats().unnamed).toBe(1)
})

test('nobody but the proxy may connect', async () => {
  const stick = await open(['192.0.2.1'])
  const client = await scene.connect()
  client.send(Buffer.concat([v2, encodeFrame(stick.data(recordedAtMs))]))
  await client.closed
  expect(await samplesOf(database.db, plantId)).toEqual([])
  expect(scene.lines.at(-1)?.what).toMatch(/past the proxy/)
})

test('a connection that says nothing does not keep the server from stopping', async () => {
  await open()
  const silent = connect({ port: scene.port, host: '127.0.0.1' })
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await scene.close()
  await closed
})
