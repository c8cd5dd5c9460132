import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createHandClock, type HandClock } from '@heliograph/collect/testing/hand-clock.ts'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import type { IClientOptions, MqttClient } from 'mqtt'
import { connect, connectAsync } from 'mqtt'
import { generate, type Packet, parser } from 'mqtt-packet'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createMqttWriters } from '../../http/mqtt-writers.ts'
import { addAccessToken, findSession } from '../../people/accounts/accounts.ts'
import { createReactions } from '../../reactions.ts'
import { addMember, addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { decideNumber, listNumbers } from '../collect/collect.ts'
import { createIngest, type Ingest, openPolled, type PolledDesk } from '../ingest/ingest.ts'
import { type MqttBroker, openMqttBroker } from './broker.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: 'silent' })
const SERIAL = '116183000001'
const PATIENT = { timeout: 20_000, interval: 20 }

let test: TestApp
let ingest: Ingest
let clock: HandClock
let broker: MqttBroker
let folder: string
let [plant, neighborPlant] = [0, 0]
const tokens: Record<string, string> = {}
const open: MqttClient[] = []
/** Records that the store keeps back until a test lets them go. */
let gate: Promise<void> | undefined
let stored = 0

beforeAll(async () => {
  clock = createHandClock(startMs)
  test = await createTestApp(startMs)
  const { db } = test
  const { now } = clock
  ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  const polled = await ingest.open(openPolled)
  const desk: PolledDesk = {
    ...polled,
    store: async (...given) => {
      await gate
      const outcome = await polled.store(...given)
      stored += 1
      return outcome
    },
  }
  const owner = await addTestUser(test, 'owner')
  const neighbor = await addTestUser(test, 'neighbor')
  const viewer = await addTestUser(test, 'viewer')
  plant = await addTestPlant(db, owner.userId)
  neighborPlant = await addTestPlant(db, neighbor.userId)
  await addMember(db, plant, viewer.userId, 'viewer')
  for (const [name, by, scopes] of [
    ['owner', owner.token, ['reading:write']],
    ['reader', owner.token, ['plant:read', 'plant:write']],
    ['neighbor', neighbor.token, ['reading:write']],
    ['viewer', viewer.token, ['reading:write']],
  ] as const) {
    const session = await findSession(db, by, startMs)
    if (session === undefined) throw new Error(`${name} is not signed in`)
    const made = await addAccessToken(db, session, { name, scopes, expiresInDays: 30, center: '', nowMs: startMs })
    tokens[name] = made.token
  }
  folder = mkdtempSync(join(tmpdir(), 'heliograph-mqtt-'))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, CERT)
  writeFileSync(files.keyFile, KEY)
  broker = await openMqttBroker({
    db,
    log,
    desk,
    clock,
    config: { host: '127.0.0.1', port: 0, tls: { port: 0, ...files }, mostClients: 60 },
    findWriter: createMqttWriters({ db, center: '', now }),
    storeSeconds: 60,
  })
})
afterEach(async () => {
  gate = undefined
  for (const client of open.splice(0)) client.end(true)
  await expect
    .poll(async () => {
      await clock.turn(1_000)
      return broker.clients()
    }, PATIENT)
    .toBe(0)
})
afterAll(async () => {
  await broker.close()
  await ingest.close()
  await test.close()
  rmSync(folder, { recursive: true })
})

const portOf = (): number => broker.ports.plain as number
const optionsOf = (user = String(plant), password = tokens.owner ?? '', more: IClientOptions = {}): IClientOptions => ({
  host: '127.0.0.1',
  port: portOf(),
  username: user,
  password,
  reconnectPeriod: 0,
  connectTimeout: 20_000,
  ...more,
})
async function enter(...given: Parameters<typeof optionsOf>): Promise<MqttClient> {
  const client = await connectAsync(optionsOf(...given))
  open.push(client)
  return client
}
/** The code with which a login is refused. */
const refusalOf = (...given: Parameters<typeof optionsOf>): Promise<number> =>
  new Promise((resolve) => {
    const client = connect(optionsOf(...given))
    client.on('error', (error) => {
      client.end(true)
      resolve((error as { code?: number }).code ?? -1)
    })
    client.on('connect', () => {
      client.end(true)
      resolve(0)
    })
  })
