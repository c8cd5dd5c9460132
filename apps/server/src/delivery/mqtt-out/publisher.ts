import type { Clock } from '@heliograph/collect/clock.ts'
import { type BrokerSession, connectBroker } from '@heliograph/collect/mqtt/connect-broker.ts'
import type { Io, Opened } from '@heliograph/collect/way.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Announced, holdCounter } from './announced.ts'
import {
  birthTopic,
  configTopic,
  type Place,
  type Published,
  presenceTopic,
  serverTopic,
  stateTopic,
  toConfig,
  toState,
} from './discovery.ts'
import { deleteBroker, keepAnnounced, keepFingerprint, type LeasedBroker } from './lease-brokers.ts'
import { readPublished } from './read-published.ts'

/** Everything is published this often, so that what did not change does not expire. */
const ALL_MS = MINUTE_MS
/** A plant whose devices send every second is published this seldom. */
const LEAST_MS = 5_000
/** Home Assistant subscribes to the states of a new device after it read its announcement. */
const SUBSCRIBE_MS = 3_000
/** A broker that does not acknowledge for so long is not there. */
const ACKNOWLEDGE_MS = 15_000
const AT_ONCE = 32

type Message = Readonly<{ topic: string; payload: string; isRetained: boolean }>

export type Publisher = Readonly<{
  /** Connects; each poll publishes what is due. */
  open: (io: Pick<Io, 'connect' | 'clock'>) => Promise<Opened>
  markChanged: (plantIds: readonly number[]) => void
  counts: () => Readonly<{ publishedAtMs: number | null; messages: number; devices: number }>
}>

