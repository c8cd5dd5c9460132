import { keepAliveTopic } from '@heliograph/devices/reads/mqtt/dialects/victron.ts'
import {
  assignmentKey,
  createMqttReader,
  LONGEST_PAYLOAD,
  LONGEST_TOPIC,
  type MqttFound,
  type MqttReader,
} from '@heliograph/devices/reads/mqtt/mqtt.ts'
import type { Candidate, Heard, Io, NamedNumber, Opened, Target, Tell, Way } from '../way.ts'
import type { BrokerSession } from './connect-broker.ts'
import { listOf, type MqttSettings, readSettings } from './settings.ts'

/** Programs that send each minute are heard once. */
const PROBE_MS = 65_000
/** A broker with a few devices is quiet soon: who waits sees them earlier. */
const PROBE_QUIET_MS = 15_000
/** A Victron GX falls silent a minute after it was asked last. */
const KEEP_ALIVE_MS = 30_000
const TAKE_MS = 500
const NOTED = 200
/** Of one connection; a broker could announce new ones without end. */
const MOST_TOPICS = 4_000

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

/** @throws Error when the broker does not take us */
async function connect(settings: MqttSettings, io: Io, reader: MqttReader, onTick: () => void): Promise<BrokerSession> {
  // Where no broker is read it would only take a small computer's memory.
  const { connectBroker } = await import('./connect-broker.ts')
  const session = await connectBroker(settings, io)
  const { client } = session
  let isOpen = true
  let cancel = (): void => {}
  void session.ended.then(() => {
    isOpen = false
    cancel()
  })
  const subscribed = new Set<string>()
  const subscribe = (topics: readonly string[]): void => {
    const fresh = topics
      .filter((topic) => !subscribed.has(topic) && topic.length <= LONGEST_TOPIC)
      .slice(0, MOST_TOPICS - subscribed.size)
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
  let askedMs = io.clock.now()
  const tick = (): void => {
    if (!isOpen) return
    noted = 0
    subscribe(reader.topics())
    onTick()
    if (io.clock.now() - askedMs >= KEEP_ALIVE_MS) {
      askedMs = io.clock.now()
      askVictron()
    }
    cancel = io.clock.after(TAKE_MS, tick)
  }
  cancel = io.clock.after(TAKE_MS, tick)
  return session
}