/** A client that speaks for itself; resolves with the socket after its login. */
async function enterRaw(clientId = 'raw'): Promise<Socket> {
  const socket = connectSocket(portOf(), '127.0.0.1')
  socket.on('error', () => {})
  const login = { username: String(plant), password: Buffer.from(tokens.owner ?? '') }
  socket.write(
    generate({
      cmd: 'connect',
      clientId,
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 0,
      ...login,
    }),
  )
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect([...bytes]).toEqual([0x20, 2, 0, 0])
  return socket
}
const heardOf = (client: MqttClient, name: 'close' | 'message' | 'error'): Promise<readonly unknown[]> =>
  new Promise((resolve) => client.once(name, (...given: unknown[]) => resolve(given)))
const isEnded = (socket: Socket): Promise<unknown> => (socket.destroyed ? Promise.resolve() : once(socket, 'close'))
const samplesOf = async (serial: string, plantId = plant) => {
  const { rows } = await test.db.pool.query<{ id: number }>(
    'select id from devices where serial = $1 and plant_id = $2',
    [serial, plantId],
  )
  const found: object[] = []
  for (const { id: deviceId } of rows)
    for await (const page of telemetry.samplesOf(test.db, { plantId, deviceId, fromMs: 0, toMs: startMs * 2 }))
      for (const { values } of page) found.push(values)
  return found
}

describe('a message of QoS 1', () => {
  it('is acknowledged after the commit of its reading, not before', async () => {
    const client = await enter()
    let [release, acked] = [() => {}, 0]
    gate = new Promise((resolve) => {
      release = resolve
    })
    const publish = (name: string, value: string) =>
      client.publishAsync(`solar/${SERIAL}/0/${name}`, value, { qos: 1 }).then(() => {
        acked += 1
      })
    const all = Promise.all([publish('power', '270'), publish('yieldtotal', '12.5')])
    // Something without a reading says that what came before it was read.
    await client.publishAsync('some/where', 'else', { qos: 1 })
    await clock.turn(3_000)
    expect([acked, stored, (await samplesOf(SERIAL)).length]).toEqual([0, 0, 0])
    release()
    await all
    expect(await samplesOf(SERIAL)).toEqual([{ acPowerW: 270, generationTotalWh: 12_500 }])
  })

  it('that cannot be stored is not acknowledged, and its client is sent away', async () => {
    const client = await enter()
    gate = Promise.reject(new Error('no database'))
    gate.catch(() => {})
    let acked = false
    void client.publishAsync(`solar/${SERIAL}/0/power`, '1', { qos: 1 }).then(
      () => {
        acked = true
      },
      () => {},
    )
    await client.publishAsync('some/where', 'else', { qos: 1 })
    const closed = heardOf(client, 'close')
    await clock.turn(3_000)
    await closed
    expect(acked).toBe(false)
  })

  it('says nothing that waits once its device is gone', async () => {
    const client = await enter()
    const before = stored
    const message = client.publishAsync(`solar/${SERIAL}/0/power`, '5', { qos: 1 })
    await client.publishAsync(`solar/${SERIAL}/status/reachable`, '0', { qos: 1 })
    await clock.turn(1_000)
    await message
    expect(stored).toBe(before)
  })
})

it('a message of QoS 0 is stored with its minute, also of a client that left at once', async () => {
  const serial = '116183000002'
  for (const power of ['100', '300']) {
    const client = await enter()
    client.publish(`solar/${serial}/0/power`, power)
    await client.publishAsync('some/where', 'else', { qos: 1 })
    await client.endAsync()
    await clock.turn(20_000)
  }
  await clock.turn(80_000)
  await expect.poll(() => samplesOf(serial), PATIENT).toEqual([{ acPowerW: 100 }, { acPowerW: 300 }])
})

