import { createSecureContext } from 'node:tls'
import { encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { decodeAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { encodeHandshake } from '@heliograph/wires/solarman-v5/messages.ts'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as telemetry from '../../../../fleet/telemetry/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { createDice } from '../../../../testing/dice.ts'
import type { LoggerServerSettings } from '../../ingest.ts'
import type { LoggerClient } from '../../testing/logger-client.ts'
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
} from '../../testing/scene.ts'
import {
  CLOUD_UNIX_S,
  type CloudLine,
  cloudRequest,
  openStandInCloud,
  type StandInCloud,
  write,
} from '../../testing/stand-in-cloud.ts'
import { readClouds } from './clouds.ts'
import { createConnectCloud } from './connect-cloud.ts'
import { defaultRelayLimits } from './relay.ts'

const SERIAL = 4_000_000_001
const OTHER = 4_000_000_002
let database: TestDatabase
let scene: Scene
let cloud: StandInCloud
let plantId: number
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await scene.close()
  await cloud.close()
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples cascade',
  )
})
afterAll(() => database.drop())

type Answer = Parameters<typeof openStandInCloud>[0]
const forwardTo = (id: string, serial = SERIAL) =>
  database.db.pool.query(
    `insert into logger_forwards (logger_id, plant_id, cloud, started_at)
     select id, plant_id, $1, now() from loggers where address = $2
     on conflict (logger_id) do update set cloud = excluded.cloud`,
    [id, String(serial)],
  )
const stopForward = () => database.db.pool.query('delete from logger_forwards')
const cloudId = () => `127.0.0.1:${cloud.port}`

async function open(
  options: Readonly<{
    answer?: Answer
    isOn?: boolean
    limits?: Partial<typeof defaultRelayLimits>
    append?: typeof telemetry.append
    isSecure?: boolean
    server?: Partial<LoggerServerSettings>
  }> = {},
) {
  const { answer, isOn = true, limits = {}, append, isSecure = false } = options
  plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL, OTHER)
  cloud = await openStandInCloud(answer, 0, isSecure ? { key: KEY, cert: CERT } : undefined)
  const id = isSecure ? `tls://${cloudId()}` : cloudId()
  if (isOn) await forwardTo(id)
  const forward = { ...defaultRelayLimits, connectMs: 5_000, ...limits }
  const server = { clouds: readClouds({ LOGGER_CLOUDS: id }), forward, ...options.server }
  scene = await openScene(database.db, { server, ...(append && { append }) })
  return createStick(SERIAL)
}

/** A commit that begins and ends when a test says so. */
function holdCommit() {
  let release = (): void => {}
  const stored = new Promise<void>((resolve) => {
    release = resolve
  })
  let hasBegun = false
  const append: typeof telemetry.append = async (...call) => {
    hasBegun = true
    await stored
    return await telemetry.append(...call)
  }
  return { append, began: () => hasBegun, release: () => release() }
}

const handshakeOf = (stick: ReturnType<typeof createStick>): V5Frame =>
  stick.frame(
    frameTypes.handshake,
    encodeHandshake({
      kind: 2,
      time: timeOf(recordedAtMs, 0),
      uploadIntervalMin: 5,
      loggingPeriodS: 60,
      heartbeatS: 120,
      maxDevices: 1,
      signalPercent: 77,
      firmware: 'MW_08_512_0501_1.82',
      mac: '34:EA:E7:00:00:01',
      ip: '192.168.0.10',
      counter: 7,
      sensorCount: 1,
      sensorType: 0x0501,
    }),
  )
const heartbeatOf = (stick: ReturnType<typeof createStick>): V5Frame =>
  stick.frame(frameTypes.heartbeat, Uint8Array.of(0))
