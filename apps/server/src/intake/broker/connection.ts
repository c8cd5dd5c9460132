import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { createPacketGuard } from '@heliograph/collect/mqtt/packet-guard.ts'
import { LONGEST_PAYLOAD } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import {
  generate,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
  parser,
} from 'mqtt-packet'
import type { Client, PlantClients } from './plant-clients.ts'
import type { PlantInbox } from './plant-inbox.ts'
import { isFilter, isTopic } from './topics.ts'

/** A plant that a client has entered. */
export type Room = Readonly<{ clients: PlantClients; inbox: PlantInbox; leave: () => void }>
export type Login = Readonly<{ user: string; token: string; address: string }>
/** busy: too many clients, or the database does not answer. */
export type Entered = Room | 'refused' | 'busy'

const CONNECT_MS = 10_000
/** QoS 1 messages that wait for their commit: then nothing more is read until some are stored. */
export const MOST_IN_FLIGHT = 1_000
/** Messages and subscriptions of a client per second; beyond it the socket is read more slowly. */
const MESSAGES_PER_S = 2_000
/** A subscriber that reads slower than others write loses messages, then its connection. */
const DROP_BYTES = 256 * 1024
const END_BYTES = 1024 * 1024
const MOST_EARLY = 100
const LONGEST_IDLE_S = 1_200
const LONGEST_ID = 256

const [NOT_AUTHORIZED, UNAVAILABLE, BAD_CLIENT] = [
  { returnCode: 5, reasonCode: 0x87 },
  { returnCode: 3, reasonCode: 0x88 },
  { returnCode: 2, reasonCode: 0x85 },
] as const

/** A packet that must be acknowledged has a number, and a list has entries (MQTT 3.1.1, 2.3.1 and 3.8.3). */
function isComplete(packet: Packet): boolean {
  if (packet.cmd === 'publish') return packet.qos === 0 || (packet.messageId ?? 0) > 0
  if (packet.cmd === 'subscribe') return (packet.messageId ?? 0) > 0 && packet.subscriptions.length > 0
  if (packet.cmd === 'unsubscribe') return (packet.messageId ?? 0) > 0 && packet.unsubscriptions.length > 0
  return true
}

