import { encodeFrame, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { encodeHandshake } from '@heliograph/wires/solarman-v5/messages.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { LoggerClient } from '../testing/logger-client.ts'
import {
  addPlant,
  createStick,
  openScene,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  timeOf,
  until,
} from '../testing/scene.ts'

const SERIAL = 4_000_000_001
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

const open = async (...[options]: Parameters<typeof openScene> extends [unknown, ...infer Rest] ? Rest : never) => {
  plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL)
  scene = await openScene(database.db, options)
  return createStick(SERIAL)
}
const handshake = (heartbeatS = 120): Uint8Array =>
  encodeHandshake({
    kind: 2,
    time: timeOf(recordedAtMs, 0),
    uploadIntervalMin: 5,
    loggingPeriodS: 60,
    heartbeatS,
    maxDevices: 1,
    signalPercent: 77,
    firmware: 'MW_08_512_0501_1.82',
    mac: '34:EA:E7:00:00:01',
    ip: '192.168.0.10',
    counter: 7,
    sensorCount: 1,
    sensorType: 0x0501,
  })
const join = (frames: readonly V5Frame[]): Buffer => Buffer.concat(frames.map(encodeFrame))

describe('the stream', () => {
  test('answers frames in order, glued together or byte by byte', async () => {
    const stick = await open()
    const client = await scene.connect()
    const first = [0, 1, 2].map((index) => stick.data(recordedAtMs - index * 300_000))
    client.send(join(first))
    await client.answered(3)
    for (const byte of join([stick.data(recordedAtMs - 900_000)])) client.send(Uint8Array.of(byte))
    await client.answered(4)
    expect(client.answers.map(({ type, seqLogger }) => [type, seqLogger])).toEqual([
      [0x12, 1],
      [0x12, 2],
      [0x12, 3],
      [0x12, 4],
    ])
    expect(await samplesOf(database.db, plantId)).toHaveLength(4)
  })

  test('stores and answers all frames, however the stream is cut and with noise between', async () => {
    const stick = await open()
    let atMs = recordedAtMs - 30 * 86_400_000
    let expected = 0
    const noise = fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => (byte === 0xa5 ? 0 : byte)))
    await fc.assert(
      fc.asyncProperty(
        fc.array(noise, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat({ max: 300 }), { maxLength: 30 }),
        async (gaps, cuts) => {
          const client = await scene.connect()
          // The first bytes are those of a frame, or the connection would rightly count as foreign.
          const parts = gaps.flatMap((gap) => {
            atMs += 60_000
            return [encodeFrame(stick.data(atMs)), gap]
          })
          const bytes = Buffer.concat(parts)
          let from = 0
          for (const cut of cuts) {
            client.send(bytes.subarray(from, from + cut))
            from += cut
            await new Promise(setImmediate)
          }
          client.send(bytes.subarray(from))
          await client.answered(gaps.length)
          expected += gaps.length
          await client.end()
        },
      ),
      { numRuns: 25 },
    )
    expect(await samplesOf(database.db, plantId)).toHaveLength(expected)
  })

  test('a frame longer than any logger sends ends its connection and no other', async () => {
    const stick = await open()
    const other = await scene.connect()
    await other.exchange(stick.data(recordedAtMs))
    const client = await scene.connect()
    client.send(Buffer.from('a5ffff1042', 'hex'))
    await client.closed
    await other.exchange(stick.data(recordedAtMs - 300_000))
    expect(await samplesOf(database.db, plantId)).toHaveLength(2)
  })

  test('endless noise ends the connection', async () => {
    await open()
    const client = await scene.connect()
    client.send(Buffer.alloc(70_000, 0x42))
    await client.closed
    expect(scene.lines.at(-1)?.what).toMatch(/belong to no frame/)
  })

  test('a second serial on one connection ends it', async () => {
    const stick = await open()
    const client = await scene.connect()
    await client.exchange(stick.data(recordedAtMs))
    client.send(encodeFrame(createStick(4_000_000_099).data(recordedAtMs)))
    await client.closed
    const { rows } = await database.db.pool.query('select address from loggers')
    expect(rows).toEqual([{ address: String(SERIAL) }])
  })
})