const join = (...parts: readonly (V5Frame | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : encodeFrame(part))))
const bytesOf = (client: LoggerClient): Buffer[] => {
  const chunks: Buffer[] = []
  client.socket.on('data', (chunk) => chunks.push(chunk))
  return chunks
}
const sentBy = (line: CloudLine | undefined): Buffer => Buffer.concat(line?.sent ?? [])
const isOfCloud = (frame: V5Frame): boolean => decodeAck(frame)?.unixSeconds === CLOUD_UNIX_S
const storedRow = async () => {
  await scene.flushForwards()
  const { rows } = await database.db.pool.query('select * from logger_forwards')
  return rows[0]
}

describe('the stream', () => {
  test('goes on unchanged both ways, with noise, unknown frames and several in one', async () => {
    const stick = await open()
    const client = await scene.connect()
    const heard = bytesOf(client)
    const stream = join(
      handshakeOf(stick),
      Uint8Array.of(1, 2, 0xa5, 3),
      stick.frame(0x4c, Uint8Array.of(9, 9, 9)),
      stick.data(recordedAtMs - 300_000),
      heartbeatOf(stick),
      Buffer.from('AT+X\r\n'),
      stick.data(recordedAtMs),
    )
    client.send(stream)
    await client.answered(5)
    await until(() => cloud.received().length === stream.length)
    expect(cloud.received().equals(stream)).toBe(true)
    expect(Buffer.concat(heard).equals(sentBy(cloud.lines[0]))).toBe(true)
    expect(client.answers.every(isOfCloud)).toBe(true)
    expect(await samplesOf(database.db, plantId)).toHaveLength(2)
    expect(await storedRow()).toMatchObject({
      state: 'connected',
      sent_bytes: stream.length,
      sent_frames: 5,
      received_bytes: Buffer.concat(heard).length,
      received_frames: 5,
      missed_records: 0,
    })
  })

  test('brings commands of the cloud to the stick and their answers back', async () => {
    const stick = await open()
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    const command = cloudRequest(SERIAL, 77)
    cloud.send(Buffer.concat([command, Buffer.from('half a'), command.subarray(0, 9)]))
    cloud.send(command.subarray(9))
    await until(() => client.answers.filter(({ type }) => type === frameTypes.request).length === 2)
    const reply = { ...stick.frame(frameTypes.reply, Uint8Array.of(1, 1, ...Buffer.from('+ok'))), seqServer: 77 }
    client.send(join(reply))
    await until(() => cloud.frames().some(({ type }) => type === frameTypes.reply))
    expect(cloud.frames().at(-1)).toEqual(reply)
  })

  test('leaves after the commit alone, so no acknowledgment can come before it', async () => {
    const commit = holdCommit()
    const stick = await open({ append: commit.append })
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    client.send(join(stick.data(recordedAtMs), heartbeatOf(stick)))
    await until(commit.began)
    expect(cloud.frames().map(({ type }) => type)).toEqual([frameTypes.handshake])
    commit.release()
    await client.answered(3)
    expect(cloud.frames().map(({ type }) => type)).toEqual([
      frameTypes.handshake,
      frameTypes.data,
      frameTypes.heartbeat,
    ])
  })

  test('never leaves when nothing proves that the sender is the logger', async () => {
    const stick = await open()
    await database.db.pool.query(`update loggers set allowed_sources = '{203.0.113.0/24}'`)
    const client = await scene.connect()
    client.send(join(handshakeOf(stick), heartbeatOf(stick)))
    await client.answered(1)
    expect(client.answers.some(isOfCloud)).toBe(false)
    expect(cloud.lines).toHaveLength(0)
  })

  test('leaves a logger alone that nobody wants to be forwarded', async () => {
    await open()
    const other = createStick(OTHER)
    const client = await scene.connect()
    client.send(join(handshakeOf(other), other.data(recordedAtMs)))
    await client.answered(2)
    expect(client.answers.some(isOfCloud)).toBe(false)
    expect(cloud.lines).toHaveLength(0)
  })
})