describe('a login', () => {
  it.each<[string, () => Parameters<typeof optionsOf>]>([
    ['without a token', () => [String(plant), '']],
    ['with a token that is none', () => [String(plant), 'hgp_unknown']],
    ['to a neighbor’s plant', () => [String(neighborPlant), tokens.owner]],
    ['by a neighbor', () => [String(plant), tokens.neighbor]],
    ['to a plant that is none', () => ['999999', tokens.owner]],
    ['without a plant', () => ['', tokens.owner]],
    ['with SQL for a plant', () => ["1' or '1'='1", tokens.owner]],
    ['with a token that may not write readings', () => [String(plant), tokens.reader]],
    ['by somebody who may only look', () => [String(plant), tokens.viewer]],
  ])('is refused: %s', async (_, given) => {
    const [user, token] = given()
    expect(await refusalOf(user, token)).toBe(5)
    expect(await refusalOf(user, token, { protocolVersion: 5 })).toBe(0x87)
  })

  it('is refused without a user name', async () => {
    const { username: _, password: __, ...anonymous } = optionsOf()
    const client = connect(anonymous)
    const [error] = await heardOf(client, 'error')
    expect((error as { code: number }).code).toBe(5)
    client.end(true)
  })

  it('is not tried for ever by one address', async () => {
    const codes = new Set<number>()
    for (let n = 0; n < 65; n += 1) codes.add(await refusalOf(String(plant), `hgp_${n}`))
    expect(codes).toEqual(new Set([5]))
    // Known tokens of that address still enter; an unknown one is not looked up any more.
    await enter()
    await clock.turn(61_000)
  })

  it('ends when its token is deleted', async () => {
    const session = await findSession(test.db, (await addTestUser(test, 'leaver')).token, startMs)
    const own = await addTestPlant(test.db, session?.userId ?? 0)
    const made = await addAccessToken(test.db, session as NonNullable<typeof session>, {
      name: 'x',
      scopes: ['reading:write'],
      expiresInDays: 30,
      center: '',
      nowMs: startMs,
    })
    const client = await enter(String(own), made.token)
    await test.db.pool.query('delete from sessions where user_id = $1', [session?.userId])
    const closed = heardOf(client, 'close')
    await clock.turn(301_000)
    await closed
  })

  it('of the same client ends the older one', async () => {
    const older = await enter(undefined, undefined, { clientId: 'same' })
    const closed = heardOf(older, 'close')
    await enter(undefined, undefined, { clientId: 'same' })
    await closed
  })
})

describe('clients of a plant', () => {
  it('hear each other, by filters, and what is retained, and nobody else', async () => {
    const [one, other, stranger] = [await enter(), await enter(), await enter(String(neighborPlant), tokens.neighbor)]
    const heard: string[] = []
    for (const [name, client] of Object.entries({ other, stranger }))
      client.on('message', (topic, payload, { retain }) => heard.push(`${name} ${topic} ${payload} ${retain}`))
    await one.publishAsync('house/light', 'on', { qos: 1, retain: true })
    await one.publishAsync('house/old', 'x', { qos: 1, retain: true })
    await one.publishAsync('house/old', '', { qos: 1, retain: true })
    await stranger.subscribeAsync(['#', '+/+', '$SYS/#', `${plant}/#`, `../${plant}/#`])
    await other.subscribeAsync(['house/+'])
    await one.publishAsync('house/light', 'off', { qos: 1 })
    await one.publishAsync('house/light/deep', 'off', { qos: 1 })
    await stranger.publishAsync('house/light', 'stolen', { qos: 1 })
    await stranger.publishAsync(`${plant}/house/light`, 'stolen', { qos: 1 })
    await expect.poll(() => heard.filter((text) => text.startsWith('other')), PATIENT).toHaveLength(2)
    expect(heard.filter((text) => text.startsWith('other'))).toEqual([
      'other house/light on true',
      'other house/light off false',
    ])
    expect(
      heard.filter((text) => text.includes('on') || text.includes('off')).every((text) => !text.startsWith('str')),
    ).toBe(true)
  })

  it('store nothing under a neighbor’s plant, whatever they call it', async () => {
    const stranger = await enter(String(neighborPlant), tokens.neighbor)
    const serial = '116183000009'
    const message = stranger.publishAsync(`${plant}/solar/${serial}/0/power`, '5', { qos: 1 })
    await stranger.publishAsync('some/where', 'else', { qos: 1 })
    await clock.turn(3_000)
    await message
    expect([await samplesOf(serial), await samplesOf(serial, neighborPlant)]).toEqual([[], [{ acPowerW: 5 }]])
  })

  it('hear the last will of one that vanishes', async () => {
    const other = await enter()
    await other.subscribeAsync('will')
    const heard = heardOf(other, 'message')
    const vanishing = await enter(undefined, undefined, {
      will: { topic: 'will', payload: Buffer.from('gone'), qos: 0, retain: false },
    })
    vanishing.stream.destroy()
    expect(String((await heard)[1])).toBe('gone')
  })

  it('speak MQTT 5 and 3.1 too', async () => {
    for (const version of [{ protocolVersion: 5 }, { protocolVersion: 3, protocolId: 'MQIsdp' }] as const) {
      const client = await enter(undefined, undefined, version)
      await client.subscribeAsync('echo')
      const heard = heardOf(client, 'message')
      await client.publishAsync('echo', 'x', { qos: 1 })
      expect(String((await heard)[1])).toBe('x')
      await client.unsubscribeAsync('echo')
    }
  })
})