describe('answers', () => {
  test('go to all types, unknown ones too, but not to requests and replies', async () => {
    const stick = await open()
    const client = await scene.connect()
    const types = [0x41, 0x42, 0x43, 0x47, 0x48, 0x44, 0x4e]
    for (const type of types) {
      const payload = type === 0x41 ? handshake() : Uint8Array.of(type, 0, 0)
      const answer = await client.exchange(stick.frame(type, payload))
      expect(answer.type).toBe(type - 0x30)
      expect([...answer.payload.subarray(0, 2)]).toEqual([payload[0], 1])
      expect(Buffer.from(answer.payload).readUInt32LE(2)).toBe(recordedAtMs / 1000)
    }
    client.send(join([stick.frame(0x45, Uint8Array.of(1)), stick.frame(0x15, Uint8Array.of(1))]))
    await client.exchange(stick.frame(0x47, Uint8Array.of(0)))
    expect(client.answers.map(({ seqServer }) => seqServer)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // The data frame was too short to be one: kept raw.
    const { rows } = await database.db.pool.query('select reason, kind from undecoded_payloads')
    expect(rows).toEqual([{ reason: 'short-payload', kind: '' }])
  })

  test.each([
    [false, 0],
    [true, 330],
  ])("carry the plant's offset in bytes 6-9 when switched on (%s)", async (ackOffset, minutes) => {
    const asia = await addPlant(database.db, 'Asia/Kolkata')
    await register(database.db, asia, SERIAL)
    scene = await openScene(database.db, { server: { ackOffset } })
    const client = await scene.connect()
    const answer = await client.exchange(createStick(SERIAL).data(recordedAtMs))
    expect(Buffer.from(answer.payload).readUInt32LE(6)).toBe(minutes)
  })

  test('carry a time that the clock of a logger may correct, once the logger is proven', async () => {
    const heard: number[] = []
    await open({ ackClock: { read: () => recordedAtMs - 7_000, hear: (atMs) => void heard.push(atMs) } })
    const stick = createStick(SERIAL)
    const client = await scene.connect()
    const first = await client.exchange(stick.data(recordedAtMs - 300_000))
    expect(Buffer.from(first.payload).readUInt32LE(2)).toBe(recordedAtMs / 1000 - 7)
    await client.exchange(stick.data(recordedAtMs))
    await client.exchange(stick.data(recordedAtMs - 600_000, {}, { buffered: true }))
    await client.exchange(stick.data(recordedAtMs - 900_000, {}, { offsetS: 0 }))
    expect(heard).toEqual([recordedAtMs])
  })

  test("a handshake's facts are stored in the logger's row", async () => {
    const stick = await open()
    const client = await scene.connect()
    await client.exchange(stick.frame(0x41, handshake()))
    const { rows } = await database.db.pool.query(
      'select firmware, mac, local_address, signal_percent, interval_s, heartbeat_s, last_seen_at, last_data_at from loggers',
    )
    expect(rows).toEqual([
      {
        firmware: 'MW_08_512_0501_1.82',
        mac: '34:EA:E7:00:00:01',
        local_address: '192.168.0.10',
        signal_percent: 77,
        interval_s: 300,
        heartbeat_s: 120,
        last_seen_at: new Date(recordedAtMs),
        last_data_at: null,
      },
    ])
  })
})

test('hostile facts of a logger are stored as plain text', async () => {
  const stick = await open()
  const client = await scene.connect()
  const payload = handshake()
  payload.set(Buffer.from("<script>\u0000\u001b[2J\r\n'; drop table loggers; --"), 19)
  payload.fill(0xff, 65, 81)
  expect((await client.exchange(stick.frame(0x41, payload))).type).toBe(0x11)
  const { rows } = await database.db.pool.query('select firmware, local_address from loggers')
  for (const text of Object.values(rows[0] ?? {})) expect(text).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.stringify(scene.lines)).not.toContain('\u001b')
})

