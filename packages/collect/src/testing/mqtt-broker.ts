/** A broker for tests: retained messages, wildcards, a password, and whatever else a test sends. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { generate, type Packet, parser } from 'mqtt-packet'

type Received = Readonly<{ topic: string; payload: string; isRetained: boolean }>

export type MqttBroker = Readonly<{
  port: number
  publish: (topic: string, payload: string, options?: Readonly<{ isRetained?: boolean }>) => void
  /** Raw bytes to everybody. */
  send: (bytes: Uint8Array) => void
  /** What clients published. */
  received: readonly Received[]
  retained: ReadonlyMap<string, string>
  /** Takes messages without a word, until it acknowledges them all. */
  mute: () => void
  unmute: () => void
  subscriptions: () => readonly string[]
  hangUp: () => void
  close: () => void
}>

const fits = (filter: string, topic: string): boolean => {
  const pattern = filter
    .split('/')
    .map((part) => (part === '+' ? '[^/]*' : part === '#' ? '.*' : part.replace(/[$^.*()[\]{}|\\?]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${pattern.replace(/\/\.\*$/, '(?:/.*)?')}$`).test(topic)
}

export async function openBroker(
  options: Readonly<{ isTls?: boolean; user?: string; password?: string }> = {},
): Promise<MqttBroker> {
  const clients = new Map<Socket, Set<string>>()
  const retained = new Map<string, string>()
  const received: Received[] = []
  const wills = new Map<Socket, Readonly<{ topic: string; payload: string }>>()
  let isMute = false
  const unacknowledged: (() => void)[] = []
  const write = (socket: Socket, packet: Packet): void => void socket.write(generate(packet))
  const deliver = (socket: Socket, topic: string, payload: string, retain: boolean): void =>
    write(socket, { cmd: 'publish', topic, payload, qos: 0, dup: false, retain })
  /** Of a client: kept if it is retained (an empty one is forgotten), and passed on. */
  const spread = (topic: string, payload: string, isRetained: boolean): void => {
    received.push({ topic, payload, isRetained })
    if (isRetained && payload === '') retained.delete(topic)
    else if (isRetained) retained.set(topic, payload)
    for (const [socket, filters] of clients)
      if ([...filters].some((filter) => fits(filter, topic))) deliver(socket, topic, payload, false)
  }
  const take = (socket: Socket, packet: Packet): void => {
    switch (packet.cmd) {
      case 'connect': {
        const isKnown =
          options.password === undefined ||
          (packet.username === options.user && packet.password?.toString() === options.password)
        if (packet.will) wills.set(socket, { topic: packet.will.topic, payload: packet.will.payload.toString() })
        write(socket, { cmd: 'connack', returnCode: isKnown ? 0 : 5, sessionPresent: false })
        if (!isKnown) socket.end()
        break
      }
      case 'subscribe': {
        const filters = packet.subscriptions.map(({ topic }) => topic)
        for (const filter of filters) clients.get(socket)?.add(filter)
        write(socket, { cmd: 'suback', messageId: packet.messageId as number, granted: filters.map(() => 0) })
        for (const [topic, payload] of retained)
          if (filters.some((filter) => fits(filter, topic))) deliver(socket, topic, payload, true)
        break
      }
      case 'publish': {
        const acknowledge = () => write(socket, { cmd: 'puback', messageId: packet.messageId as number })
        if (packet.qos === 1 && isMute) unacknowledged.push(acknowledge)
        else if (packet.qos === 1) acknowledge()
        spread(packet.topic, packet.payload.toString(), packet.retain)
        break
      }
      case 'disconnect':
        wills.delete(socket)
        break
      case 'pingreq':
        write(socket, { cmd: 'pingresp' })
        break
      default:
    }
  }
  const accept = (socket: Socket): void => {
    clients.set(socket, new Set())
    const packets = parser({ protocolVersion: 4 })
    packets.on('packet', (packet: Packet) => take(socket, packet))
    packets.on('error', () => socket.destroy())
    socket.on('data', (bytes) => void packets.parse(bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      clients.delete(socket)
      const will = wills.get(socket)
      if (wills.delete(socket) && will) spread(will.topic, will.payload, true)
    })
  }
  const server = options.isTls ? createTlsServer({ key: KEY, cert: CERT }, accept) : createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    retained,
    mute: () => {
      isMute = true
    },
    unmute: () => {
      isMute = false
      for (const acknowledge of unacknowledged.splice(0)) acknowledge()
    },
    subscriptions: () => [...clients.values()].flatMap((filters) => [...filters]),
    publish: (topic, payload, { isRetained = false } = {}) => {
      if (isRetained) retained.set(topic, payload)
      for (const [socket, filters] of clients)
        if ([...filters].some((filter) => fits(filter, topic))) deliver(socket, topic, payload, false)
    },
    send: (bytes) => {
      for (const socket of clients.keys()) socket.write(bytes)
    },
    hangUp: () => {
      for (const socket of clients.keys()) socket.destroy()
    },
    close: () => {
      wills.clear()
      for (const socket of clients.keys()) socket.destroy()
      server.close()
    },
  }
}