describe('a hostile client', () => {
  const publish = (topic: string, payload = '1', qos: 0 | 1 | 2 = 0) =>
    generate({ cmd: 'publish', topic, payload, qos, dup: false, retain: false, ...(qos > 0 && { messageId: 1 }) })
  it.each<[string, Buffer]>([
    ['a payload above 64 KiB', publish('a', 'x'.repeat(64 * 1024 + 1))],
    ['the announcement of 256 MiB', Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f)],
    ['a length without an end', Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['a topic above 512 bytes', publish('ü'.repeat(257))],
    ['a topic of 33 levels', publish('a/'.repeat(32))],
    ['a topic with a NUL', publish('a\0b')],
    ['QoS 2', publish('a', '1', 2)],
    ['a second login', generate({ cmd: 'connect', clientId: 'x', protocolId: 'MQTT', protocolVersion: 4 })],
    ['an acknowledgment of nothing', generate({ cmd: 'pubrel', messageId: 4 })],
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a topic that is longer than its packet', Buffer.of(0x30, 5, 0xff, 0xff, 0x61, 0x62, 0x63)],
    ['a topic that ends after its packet', Buffer.of(0x30, 4, 0, 3, 0x61, 0x62)],
    ['QoS 1 without a number', Buffer.of(0x32, 3, 0, 1, 0x61)],
    ['a subscription that is longer than its packet', Buffer.of(0x82, 6, 0, 1, 0xff, 0xff, 0x61, 0)],
    ['a subscription of nothing', Buffer.of(0x82, 2, 0, 1)],
    ['the end of a subscription of nothing', Buffer.of(0xa2, 2, 0, 1)],
    ['an unknown packet', Buffer.of(0xf0, 0)],
  ])('is sent away: %s', async (_, bytes) => {
    const socket = await enterRaw()
    socket.write(bytes)
    await isEnded(socket)
  })

  it('has no more than 50 subscriptions, and none that is no filter', async () => {
    const client = await enter()
    const granted = await client.subscribeAsync(Array.from({ length: 60 }, (_, n) => `t/${n}`)).catch((error) => error)
    expect(JSON.stringify(granted)).toBeDefined()
    const socket = await enterRaw()
    const filters = ['a/#/b', 'a#', 'a+', '', 'ok/#'].map((topic) => ({ topic, qos: 0 as const }))
    const suback = once(socket, 'data')
    socket.write(generate({ cmd: 'subscribe', messageId: 3, subscriptions: filters }))
    expect([...((await suback)[0] as Buffer)].slice(-5)).toEqual([0x80, 0x80, 0x80, 0x80, 0])
    socket.destroy()
  })

  it('shares 150 subscriptions with its plant, and gives its own back', async () => {
    const granted = async (socket: Socket, from: number): Promise<number> => {
      const subscriptions = Array.from({ length: 50 }, (_, n) => ({ topic: `t/${from + n}`, qos: 0 as const }))
      const suback = once(socket, 'data')
      socket.write(generate({ cmd: 'subscribe', messageId: 3, subscriptions }))
      return [...((await suback)[0] as Buffer)].slice(4).filter((code) => code === 0).length
    }
    const sockets: Socket[] = []
    for (let n = 0; n < 4; n += 1) sockets.push(await enterRaw(`raw ${n}`))
    const counts: number[] = []
    for (const [n, socket] of sockets.entries()) counts.push(await granted(socket, n * 50))
    expect(counts).toEqual([50, 50, 50, 0])
    const stranger = await enter(String(neighborPlant), tokens.neighbor)
    expect(await stranger.subscribeAsync('t/1')).toHaveLength(1)
    // A newer connection of the same client has none of the older one's.
    const again = await enterRaw('raw 0')
    expect(await granted(again, 0)).toBe(50)
    for (const socket of [...sockets, again]) socket.destroy()
  })

  it('without a login has ten seconds, and twenty connections of an address', async () => {
    const sockets = Array.from({ length: 30 }, () => connectSocket(portOf(), '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {})
    const ended = sockets.map((socket) => once(socket, 'close'))
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length, PATIENT).toBe(10)
    await clock.turn(10_000)
    await Promise.all(ended)
    await enter()
  })

  it('that publishes before its login is let in is sent away', async () => {
    const socket = connectSocket(portOf(), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(publish(`solar/${SERIAL}/0/power`, '9999'))
    await isEnded(socket)
  })

  it('that floods waits, and the others do not', async () => {
    const flood = await enterRaw()
    const one = publish('flood/x', 'y'.repeat(100))
    const many = Buffer.concat(Array.from({ length: 500 }, () => one))
    for (let n = 0; n < 200; n += 1) flood.write(many)
    const client = await enter()
    const message = client.publishAsync(`solar/${SERIAL}/0/power`, '77', { qos: 1 })
    await client.publishAsync('some/where', 'else', { qos: 1 })
    await clock.turn(3_000)
    await message
    // It is read at most so many messages a second, so most of its 11 MB still wait in its own socket.
    expect(flood.writableLength).toBeGreaterThan(1_000_000)
    flood.destroy()
  })

  it('that does not read what it subscribed to is sent away', async () => {
    const socket = await enterRaw()
    socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] }))
    await once(socket, 'data')
    socket.pause()
    const client = await enter()
    let ended = false
    void isEnded(socket).then(() => {
      ended = true
    })
    // What it is not sent is lost, and nothing piles up here.
    for (let n = 0; n < 100; n += 1) await client.publishAsync('big', Buffer.alloc(60_000), { qos: 1 })
    expect(ended).toBe(false)
    socket.destroy()
    await client.publishAsync('still/there', '1', { qos: 1 })
  })

  it('that retains much is not kept beyond a megabyte', async () => {
    const client = await enter()
    for (let n = 0; n < 30; n += 1)
      await client.publishAsync(`kept/${n}`, Buffer.alloc(60_000), { qos: 1, retain: true })
    const reader = await enter()
    let heard = 0
    reader.on('message', (topic) => {
      if (topic.startsWith('kept/')) heard += 1
    })
    await reader.subscribeAsync('kept/#')
    await reader.publishAsync('some/where', '1', { qos: 1 })
    expect(heard).toBeLessThanOrEqual(17)
    for (let n = 0; n < 30; n += 1) await client.publishAsync(`kept/${n}`, '', { qos: 1, retain: true })
  })

  it('that sends noise ends its connection and nothing else', async () => {
    let seed = 7
    const next = (): number => {
      seed = (seed * 48_271) % 0x7fffffff
      return seed
    }
    for (let n = 0; n < 60; n += 1) {
      const socket = await enterRaw()
      socket.write(Buffer.from(Array.from({ length: 1 + (next() % 400) }, () => next() & 0xff)))
      socket.end()
      await isEnded(socket)
    }
    await enter()
  })
})

