/** A broker for tests: retained messages, wildcards, a password, and whatever else a test sends. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { generate, type Packet, parser } from 'mqtt-packet'

export type MqttBroker = Readonly<{
  port: number
  publish: (topic: string, payload: string, options?: Readonly<{ isRetained?: boolean }>) => void
  /** Raw bytes to everybody. */
  send: (bytes: Uint8Array) => void
  /** What clients published. */
  received: readonly Readonly<{ topic: string; payload: string }>[]
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
  const received: { topic: string; payload: string }[] = []
  const write = (socket: Socket, packet: Packet): void => void socket.write(generate(packet))
  const deliver = (socket: Socket, topic: string, payload: string, retain: boolean): void =>
    write(socket, { cmd: 'publish', topic, payload, qos: 0, dup: false, retain })
  const take = (socket: Socket, packet: Packet): void => {
    switch (packet.cmd) {
      case 'connect': {
        const isKnown =
          options.password === undefined ||
          (packet.username === options.user && packet.password?.toString() === options.password)
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
      case 'publish':
        received.push({ topic: packet.topic, payload: packet.payload.toString() })
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
    socket.on('close', () => clients.delete(socket))
  }
  const server = options.isTls ? createTlsServer({ key: KEY, cert: CERT }, accept) : createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
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
      for (const socket of clients.keys()) socket.destroy()
      server.close()
    },
  }
}