describe('limits', () => {
  test('all connections', async () => {
    const stick = await open({ server: { maxConnections: 2 } })
    for (const atMs of [recordedAtMs, recordedAtMs - 300_000]) await (await scene.connect()).exchange(stick.data(atMs))
    await (await scene.connect()).closed
    expect(scene.ingest.stats()).toMatchObject({ connections: 2, connectionsRefused: 1 })
    expect(scene.lines.map(({ what }) => what)).toContain('too many connections (LOGGER_MAX_CONNECTIONS)')
  })

  test('connections per address', async () => {
    const stick = await open({ server: { maxConnectionsPerAddress: 1 } })
    const first = await scene.connect('127.0.0.2')
    await first.exchange(stick.data(recordedAtMs + 1_000))
    await (await scene.connect('127.0.0.2')).closed
    const other = await scene.connect('127.0.0.3')
    await other.exchange(stick.data(recordedAtMs))
    // The slot is free again when the first connection ends.
    await first.end()
    await until(() => scene.ingest.stats().connections === 1)
    await (await scene.connect('127.0.0.2')).exchange(stick.data(recordedAtMs - 300_000))
  })

  test('thousands of silent connections of one client leave others served', async () => {
    const stick = await open({ server: { maxConnections: 300, maxUnprovenPerAddress: 20 } })
    const regular = await scene.connect('127.0.0.7')
    await regular.exchange(stick.data(recordedAtMs - 300_000))
    // One client with many addresses: 40 of them, 10 connections each, and 200 of another.
    for (let n = 0; n < 400; n += 1) await scene.connect(`127.66.${n % 40}.1`)
    for (let n = 0; n < 200; n += 1) await scene.connect('127.66.0.1')
    const newcomer = await scene.connect('127.0.0.8')
    const answer = await newcomer.exchange(createStick(4_000_000_077).data(recordedAtMs))
    expect(answer.type).toBe(0x12)
    await regular.exchange(stick.data(recordedAtMs))
    await until(() => scene.ingest.stats().connections <= 151)
    expect(scene.ingest.stats()).toMatchObject({ connectionsRefused: 0, connectionsDropped: 451 })
  })

  test('an invented serial with heartbeats only is closed eventually', async () => {
    // Long enough for the owned logger's first record to be stored on a busy machine.
    const stick = await open({ server: { unprovenLifeMs: 1_500 } })
    const [stranger, owned] = [await scene.connect(), await scene.connect()]
    await owned.exchange(stick.data(recordedAtMs))
    const beat = createStick(4_000_000_088).frame(0x47, Uint8Array.of(0))
    await stranger.exchange(beat)
    await stranger.closed
    expect(scene.lines.at(-1)?.what).toBe('nobody has registered this serial')
    await owned.exchange(stick.data(recordedAtMs - 300_000))
  })

  test('the oldest of too many connections of one serial ends', async () => {
    const stick = await open({ server: { maxConnectionsPerSerial: 2 } })
    const clients: LoggerClient[] = []
    for (let count = 0; count < 3; count += 1) {
      const client = await scene.connect()
      // A record proves each of them: one that is not proven yet would go first.
      await client.exchange(stick.data(recordedAtMs - count * 60_000))
      clients.push(client)
    }
    await clients[0]?.closed
    await clients[2]?.exchange(stick.data(recordedAtMs - 300_000))
  })

  test('frames per minute are slowed down, not dropped', async () => {
    const stick = await open({ server: { framesPerMinute: 1_200 } })
    const client = await scene.connect()
    // Only then are its frames counted with those of its other connections.
    await client.exchange(stick.data(recordedAtMs))
    const frames = Array.from({ length: 1_205 }, () => stick.frame(0x47, Uint8Array.of(0)))
    const beganAt = performance.now()
    client.send(join(frames))
    await client.answered(1_206)
    // 1,200 at once, then 20 a second.
    expect(performance.now() - beganAt).toBeGreaterThan(200)
  })

  test('silent connections, and those stuck in the first frame, are closed', async () => {
    const stick = await open({ server: { handshakeTimeoutMs: 50 } })
    const [mute, slow] = [await scene.connect(), await scene.connect()]
    slow.send(encodeFrame(stick.data(recordedAtMs)).subarray(0, 50))
    await Promise.all([mute.closed, slow.closed])
  })

  test('a logger that stops sending is closed', async () => {
    const stick = await open({ server: { idleTimeoutMs: 60 } })
    const client = await scene.connect()
    await client.exchange(stick.data(recordedAtMs))
    await client.closed
    expect(scene.lines.at(-1)?.what).toBe('silent for too long')
  })

  test('a peer that never reads its answers is not read forever', async () => {
    const stick = await open({ server: { framesPerMinute: 1e9, idleTimeoutMs: 200 } })
    const client = await scene.connect()
    client.socket.pause()
    const flood = join(Array.from({ length: 5_000 }, () => stick.frame(0x47, Uint8Array.of(0))))
    // The answers fill the buffers of its own side, then the server stops reading, then the connection is silent for
    // too long.
    await until(() => {
      if (client.socket.writableLength < 1_000_000) client.send(flood)
      return scene.ingest.stats().connections === 0
    })
    const well = await scene.connect()
    await well.exchange(stick.data(recordedAtMs))
  })
})