export function createPublisher(
  options: Readonly<{
    db: Db
    node: string
    broker: LeasedBroker
    installation: string
    publicUrl: string
    nameOf: (quantity: QuantityId) => string
    clock: Clock
  }>,
): Publisher {
  const { db, node, broker, installation, publicUrl, nameOf, clock } = options
  const { id, version, holder } = broker
  const held = { id, node, version }
  const place: Place = { installation, brokerId: id, prefix: broker.prefix }
  const wanted = new Set(broker.plantIds)
  // Bounded by the plants of the broker.
  const changed = new Set<number>()
  // Of this connection: what was sent does not change until it is sent again.
  const retained = new Map<string, string>()
  let announced: Announced = broker.announced
  let allDueMs = 0
  /** A program that starts there while something is published has not heard what was sent before. */
  let births = 0
  let publishedAtMs: number | null = null
  let messages = 0
  let fingerprint = broker.fingerprint
  let hasLeft = false

  const send = async (session: BrokerSession, all: readonly Message[]): Promise<void> => {
    for (let at = 0; at < all.length; at += AT_ONCE) {
      let stop = (): void => {}
      const late = new Promise<never>((_, reject) => {
        stop = clock.after(ACKNOWLEDGE_MS, () => reject(new Error('too slow')))
      })
      const over = session.ended.then((reason) => Promise.reject(new Error(reason)))
      const sending = all
        .slice(at, at + AT_ONCE)
        .map(({ topic, payload, isRetained }) =>
          session.client.publishAsync(topic, payload, { qos: 1, retain: isRetained }),
        )
      for (const waiting of [late, over, ...sending]) waiting.catch(() => {})
      try {
        await Promise.race([Promise.all(sending), late, over])
      } finally {
        stop()
      }
      messages += sending.length
    }
    for (const { topic, payload, isRetained } of all) if (isRetained) retained.set(topic, payload)
  }
  const isNews = ({ topic, payload }: Message): boolean => retained.get(topic) !== payload
  const withdraw = (ids: readonly string[]): readonly Message[] =>
    ids.flatMap((gone) =>
      [configTopic(place, gone), presenceTopic(place, gone)].map((topic) => ({ topic, payload: '', isRetained: true })),
    )

  const publish = async (session: BrokerSession, plantIds: readonly number[], isAll: boolean): Promise<void> => {
    const nowMs = clock.now()
    const birthsBefore = births
    const read = await readPublished(db, holder, {
      plantIds,
      installation,
      publicUrl,
      partsOf: (item) => announced[item]?.parts ?? [],
      nowMs,
    })
    const items = read.map((item) => hold(item, announced[item.id]?.highs ?? {}, nowMs))
    const here = new Set(items.map(({ item }) => item.id))
    const gone = isAll ? Object.keys(announced).filter((item) => !here.has(item)) : []
    const kept = Object.entries(announced).filter(([item]) => !gone.includes(item))
    const next: Announced = Object.fromEntries([
      ...kept,
      ...items.map(({ item, highs }) => [item.id, { parts: item.parts.map(({ key }) => key), highs }] as const),
    ])
    // Before anything is announced: it can be taken back after a crash, too.
    if (JSON.stringify(next) !== JSON.stringify(announced)) {
      await keepAnnounced(db, held, { ...announced, ...next })
      announced = next
    }
    const configs = items
      .map(({ item }): Message => {
        return {
          topic: configTopic(place, item.id),
          payload: toConfig(place, item, publicUrl, nameOf),
          isRetained: true,
        }
      })
      .filter(isNews)
    const presences = items
      .map(({ item }): Message => {
        return {
          topic: presenceTopic(place, item.id),
          payload: item.isPresent ? 'online' : 'offline',
          isRetained: true,
        }
      })
      .filter(isNews)
    // A state that is retained would look like one of now to those who come later.
    const states = items.map(({ item }): Message => {
      return { topic: stateTopic(place, item.id), payload: toState(item), isRetained: false }
    })
    await send(session, [...withdraw(gone), ...configs, ...presences, ...states])
    if (gone.length > 0) await keepAnnounced(db, held, announced)
    publishedAtMs = nowMs
    if (births !== birthsBefore) return retained.clear()
    allDueMs = configs.length > 0 ? nowMs + SUBSCRIBE_MS : isAll ? nowMs + ALL_MS : allDueMs
  }

  const leave = async (session: BrokerSession): Promise<void> => {
    await send(session, [
      ...withdraw(Object.keys(announced)),
      { topic: serverTopic(place), payload: '', isRetained: true },
    ])
    hasLeft = true
    // The broker says nothing more when the connection ends.
    await session.client.endAsync()
    await deleteBroker(db, held)
  }

  const poll = async (session: BrokerSession): Promise<void> => {
    if (hasLeft) return
    if (broker.isRemoved) return await leave(session)
    const nowMs = clock.now()
    if (nowMs >= allDueMs) {
      changed.clear()
      await publish(session, [...wanted], true)
    } else if (changed.size > 0 && nowMs - (publishedAtMs ?? 0) >= LEAST_MS) {
      const due = [...changed]
      changed.clear()
      await publish(session, due, false)
    }
  }

  return {
    markChanged: (plantIds) => {
      for (const plantId of plantIds) if (wanted.has(plantId)) changed.add(plantId)
    },
    counts: () => ({ publishedAtMs, messages, devices: Object.keys(announced).length }),
    open: async (io) => {
      if (hasLeft) throw new Error('closed')
      const { user, password, isTls, host } = broker
      const session = await connectBroker(
        {
          isTls,
          name: host,
          will: { topic: serverTopic(place), payload: 'offline' },
          ...(user !== '' && { user }),
          ...(password !== undefined && { password }),
          ...(fingerprint !== undefined && { fingerprint }),
        },
        io,
      )
      const shown = session.fingerprint()
      if (shown !== undefined && shown !== fingerprint) {
        fingerprint = shown
        await keepFingerprint(db, held, shown)
      }
      retained.clear()
      allDueMs = 0
      const { client } = session
      const hello: Message = { topic: serverTopic(place), payload: 'online', isRetained: true }
      // One at a time, however often the broker says it.
      let isGone = false
      let isGreeting = false
      const greet = async (): Promise<void> => {
        if (isGreeting) return
        isGreeting = true
        try {
          while (isGone) {
            isGone = false
            await send(session, [hello])
          }
        } finally {
          isGreeting = false
        }
      }
      client.on('message', (topic, payload) => {
        const word = payload.toString()
        // Of a connection before this one, which the broker missed only now.
        if (topic === hello.topic && word === 'offline') {
          isGone = true
          void greet().catch(() => {})
        }
        if (topic !== birthTopic(place) || word !== 'online') return
        births += 1
        retained.clear()
        allDueMs = 0
      })
      try {
        await send(session, [hello])
        if (!broker.isRemoved) await client.subscribeAsync([birthTopic(place), hello.topic], { qos: 1 })
      } catch (error) {
        session.close('closed')
        throw error
      }
      return {
        isSingle: false,
        ended: session.ended,
        poll: () => poll(session),
        close: () => session.close('closed'),
      }
    },
  }
}

/** Its lifetime counters as they are published, and their highest values. */
function hold(
  item: Published,
  before: Announced[string]['highs'],
  nowMs: number,
): Readonly<{ item: Published; highs: Announced[string]['highs'] }> {
  const values: Record<string, number | null> = { ...item.values }
  const highs: Record<string, Announced[string]['highs'][string]> = {}
  for (const { key, kind } of item.parts) {
    if (kind !== 'counter') continue
    const held = holdCounter(before[key], values[key] ?? null, nowMs)
    values[key] = held.value
    if (held.high !== undefined) highs[key] = held.high
  }
  return { item: { ...item, values }, highs }
}