describe('a cloud that fails', () => {
  test('is replaced by this server, and tried again once it can be reached', async () => {
    const stick = await open({ limits: { retryMs: 20 } })
    const { port } = cloud
    await cloud.close()
    const client = await scene.connect()
    client.send(join(handshakeOf(stick), stick.data(recordedAtMs - 300_000), heartbeatOf(stick)))
    await client.answered(3)
    expect(client.answers.some(isOfCloud)).toBe(false)
    expect(await storedRow()).toMatchObject({ state: 'away', last_error: 'unreachable', missed_records: 1 })
    cloud = await openStandInCloud(undefined, port)
    scene.clock.nowMs += 60_000
    await client.closed
    const again = await scene.connect()
    again.send(join(handshakeOf(stick), stick.data(recordedAtMs)))
    await again.answered(2)
    expect(again.answers.every(isOfCloud)).toBe(true)
    expect((await samplesOf(database.db, plantId)).length).toBe(2)
  })

  test('that ends with a frame in flight ends the stick’s line: both get it again', async () => {
    let dies = true
    const stick = await open({
      answer: (frame, line, acknowledge) => {
        if (frame.type === frameTypes.data && dies) line.socket.destroy()
        else write(line, acknowledge())
      },
    })
    const client = await scene.connect()
    const record = stick.data(recordedAtMs)
    client.send(join(handshakeOf(stick), record))
    await client.closed
    expect(client.answers.map(({ type }) => type)).toEqual([0x11])
    dies = false
    const again = await scene.connect()
    again.send(join(handshakeOf(stick), record))
    await again.answered(2)
    expect(again.answers.every(isOfCloud)).toBe(true)
    expect(await samplesOf(database.db, plantId)).toHaveLength(1)
    expect(cloud.frames().filter(({ type }) => type === frameTypes.data)).toEqual([record, record])
  })

  test('that ends during a commit gets the record again: nobody acknowledges it', async () => {
    const commit = holdCommit()
    const stick = await open({ append: commit.append })
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    const record = stick.data(recordedAtMs)
    client.send(join(record))
    await until(commit.began)
    cloud.lines[0]?.socket.destroy()
    await until(async () => (await storedRow())?.last_error === 'closed')
    commit.release()
    await client.closed
    expect(client.answers.map(({ type }) => type)).toEqual([0x11])
    const again = await scene.connect()
    again.send(join(handshakeOf(stick), record))
    await again.answered(2)
    expect(again.answers.every(isOfCloud)).toBe(true)
    expect(await samplesOf(database.db, plantId)).toHaveLength(1)
  })

  test('that ends again and again does not keep the stick from being answered', async () => {
    const stick = await open({
      answer: (frame, line, acknowledge) => {
        if (frame.type === frameTypes.data) line.socket.destroy()
        else write(line, acknowledge())
      },
    })
    const first = await scene.connect()
    const record = stick.data(recordedAtMs)
    first.send(join(handshakeOf(stick), record))
    await first.closed
    const second = await scene.connect()
    second.send(join(handshakeOf(stick), record))
    await second.answered(2)
    expect(second.answers.map(isOfCloud)).toEqual([true, false])
    expect(await storedRow()).toMatchObject({ state: 'away', last_error: 'closed', missed_records: 1 })
  })

  test('that answers nothing is left, and this server acknowledges once', async () => {
    const stick = await open({ answer: () => {}, limits: { answerMs: 40 } })
    const client = await scene.connect()
    client.send(join(handshakeOf(stick), stick.data(recordedAtMs)))
    await client.answered(2)
    expect(client.answers.some(isOfCloud)).toBe(false)
    await until(() => cloud.lines[0]?.socket.destroyed === true)
    expect(await storedRow()).toMatchObject({ state: 'away', last_error: 'silent', missed_records: 1 })
  })

  test('that floods with oversized frames without an end harms no other logger', async () => {
    const stick = await open()
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    client.socket.pause()
    const oversized = Buffer.alloc(70_000, 0xa5)
    for (let count = 0; count < 400; count += 1) cloud.send(oversized)
    const other = createStick(OTHER)
    const neighbor = await scene.connect()
    neighbor.send(join(handshakeOf(other), other.data(recordedAtMs)))
    await neighbor.answered(2)
    // Nothing is read of a cloud whose stick takes no more.
    expect(cloud.lines[0]?.socket.writableLength).toBeGreaterThan(0)
  })
})