describe('numbers that their owner named', () => {
  const send = (client: MqttClient, value: number) =>
    client.publishAsync('tele/cellar/SENSOR', `{"MT175":{"x.P":${value},"Verbrauch_Summe":${1_000 + value}}}`, {
      qos: 1,
    })
  /** The message is acknowledged when its reading is stored, some seconds of the clock later. */
  const stores = async (client: MqttClient, value: number) => {
    let isDone = false
    void send(client, value).then(() => {
      isDone = true
    })
    await expect
      .poll(async () => {
        await clock.turn(1_000)
        return isDone
      }, PATIENT)
      .toBe(true)
  }
  const listed = () => listNumbers(test.db, plant)

  it('are listed with guesses, and used as the owner says from then on', async () => {
    const client = await enter()
    await stores(client, 5)
    await expect.poll(listed, PATIENT).toMatchObject([
      {
        device: 'tasmota cellar MT175',
        name: 'Verbrauch_Summe',
        value: 1_005,
        guess: { quantity: 'gridImportTotalWh' },
      },
      { device: 'tasmota cellar MT175', name: 'x.P', value: 5, guess: null, state: 'open' },
    ])
    expect(await samplesOf('cellar-MT175')).toEqual([{ gridImportTotalWh: 1_005_000 }])
    const [, power] = await listed()
    await decideNumber(
      test.db,
      { plantId: plant, numberId: power?.id ?? 0 },
      { quantity: 'gridPowerW', unit: 'W', isTurned: true },
    )
    // The node hears of it a moment later.
    await expect
      .poll(async () => {
        await clock.turn(60_000)
        await stores(client, 6)
        return (await samplesOf('cellar-MT175')).at(-1)
      }, PATIENT)
      .toEqual({ gridPowerW: -6, gridImportTotalWh: 1_006_000 })
  })

  it('are nobody else’s to decide', async () => {
    const [number] = await listed()
    const place = { plantId: neighborPlant, numberId: number?.id ?? 0 }
    await expect(decideNumber(test.db, place, 'ignored')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listNumbers(test.db, neighborPlant)).toEqual([])
  })
})

