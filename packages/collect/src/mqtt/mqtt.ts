import { randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import { keepAliveTopic } from '@heliograph/devices/reads/mqtt/dialects/victron.ts'
import {
  assignmentKey,
  createMqttReader,
  LONGEST_PAYLOAD,
  LONGEST_TOPIC,
  type MqttFound,
  type MqttReader,
} from '@heliograph/devices/reads/mqtt/mqtt.ts'
import { createFlowLimit } from '../flow-limit.ts'
import { secureSocket } from '../secure-socket.ts'
import type { Candidate, Heard, Io, NamedNumber, Opened, Target, Tell, Way } from '../way.ts'
import { createPacketGuard } from './packet-guard.ts'
import { listOf, type MqttSettings, readSettings } from './settings.ts'

const CONNECT_MS = 10_000
/** Programs that send each minute are heard once. */
const PROBE_MS = 65_000
/** A broker with a few devices is quiet soon: who waits sees them earlier. */
const PROBE_QUIET_MS = 15_000
/** A Victron GX falls silent a minute after it was asked last. */
const KEEP_ALIVE_MS = 30_000
const TAKE_MS = 500
/** Brokers do not say when the last message came: an idle connection is no fault, the ping finds a dead one. */
const PING_S = 30
const NOTED = 200
/** The retained messages of a large home come at once. */
const MOST_FLOW_BYTES = 32 * 1024 * 1024

/** Where the conventions that we read publish (docs/connect/mqtt.md). */
const usualTopics = [
  'homeassistant/#',
  'solar/#',
  'inverter/#',
  'tele/#',
  '+/tele/#',
  'shellies/#',
  '+/status/#',
  '+/events/rpc',
  'N/#',
  '+/N/#',
  'deye/#',
  'deye-dummycloud/#',
  'zigbee2mqtt/#',
  '+/+/telemetry',
]

/** A broker of the home: devices and programs publish there what they measure. Nothing is published but the Victron's keep-alive. */
export const mqtt: Way = {
  id: 'mqtt',
  ports: [1883, 8883],
  secrets: ['password'],
  readSettings,
  probe: async (settings, io) => {
    const reader = createReader(settings as MqttSettings)
    const session = await connect(settings as MqttSettings, io, reader, () => {})
    await new Promise<void>((resolve) => {
      const startMs = io.clock.now()
      let count = 0
      let quietSinceMs = startMs
      const look = (): void => {
        const found = reader.devices().length
        if (found !== count) quietSinceMs = io.clock.now()
        count = found
        const isQuiet = count > 0 && io.clock.now() - quietSinceMs >= PROBE_QUIET_MS
        if (isQuiet || io.clock.now() - startMs >= PROBE_MS) resolve()
        else io.clock.after(1_000, look)
      }
      void session.ended.then(() => resolve())
      io.clock.after(1_000, look)
    })
    session.close('found')
    return reader.devices().flatMap((found) => toCandidate(found, session.fingerprint()) ?? [])
  },
  open: openTarget,
}

type Opens = Readonly<{ fingerprint?: string }>

function toCandidate(
  { device, quantities, numbers }: MqttFound,
  fingerprint: string | undefined,
): Candidate | undefined {
  if (quantities.length === 0 && numbers.length === 0) return undefined
  const isClear = quantities.length > 0 && numbers.length === 0
  return {
    key: device.key,
    maker: device.maker,
    model: device.model ?? device.name ?? '',
    serial: device.serial,
    // Names that an owner chose are guessed.
    confidence: quantities.length === 0 ? 0.3 : isClear ? 0.9 : 0.6,
    why: numbers.length > 0 ? 'numbers' : 'broker',
    ...(device.role && { role: device.role }),
    opens: (fingerprint === undefined ? {} : { fingerprint }) satisfies Opens,
  }
}

const createReader = ({ generating, discoveryPrefix }: MqttSettings, assigned: Target['assigned'] = []): MqttReader =>
  createMqttReader({
    assignments: new Map(assigned.map(({ device, name, use }) => [assignmentKey(device, name), use])),
    generating: new Set(listOf(generating, ';')),
    ...(discoveryPrefix !== undefined && { discoveryPrefix }),
  })

async function openTarget({ settings: value, devices, assigned }: Target, io: Io, tell: Tell): Promise<Opened> {
  const [first] = devices
  const { fingerprint } = (first?.opens ?? {}) as Partial<Opens>
  const settings: MqttSettings = { ...(fingerprint !== undefined && { fingerprint }), ...(value as MqttSettings) }
  const reader = createReader(settings, assigned)
  const keys = new Set(devices.map(({ key }) => key))
  const take = (): void => {
    for (const { key, decoded, atMs } of reader.take(io.clock.now()))
      if (keys.has(key))
        tell.heard({ deviceKey: key, decoded, atMs, raw: Buffer.from(JSON.stringify(decoded.values)) } satisfies Heard)
  }
  const session = await connect(settings, io, reader, take)
  const numbers = (): readonly NamedNumber[] =>
    reader
      .devices()
      .filter(({ device }) => keys.has(device.key))
      .flatMap((found) => found.numbers.map((number) => ({ device: found.device.key, ...number })))
  return { isSingle: false, ended: session.ended, numbers, close: () => session.close('closed') }
}

type Session = Readonly<{
  ended: Promise<string>
  close: (reason: string) => void
  fingerprint: () => string | undefined
}>

/** @throws Error when the broker does not take us */
async function connect(settings: MqttSettings, io: Io, reader: MqttReader, onTick: () => void): Promise<Session> {
  // Where no broker is read it would only take a small computer's memory.
  const { MqttClient } = await import('mqtt')
  const plain = await io.connect({ timeoutMs: CONNECT_MS })
  let { fingerprint } = settings
  const socket = settings.isTls
    ? await secureSocket(plain, {
        fingerprint,
        onCertificate: (shown) => {
          fingerprint = shown
        },
      })
    : plain
  const guard = createPacketGuard({ skipsMessages: true })
  socket.pipe(guard)
  // Written to the socket, read behind the guard.
  const stream = Duplex.from({ writable: socket, readable: guard })
  const client = new MqttClient(() => stream, {
    clientId: `heliograph-${randomBytes(6).toString('hex')}`,
    protocolVersion: 4,
    clean: true,
    keepalive: PING_S,
    // The endpoint connects anew, with its own pauses.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    resubscribe: false,
    queueQoSZero: false,
    ...(settings.user !== undefined && { username: settings.user }),
    ...(settings.password !== undefined && { password: settings.password }),
  })
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  let isOpen = true
  const cancels = new Set<() => void>()
  const close = (reason: string): void => {
    if (!isOpen) return
    isOpen = false
    for (const cancel of cancels) cancel()
    client.end(true)
    plain.destroy()
    tellEnd(reason)
  }
  const every = (ms: number, run: () => void): void => {
    let cancel = (): void => {}
    const next = (): void => {
      cancels.delete(cancel)
      if (!isOpen) return
      cancel = io.clock.after(ms, () => {
        run()
        next()
      })
      cancels.add(cancel)
    }
    next()
  }
  const floods = createFlowLimit(io.clock, MOST_FLOW_BYTES)
  socket.on('data', ({ length }: Buffer) => {
    if (floods(length)) close('too many bytes')
  })
  guard.on('error', ({ message }) => close(message))
  socket.on('error', ({ message }) => close(message))
  socket.on('close', () => close('closed by the broker'))
  client.on('error', ({ message }) => close(message))
  client.on('close', () => close('closed by the broker'))

  await new Promise<void>((resolve, reject) => {
    client.on('connect', () => resolve())
    void ended.then((reason) => reject(new Error(reason)))
  })

  const subscribed = new Set<string>()
  const subscribe = (topics: readonly string[]): void => {
    const fresh = topics.filter((topic) => !subscribed.has(topic) && topic.length <= LONGEST_TOPIC)
    for (const topic of fresh) subscribed.add(topic)
    if (fresh.length > 0 && isOpen) client.subscribe(fresh, { qos: 0 })
  }
  const keepAlive = new Set(settings.victron === undefined ? [] : [`R/${settings.victron}/keepalive`])
  const askVictron = (): void => {
    for (const topic of keepAlive) if (isOpen) client.publish(topic, '')
  }
  let noted = 0
  client.on('message', (topic, payload, packet) => {
    if (payload.length > LONGEST_PAYLOAD || topic.length > LONGEST_TOPIC) return
    const nowMs = io.clock.now()
    reader.push({ topic, payload: payload.toString('utf8'), isRetained: packet.retain }, nowMs)
    const alive = keepAliveTopic(topic)
    if (alive !== undefined && keepAlive.size < 20 && !keepAlive.has(alive)) {
      keepAlive.add(alive)
      askVictron()
    }
    // The page shows the newest ones of each tick, not thousands.
    if (noted++ < 4)
      io.note({
        atMs: nowMs,
        about: { kind: 'topic', name: topic.slice(0, NOTED) },
        sent: new Uint8Array(),
        received: payload.subarray(0, NOTED),
        outcome: 'answered',
      })
  })
  subscribe([...usualTopics, ...(settings.discoveryPrefix === undefined ? [] : [`${settings.discoveryPrefix}/#`])])
  subscribe(listOf(settings.topics, ','))
  askVictron()
  every(KEEP_ALIVE_MS, askVictron)
  every(TAKE_MS, () => {
    noted = 0
    subscribe(reader.topics())
    onTick()
  })
  return { ended, close, fingerprint: () => fingerprint }
}