describe('the switch', () => {
  test('on makes the stick begin anew, off leaves it connected and acknowledges', async () => {
    const stick = await open({
      isOn: false,
      answer: (frame, line, acknowledge) => {
        if (frame.type !== frameTypes.data) write(line, acknowledge())
      },
    })
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    await forwardTo(cloudId())
    await client.closed
    const again = await scene.connect()
    again.send(join(handshakeOf(stick), stick.data(recordedAtMs)))
    await again.answered(1)
    await until(() => cloud.frames().length === 2)
    await stopForward()
    await again.answered(2)
    expect(again.answers.map(isOfCloud)).toEqual([true, false])
    again.send(join(heartbeatOf(stick)))
    await again.answered(3)
    expect(again.socket.destroyed).toBe(false)
    expect(cloud.frames()).toHaveLength(2)
  })

  test('goes off when the logger leaves its plant', async () => {
    await open()
    await database.db.pool.query('update loggers set plant_id = null')
    expect(await storedRow()).toBeUndefined()
  })
})

describe('requests of this server', () => {
  const request = encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 1 })
  const replyTo = (stick: ReturnType<typeof createStick>, asked: V5Frame): Uint8Array =>
    encodeLocalReply({
      request: asked,
      seqLogger: stick.frame(0, new Uint8Array()).seqLogger,
      loggerSerial: SERIAL,
      time: timeOf(recordedAtMs),
      rtu: Uint8Array.of(1, 3, 2, 0, 7, 0xf9, 0x86),
    })

  test('go between those of the cloud, and their replies are not for it', async () => {
    const stick = await open()
    const client = await scene.connect()
    client.send(join(handshakeOf(stick), stick.data(recordedAtMs)))
    await client.answered(2)
    const line = scene.ingest.line(`solarman-v5:${SERIAL}`)
    const answer = line?.ask(request)
    await until(() => client.answers.some(({ type }) => type === frameTypes.request))
    cloud.send(cloudRequest(SERIAL, 5))
    client.send(join(heartbeatOf(stick)))
    await until(() => cloud.frames().some(({ type }) => type === frameTypes.heartbeat))
    const asked = client.answers.filter(({ type }) => type === frameTypes.request)
    expect(asked).toHaveLength(1)
    client.send(replyTo(stick, asked[0] as V5Frame))
    expect(await answer).toMatchObject({ rtu: Uint8Array.of(1, 3, 2, 0, 7, 0xf9, 0x86) })
    await until(() => client.answers.filter(({ type }) => type === frameTypes.request).length === 2)
    await expect(line?.ask(request)).rejects.toThrow('busy')
    client.send(join({ ...stick.frame(frameTypes.reply, Uint8Array.of(1, 1, 0)), seqServer: 5 }))
    await until(() => cloud.frames().some(({ type }) => type === frameTypes.reply))
    expect(cloud.frames().filter(({ type }) => type === frameTypes.reply)).toHaveLength(1)
  })
})

