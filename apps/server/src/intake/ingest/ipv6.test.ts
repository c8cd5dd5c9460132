import { networkInterfaces } from 'node:os'
import { encodeFrame } from '@heliograph/wires/solarman-v5/frame.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, type Scene, samplesOf } from './testing/scene.ts'

const SERIAL = 4_000_000_001
let database: TestDatabase
let scene: Scene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await scene.close()
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
})
afterAll(() => database.drop())

/** Loopback stands for the Internet: 127.66.x.y is a /64 of one /48, everything else a /48 of its own. */
const addressOf = ({ remoteAddress = '' }: Readonly<{ remoteAddress?: string | undefined }>): string => {
  const [, b, c, d] = remoteAddress.replace('::ffff:', '').split('.').map(Number)
  return b === 66 ? `2001:db8:66:${c}${d}::1` : `2001:db8:${b}:${c}::${d}`
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

test.runIf(hasIpv6)('IPv4 and IPv6 reach one listener, and IPv4 is written in its own form', async () => {
  const { db } = database
  const plantId = await addPlant(db)
  await register(db, plantId, SERIAL, SERIAL + 1)
  scene = await openScene(db, { server: { host: '::' } })
  for (const [n, from] of ['127.0.0.5', '::1'].entries()) {
    const client = await scene.connect(from)
    expect((await client.exchange(createStick(SERIAL + n).data(recordedAtMs))).type).toBe(0x12)
  }
  expect(await samplesOf(db, plantId)).toHaveLength(2)
  const { rows } = await db.pool.query<{ remote_address: string }>(
    'select remote_address from loggers order by address',
  )
  expect(rows.map((row) => row.remote_address)).toEqual(['127.0.0.5', '::1'])
  const { rows: sources } = await db.pool.query('select address from logger_addresses order by address')
  expect(sources).toEqual([{ address: '0:0:0:0::/64' }, { address: '127.0.0.5' }])
})

test('invented serials of all networks of a /48 are bounded as those of one address', async () => {
  const settings = { unclaimedLoggers: 60, unclaimedPerAddress: 12, shelteredPerAddress: 3 }
  scene = await openScene(database.db, { settings, server: { addressOf } })
  const owner = await scene.connect('127.5.0.5')
  expect((await owner.exchange(createStick(SERIAL).data(recordedAtMs))).type).toBe(0x12)
  for (let n = 1; n <= 40; n += 1) {
    const stranger = await scene.connect(`127.66.1.${n}`)
    const heartbeat = createStick(4_100_000_000 + n)
    stranger.send(encodeFrame(heartbeat.data(recordedAtMs)))
    await stranger.exchange(heartbeat.frame(0x47, Uint8Array.of(0)))
    await stranger.end()
  }
  // What comes later is committed later: behind it, all of theirs is.
  const late = await scene.connect('127.6.0.6')
  expect((await late.exchange(createStick(SERIAL + 1).data(recordedAtMs))).type).toBe(0x12)
  const { rows } = await database.db.pool.query<{ n: number }>('select count(*)::int as n from loggers')
  expect(rows[0]?.n).toBe(14)
})

test('silent connections of a /48 push out each other, and nobody else', async () => {
  const { db } = database
  await register(db, await addPlant(db), SERIAL)
  scene = await openScene(db, { server: { addressOf, maxConnections: 40, maxUnprovenPerAddress: 5 } })
  const own = await scene.connect('127.5.0.5')
  await own.exchange(createStick(SERIAL).data(recordedAtMs))
  const newcomer = await scene.connect('127.7.0.7')
  for (let n = 1; n <= 60; n += 1) await scene.connect(`127.66.${n % 4}.${n}`)
  expect((await newcomer.exchange(createStick(SERIAL + 1).data(recordedAtMs))).type).toBe(0x12)
  expect((await own.exchange(createStick(SERIAL).data(recordedAtMs + 300_000, {}, { recordCounter: 9 }))).type).toBe(
    0x12,
  )
  const late = await scene.connect('127.8.0.8')
  expect((await late.exchange(createStick(SERIAL + 2).data(recordedAtMs))).type).toBe(0x12)
})