describe('the encrypted port', () => {
  const login = (password = tokens.owner ?? '', username = String(plant)) =>
    ({
      cmd: 'connect',
      clientId: 'tls',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 0,
      username,
      password: Buffer.from(password),
    }) as const
  /** A client of its own: TLS of the system, and packets. */
  async function openSecure(
    more: object = {},
  ): Promise<Readonly<{ socket: TLSSocket; say: (packet: Packet) => void; heard: (cmd: string) => Promise<Packet> }>> {
    const at = { host: '127.0.0.1', port: broker.ports.tls as number, servername: 'localhost', ca: CERT }
    const socket = connectTls({ ...at, ...more })
    socket.on('error', () => {})
    const packets: Packet[] = []
    const reading = parser({ protocolVersion: 4 })
    reading.on('packet', (packet) => packets.push(packet))
    socket.on('data', (bytes) => reading.parse(bytes))
    await new Promise((resolve) => socket.once('secureConnect', resolve).once('close', resolve))
    return {
      socket,
      say: (packet) => void socket.write(generate(packet)),
      heard: async (cmd) => {
        await expect.poll(() => packets.some((packet) => packet.cmd === cmd), PATIENT).toBe(true)
        return packets.find((packet) => packet.cmd === cmd) as Packet
      },
    }
  }

  it('takes a client that knows the certificate, and stores what it says', async () => {
    const client = await openSecure()
    expect([client.socket.authorized, client.socket.getProtocol()]).toEqual([true, 'TLSv1.3'])
    client.say(login())
    expect(await client.heard('connack')).toMatchObject({ returnCode: 0 })
    const serial = '116183000021'
    const publish = (topic: string, payload: string, messageId: number): void =>
      client.say({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false })
    publish(`solar/${serial}/0/power`, '42', 1)
    publish('some/where', 'else', 2)
    await client.heard('puback')
    await clock.turn(3_000)
    await expect.poll(() => samplesOf(serial), PATIENT).toEqual([{ acPowerW: 42 }])
    client.socket.destroy()
  })

  it.each<[string, () => ReturnType<typeof login>]>([
    ['without a token', () => login('')],
    ['with a neighbor’s token', () => login(tokens.neighbor)],
    ['to a neighbor’s plant', () => login(tokens.owner, String(neighborPlant))],
  ])('refuses a login %s', async (_, packet) => {
    const client = await openSecure()
    client.say(packet())
    expect(await client.heard('connack')).toMatchObject({ returnCode: 5 })
    await isEnded(client.socket)
  })

  it('refuses an older version of TLS, and plain words', async () => {
    const old = await openSecure({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
    expect(old.socket.destroyed).toBe(true)
    const plain = connectSocket(broker.ports.tls as number, '127.0.0.1')
    plain.on('error', () => {})
    plain.write(generate(login()))
    await isEnded(plain)
  })

  it('gives a client that never shakes hands ten seconds', async () => {
    const silent = connectSocket(broker.ports.tls as number, '127.0.0.1')
    silent.on('error', () => {})
    await expect.poll(() => broker.clients(), PATIENT).toBe(1)
    const ended = isEnded(silent)
    await clock.turn(10_000)
    await ended
  })
})