/** One client, from its first byte to its end. Closes the socket by itself. */
export function openConnection(
  socket: Socket,
  options: Readonly<{
    address: string
    now: () => number
    after: (ms: number, run: () => void) => () => void
    enter: (login: Login) => Promise<Entered>
  }>,
): Readonly<{ end: () => void; tick: () => void; ended: Promise<void>; login: () => Login | undefined }> {
  const { now, after } = options
  const guard = createPacketGuard()
  const packets = parser({ protocolVersion: 4 })
  let version: 3 | 4 | 5 = 4
  let room: Room | undefined
  let login: Login | undefined
  let client: Client | undefined
  let will: IPublishPacket | undefined
  let state: 'new' | 'entering' | 'open' | 'closed' = 'new'
  let heardAtMs = now()
  let idleMs = LONGEST_IDLE_S * 1000
  let inFlight = 0
  let [secondMs, inSecond] = [0, 0]
  const early: Packet[] = []
  let tellEnd = (): void => {}
  const ended = new Promise<void>((resolve) => {
    tellEnd = resolve
  })

  const end = (): void => {
    if (state === 'closed') return
    state = 'closed'
    cancel()
    socket.destroy()
    if (client !== undefined) room?.clients.leave(client)
    if (will !== undefined && room !== undefined) {
      publish(room, will)
      room.inbox.push(will.topic, Buffer.from(will.payload))
    }
    room?.leave()
    tellEnd()
  }
  const cancel = after(CONNECT_MS, () => {
    if (state !== 'open') end()
  })
  const write = (packet: Packet): void => {
    if (state === 'closed') return
    try {
      socket.write(generate(packet, { protocolVersion: version }))
    } catch {
      // An answer that cannot be written ends this client, not the server.
      end()
    }
  }
  const refuse = ({ returnCode, reasonCode }: Readonly<{ returnCode: number; reasonCode: number }>): void => {
    write({ cmd: 'connack', sessionPresent: false, ...(version === 5 ? { reasonCode } : { returnCode }) })
    socket.end()
    end()
  }
  /** Nothing is read while too much waits, or the second's messages are used up. */
  const regulate = (): void => {
    const isFull = inFlight >= MOST_IN_FLIGHT || inSecond > MESSAGES_PER_S || state === 'entering'
    if (isFull !== guard.isPaused()) isFull ? guard.pause() : guard.resume()
  }
  const publish = (
    into: Room,
    { topic, payload, retain }: Pick<IPublishPacket, 'topic' | 'payload' | 'retain'>,
  ): void => into.clients.publish({ topic, payload: Buffer.from(payload) }, retain)

  const connect = async (packet: IConnectPacket): Promise<void> => {
    version = packet.protocolVersion ?? 4
    const { clientId, keepalive = 0, username = '', password } = packet
    if (clientId.length > LONGEST_ID) return refuse(BAD_CLIENT)
    state = 'entering'
    regulate()
    login = {
      user: username.slice(0, 100),
      token: password?.toString('utf8').slice(0, 500) ?? '',
      address: options.address,
    }
    const entered = await options.enter(login).catch((): Entered => 'busy')
    if (typeof entered !== 'string' && (state as string) === 'closed') return entered.leave()
    if (typeof entered === 'string') return refuse(entered === 'busy' ? UNAVAILABLE : NOT_AUTHORIZED)
    room = entered
    const id = clientId || `heliograph-${randomBytes(6).toString('hex')}`
    client = { id, deliver, end }
    if (!room.clients.join(client)) return refuse(UNAVAILABLE)
    idleMs = Math.min(LONGEST_IDLE_S, keepalive || LONGEST_IDLE_S) * 1_500
    const last = packet.will
    if (last !== undefined && isTopic(last.topic) && last.payload.length <= LONGEST_PAYLOAD)
      will = {
        cmd: 'publish',
        qos: 0,
        dup: false,
        retain: last.retain ?? false,
        topic: last.topic,
        payload: last.payload,
      }
    state = 'open'
    const limits = {
      receiveMaximum: MOST_IN_FLIGHT,
      maximumQoS: 1,
      maximumPacketSize: LONGEST_PAYLOAD + 1024,
      wildcardSubscriptionAvailable: true,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(clientId === '' && { assignedClientIdentifier: id }),
    }
    write({
      cmd: 'connack',
      sessionPresent: false,
      ...(version === 5 ? { reasonCode: 0, properties: limits } : { returnCode: 0 }),
    })
    for (const waiting of early.splice(0)) take(waiting)
    regulate()
  }
  const deliver: Client['deliver'] = ({ topic, payload }, isRetained) => {
    if (socket.writableLength > END_BYTES) return end()
    if (socket.writableLength > DROP_BYTES) return
    write({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: isRetained })
  }
  const countInSecond = (messages: number): void => {
    const nowMs = now()
    if (nowMs - secondMs >= 1_000) [secondMs, inSecond] = [nowMs, 0]
    inSecond += messages
  }
  const receive = (into: Room, packet: IPublishPacket): void => {
    const { topic, qos, messageId } = packet
    const payload = Buffer.from(packet.payload)
    // Readings are acknowledged by their commit, which is all that a second handshake could add.
    if (!isTopic(topic) || payload.length > LONGEST_PAYLOAD || qos > 1) {
      end()
      return
    }
    countInSecond(1)
    publish(into, packet)
    if (qos === 0) into.inbox.push(topic, payload)
    else {
      inFlight += 1
      into.inbox.push(topic, payload, (fate) => {
        inFlight -= 1
        // It sends again what was not acknowledged when it comes back.
        if (fate === 'lost') return end()
        write({ cmd: 'puback', messageId: messageId as number, ...(version === 5 && { reasonCode: 0 }) })
        regulate()
      })
    }
    regulate()
  }
  const subscribe = (into: Room, own: Client, { messageId, subscriptions }: ISubscribePacket): void => {
    const asked = subscriptions.map(({ topic }) => topic)
    countInSecond(asked.length)
    const taken = new Set(asked.filter((topic) => isFilter(topic) && into.clients.subscribe(own, topic)))
    const granted = asked.map((topic) => (taken.has(topic) ? 0 : 0x80))
    write({ cmd: 'suback', messageId: messageId as number, granted })
    for (const topic of taken) into.clients.deliverRetained(own, topic)
    regulate()
  }
  const unsubscribe = (into: Room, own: Client, { messageId, unsubscriptions }: IUnsubscribePacket): void => {
    for (const topic of unsubscriptions) into.clients.unsubscribe(own, topic)
    const granted = unsubscriptions.map(() => 0)
    write({ cmd: 'unsuback', messageId: messageId as number, ...(version === 5 && { granted }) } as Packet)
  }
  const takeOpen = (packet: Packet): void => {
    const [into, own] = [room as Room, client as Client]
    if (packet.cmd === 'publish') receive(into, packet)
    else if (packet.cmd === 'subscribe') subscribe(into, own, packet)
    else if (packet.cmd === 'unsubscribe') unsubscribe(into, own, packet)
    else if (packet.cmd === 'pingreq') write({ cmd: 'pingresp' })
    else {
      if (packet.cmd === 'disconnect') will = undefined
      end()
    }
  }
  const take = (packet: Packet): void => {
    if (state === 'closed') return
    if (state === 'open') takeOpen(packet)
    else if (state === 'new' && packet.cmd === 'connect') void connect(packet)
    else if (state === 'entering' && early.length < MOST_EARLY) early.push(packet)
    else end()
  }
  packets.on('packet', (packet) => {
    if (isComplete(packet)) take(packet)
    else end()
  })
  packets.on('error', end)
  guard.on('data', (bytes: Buffer) => {
    heardAtMs = now()
    if (state !== 'closed') packets.parse(bytes)
  })
  guard.on('error', end)
  guard.on('end', end)
  socket.on('error', end)
  socket.on('close', end)
  socket.setNoDelay(true)
  socket.pipe(guard)
  return {
    end,
    ended,
    login: () => (state === 'open' ? login : undefined),
    tick: () => {
      const nowMs = now()
      if (nowMs - secondMs >= 1_000) inSecond = 0
      regulate()
      // Nothing can be heard while nothing is read.
      if (guard.isPaused()) heardAtMs = nowMs
      else if (nowMs - heardAtMs > idleMs) end()
    },
  }
}