test.each([1, 2, 3, 4])(
  'nothing is lost, doubled or mixed with a cloud of moods (seed %i)',
  async (seed) => {
    const dice = createDice(seed)
    const later: (() => void)[] = []
    const stick = await open({
      limits: { answerMs: 150, retryMs: 1 },
      answer: (_, line, acknowledge) => {
        const mood = dice(10)
        if (mood === 0) line.socket.destroy()
        else if (mood === 1) later.push(() => write(line, acknowledge()))
        else if (mood === 2) {
          const ack = acknowledge()
          const cut = dice(ack.length)
          write(line, ack.subarray(0, cut))
          setImmediate(() => write(line, ack.subarray(cut)))
        } else if (mood > 2) write(line, acknowledge())
        for (const act of later.splice(0, dice(2))) act()
      },
    })
    const records = Array.from({ length: 25 }, (_, index) => stick.data(recordedAtMs - (index + 1) * 300_000))
    let client: LoggerClient | undefined
    let rounds = 0
    for (const record of records) {
      for (;;) {
        rounds += 1
        if (client === undefined || client.socket.destroyed) {
          client = await scene.connect()
          const greeting = handshakeOf(stick)
          client.send(join(greeting))
          if ((await client.answer(greeting.seqLogger).catch(() => undefined)) === undefined) continue
        }
        client.send(join(record))
        const { seqLogger } = record
        const answered: boolean = await client.answer(seqLogger).then(
          () => true,
          () => false,
        )
        scene.clock.nowMs += 1_000
        if (answered) break
      }
    }
    expect(rounds).toBeGreaterThanOrEqual(25)
    const rows = await samplesOf(database.db, plantId)
    expect(rows).toHaveLength(25)
    const forwarded = cloud.frames().filter(({ type }) => type === frameTypes.data)
    const { missed_records: missed } = await storedRow()
    const reached = new Set(forwarded.map(({ seqLogger }) => seqLogger))
    expect(reached.size + missed).toBeGreaterThanOrEqual(25)
    // What reached the cloud is what the stick sent, frame by frame.
    for (const frame of forwarded) expect(records).toContainEqual(frame)
    for (const { frames } of cloud.lines) if (frames[0] !== undefined) expect(frames[0].type).toBe(frameTypes.handshake)
  },
  30_000,
)

describe('encryption', () => {
  const trusting = { forward: { ...defaultRelayLimits, connectMs: 5_000, ca: CERT } }

  test('of a cloud is checked by its certificate', async () => {
    const stick = await open({ isSecure: true, server: trusting })
    const client = await scene.connect()
    const stream = join(handshakeOf(stick), stick.data(recordedAtMs))
    client.send(stream)
    await client.answered(2)
    expect(client.answers.every(isOfCloud)).toBe(true)
    expect(cloud.received().equals(stream)).toBe(true)
  })

  test('of a cloud whose certificate nobody vouches for is refused', async () => {
    const stick = await open({ isSecure: true })
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    expect(client.answers.some(isOfCloud)).toBe(false)
    expect(await storedRow()).toMatchObject({ state: 'away', last_error: 'certificate' })
  })

  test('of a stick does not end on the way to a cloud that does not encrypt', async () => {
    const context = createSecureContext({ key: KEY, cert: CERT })
    const stick = await open({ server: { tls: { port: 0, context: () => context } } })
    const client = await scene.connect(undefined, CERT)
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    expect(client.answers.some(isOfCloud)).toBe(false)
    expect(cloud.lines).toHaveLength(0)
    expect(await storedRow()).toMatchObject({ state: 'away', last_error: 'plain' })
  })
})

describe('where a stream may go', () => {
  const [named] = readClouds({ LOGGER_CLOUDS: 'cloud.example:10000' })
  const connectTo = (...addresses: string[]) =>
    createConnectCloud({ connectMs: 1_000, resolve: async () => addresses })(
      named as NonNullable<typeof named>,
      new AbortController().signal,
    )
  test.each([
    [['127.0.0.1']],
    [['10.0.0.5']],
    [['169.254.169.254']],
    [['::ffff:192.168.1.5']],
    [['93.184.216.34', '192.168.1.5']],
  ])('not to a name that means %j', async (addresses) => {
    await open()
    await expect(connectTo(...addresses)).rejects.toMatchObject({ reason: 'network' })
  })
  test('not to a name without an address', async () => {
    await open()
    await expect(connectTo()).rejects.toMatchObject({ reason: 'unknownHost' })
  })
  test('not to a cloud that the operator took off the list', async () => {
    const stick = await open({ isOn: false })
    await forwardTo('elsewhere.example:10000')
    await until(async () => (await storedRow()) !== undefined)
    const client = await scene.connect()
    client.send(join(handshakeOf(stick)))
    await client.answered(1)
    await until(async () => (await storedRow())?.last_error === 'unlisted' || client.socket.destroyed)
  })
})