describe('two loggers with one serial', () => {
  const flagged = async () =>
    (await database.db.pool.query('select duplicate_seen_at from loggers')).rows[0]?.duplicate_seen_at

  /** A frame with the receipt of the last acknowledgment that this connection got. */
  const receipted = (client: LoggerClient, frame: V5Frame): V5Frame => ({
    ...frame,
    seqServer: client.answers.at(-1)?.seqServer ?? 0,
  })

  test('two connections that both receive what is sent to them are flagged', async () => {
    const stick = await open()
    const [older, newer] = [await scene.connect(), await scene.connect()]
    const say = (client: LoggerClient, minutes: number) =>
      client.exchange(receipted(client, stick.data(recordedAtMs - minutes * 60_000)))
    await say(older, 20)
    await say(newer, 19)
    await say(older, 15)
    await say(newer, 14)
    expect(await flagged()).toBeNull()
    await say(older, 10)
    await say(newer, 9)
    expect(await flagged()).toEqual(new Date(recordedAtMs))
    expect(scene.ingest.stats().duplicateSerials).toBe(1)
  })

  test('two connections that confirm nothing are flagged after a quarter of an hour', async () => {
    const stick = await open()
    const [older, newer] = [await scene.connect(), await scene.connect()]
    for (let minutes = 0; minutes <= 15; minutes += 5) {
      scene.clock.nowMs = recordedAtMs + minutes * 60_000
      expect(await flagged()).toBeNull()
      await older.exchange(stick.data(scene.clock.nowMs))
      await newer.exchange(stick.data(scene.clock.nowMs + 1_000))
    }
    expect(await flagged()).toEqual(new Date(scene.clock.nowMs))
  })

  // A server that lags reads what a logger sent before it gave up only after its new connection.
  test('frames of a given up connection that are read late are not flagged', async () => {
    const stick = await open()
    const [older, newer] = [await scene.connect(), await scene.connect()]
    await older.exchange(stick.data(recordedAtMs - 600_000))
    const late = [500_000, 489_000, 478_000].map((ago) => receipted(older, stick.data(recordedAtMs - ago)))
    await newer.exchange(stick.frame(0x41, handshake()))
    for (const [index, frame] of late.entries()) {
      await older.exchange(frame)
      await newer.exchange(receipted(newer, stick.data(recordedAtMs - 400_000 + index * 11_000)))
    }
    expect(await flagged()).toBeNull()
    expect(scene.ingest.stats().duplicateSerials).toBe(0)
  })

  test('a logger that reconnects beside its dead connection is not flagged', async () => {
    const stick = await open()
    await (await scene.connect()).exchange(stick.data(recordedAtMs - 300_000))
    const again = await scene.connect()
    await again.exchange(stick.data(recordedAtMs - 200_000))
    await again.exchange(stick.data(recordedAtMs - 100_000))
    expect(await flagged()).toBeNull()
  })
})

test('a closing server acknowledges what it has stored', async () => {
  const stick = await open()
  const client = await scene.connect()
  const answered = client.exchange(stick.data(recordedAtMs))
  await until(() => scene.ingest.stats().frames === 1)
  await scene.ingest.close()
  expect((await answered).type).toBe(0x12)
  await client.closed
  expect(await samplesOf(database.db, plantId)).toHaveLength(1)
})

test('a foreign protocol is reported to a visitor from the same network', async () => {
  await open()
  const { foreignPeers } = scene
  expect(foreignPeers.find('192.168.1.9')).toBeUndefined()
  const client = await scene.connect()
  client.send(Buffer.from('1603010200010001fc0303', 'hex'))
  await client.closed
  expect(foreignPeers.find('192.168.1.9')).toMatchObject({
    protocol: 'tls',
    address: '127.0.0.1',
    times: 1,
    atMs: recordedAtMs,
  })
  expect(foreignPeers.find('203.0.113.1')).toBeUndefined()
})

test.each([
  ['growatt', '000100060020010441424344'],
  ['mqtt', '101000044d5154540402003c000474657374'],
  ['http', '504f5354202f6170692f736f6c617220485454502f312e310d0a'],
  ['solaredge', '1234567930'],
  ['hoymiles', '484da20100011a2b0034080112'],
])('a peer that speaks %s is closed within a second and counted', async (protocol, bytes) => {
  await open()
  const client = await scene.connect('127.0.0.9')
  const beganAt = performance.now()
  client.send(Buffer.from(bytes, 'hex'))
  await client.closed
  expect(performance.now() - beganAt).toBeLessThan(1_000)
  expect(scene.ingest.stats()).toMatchObject({ foreign: 1, frames: 0 })
  expect(scene.foreignPeers.list()).toMatchObject([{ address: '127.0.0.9', protocol }])
})

test('answers and requests of the local port are reported as such', async () => {
  const stick = await open()
  for (const type of [0x15, 0x45]) {
    const client = await scene.connect('127.0.0.9')
    client.send(encodeFrame(stick.frame(type, new Uint8Array(20))))
    await client.closed
  }
  expect(scene.foreignPeers.list()).toMatchObject([{ protocol: 'v5-local', times: 2 }])
})
