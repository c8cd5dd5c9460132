import { randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import { MqttClient } from 'mqtt'
import { createFlowLimit } from '../flow-limit.ts'
import { secureSocket } from '../secure-socket.ts'
import type { Io } from '../way.ts'
import { createPacketGuard } from './packet-guard.ts'
import type { MqttSettings } from './settings.ts'

const CONNECT_MS = 10_000
/** Brokers do not say when the last message came: an idle connection is no fault, the ping finds a dead one. */
const PING_S = 30
/** The retained messages of a large home come at once. */
const MOST_FLOW_BYTES = 32 * 1024 * 1024

export type BrokerAccess = Pick<MqttSettings, 'user' | 'password' | 'isTls' | 'fingerprint'> &
  Readonly<{
    /** The name in the broker's certificate. Missing: only that the certificate stays the same counts. */
    name?: string
    /** A retained message that the broker publishes when the connection breaks. */
    will?: Readonly<{ topic: string; payload: string }>
  }>

/** A connection to an MQTT broker; whoever opens it opens the next one, with pauses of its own. */
export type BrokerSession = Readonly<{
  client: MqttClient
  /** Resolves when the connection has ended, with the reason. */
  ended: Promise<string>
  close: (reason: string) => void
  /** Of the certificate that was shown, or `SIGNED`; undefined: the connection is not encrypted. */
  fingerprint: () => string | undefined
}>

/** @throws Error when the broker does not take us */
export async function connectBroker(access: BrokerAccess, io: Pick<Io, 'connect' | 'clock'>): Promise<BrokerSession> {
  const plain = await io.connect({ timeoutMs: CONNECT_MS })
  let { fingerprint } = access
  const socket = access.isTls
    ? await secureSocket(plain, {
        fingerprint,
        onCertificate: (shown) => {
          fingerprint = shown
        },
        ...(access.name !== undefined && { name: access.name }),
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
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    resubscribe: false,
    queueQoSZero: false,
    ...(access.user !== undefined && { username: access.user }),
    ...(access.password !== undefined && { password: access.password }),
    ...(access.will && {
      will: { topic: access.will.topic, payload: Buffer.from(access.will.payload), qos: 1 as const, retain: true },
    }),
  })
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  let isOpen = true
  const close = (reason: string): void => {
    if (!isOpen) return
    isOpen = false
    client.end(true)
    plain.destroy()
    tellEnd(reason)
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
  return { client, ended, close, fingerprint: () => fingerprint }
}
