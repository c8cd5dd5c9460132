import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { backOffMs, nextDueMs } from './back-off.ts'
import type { Clock } from './clock.ts'
import type { Exchange, Heard, Io, LeftOut, NamedNumber, Opened, Target, Tell, Way } from './way.ts'

/** The state of an endpoint for the page; plain data. */
export type EndpointState = Readonly<{
  /** waiting: until the next try after a failure. */
  state: 'starting' | 'working' | 'waiting' | 'closed'
  connections: number
  failedConnections: number
  answered: number
  refused: number
  silent: number
  rounds: number
  failedRounds: number
  lastHeardMs?: number
  nextTryMs?: number
  failure?: Readonly<{ atMs: number; sinceMs: number; reason: string }>
  /** The newest last. */
  exchanges: readonly Exchange[]
  leftOut: Readonly<Record<string, readonly LeftOut[]>>
  asleep: readonly string[]
  /** By device key, the serial of the device that answers in its place. */
  otherDevices: Readonly<Record<string, string>>
}>

export type Endpoint = Readonly<{
  /** Reads now, before the next turn: a person waits. @throws Error with the reason when nothing could be read */
  refresh: () => Promise<void>
  state: () => EndpointState
  /** Numbers that the owner of the source named, as heard over the connection that is open. */
  numbers: () => readonly NamedNumber[]
  close: () => void
}>

export type EndpointOptions = Readonly<{
  way: Pick<Way, 'open'>
  target: Target
  clock: Clock
  connect: Io['connect']
  askLogger?: Io['askLogger']
  /** 0 to 1. */
  random: () => number
  /** Between two rounds. */
  intervalMs: number
  heard: (heard: Heard) => void
  changed?: () => void
}>

const KEPT_EXCHANGES = 24
/** A round that takes longer holds the connection for nothing. */
const LONGEST_ROUND_MS = 3 * MINUTE_MS
/** A person who presses again gets the answer of the round before. */
const FRESH_MS = 2_000

/** One endpoint: its connection, its rounds, one at a time, and what it waits for after a failure. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { way, target, clock, random, intervalMs, changed = () => {} } = options
  const exchanges: Exchange[] = []
  const leftOut: Record<string, readonly LeftOut[]> = {}
  const asleep = new Set<string>()
  const otherDevices: Record<string, string> = {}
  const counts = {
    connections: 0,
    failedConnections: 0,
    answered: 0,
    refused: 0,
    silent: 0,
    rounds: 0,
    failedRounds: 0,
  }
  let name: EndpointState['state'] = 'starting'
  let opened: Opened | undefined
  let failures = 0
  let failure: EndpointState['failure']
  let lastHeardMs: number | undefined
  let lastRoundMs = Number.NEGATIVE_INFINITY
  let dueMs = clock.now()
  let nextTryMs: number | undefined
  let cancel = (): void => {}
  let running: Promise<Error | undefined> | undefined

  const io: Io = {
    clock,
    memory: new Map(),
    ...(options.askLogger && { askLogger: options.askLogger }),
    connect: async (input) => {
      try {
        const socket = await options.connect(input)
        counts.connections += 1
        return socket
      } catch (error) {
        counts.failedConnections += 1
        throw error
      }
    },
    note: (exchange) => {
      if (exchange.outcome !== 'ended') counts[exchange.outcome] += 1
      exchanges.push(exchange)
      if (exchanges.length > KEPT_EXCHANGES) exchanges.shift()
    },
  }
  const tell: Tell = {
    heard: (heard) => {
      // A sender has proven itself by its first values, not by taking the connection.
      failures = 0
      lastHeardMs = clock.now()
      asleep.delete(heard.deviceKey)
      delete otherDevices[heard.deviceKey]
      options.heard(heard)
    },
    asleep: (key) => void asleep.add(key),
    otherDevice: (key, serial) => {
      otherDevices[key] = serial
    },
    leftOut: (key, parts) => {
      if (parts.length > 0) leftOut[key] = parts
      else delete leftOut[key]
    },
  }

  const isClosed = (): boolean => name === 'closed'
  const drop = (): void => {
    opened?.close()
    opened = undefined
  }
  const fail = (reason: string): void => {
    drop()
    failures += 1
    failure = { atMs: clock.now(), sinceMs: failure?.sinceMs ?? clock.now(), reason: reason.slice(0, 200) }
  }
  const schedule = (): void => {
    cancel()
    if (isClosed()) return
    const nowMs = clock.now()
    // A target that sends by itself has nothing to be read.
    if (opened !== undefined && opened.poll === undefined) {
      nextTryMs = undefined
      return
    }
    if (failures > 0) nextTryMs = nowMs + Math.max(backOffMs(failures, random()), 0)
    else {
      dueMs = nextDueMs(dueMs, intervalMs, nowMs)
      nextTryMs = dueMs
    }
    cancel = clock.after(nextTryMs - nowMs, () => void round())
  }
  const watchEnd = (connection: Opened): void => {
    void connection.ended.then((reason) => {
      if (opened !== connection || running !== undefined || isClosed()) return
      opened = undefined
      // A polled device may hang up between two rounds.
      if (connection.poll !== undefined) return
      fail(reason)
      name = 'waiting'
      schedule()
      changed()
    })
  }
  /** @param isLate whether the round was given up meanwhile */
  const work = async (isLate: () => boolean): Promise<void> => {
    if (opened === undefined) {
      const fresh = await way.open(target, io, tell)
      if (isClosed() || isLate()) return fresh.close()
      opened = fresh
      watchEnd(fresh)
    }
    await opened.poll?.()
  }
  const round = (): Promise<Error | undefined> => {
    running ??= (async (): Promise<Error | undefined> => {
      counts.rounds += 1
      cancel()
      let stop = (): void => {}
      let isLate = false
      const late = new Promise<never>((_, reject) => {
        stop = clock.after(LONGEST_ROUND_MS, () => {
          isLate = true
          reject(new Error('too slow'))
        })
      })
      try {
        const working = work(() => isLate)
        working.catch(() => {})
        await Promise.race([working, late])
        if (opened?.isSingle) drop()
        if (opened?.poll !== undefined || opened === undefined) failures = 0
        failure = undefined
        if (!isClosed()) name = 'working'
        lastRoundMs = clock.now()
        return undefined
      } catch (error) {
        counts.failedRounds += 1
        fail(error instanceof Error ? error.message : String(error))
        if (!isClosed()) name = 'waiting'
        return error instanceof Error ? error : new Error(String(error))
      } finally {
        stop()
        running = undefined
        schedule()
        changed()
      }
    })()
    return running
  }

  // Spread over the interval, so that many endpoints of one server do not begin together.
  dueMs = clock.now() - Math.round(random() * intervalMs)
  nextTryMs = clock.now() + Math.round(Math.min(intervalMs, 2_000) * random())
  cancel = clock.after(nextTryMs - clock.now(), () => void round())

  return {
    refresh: async () => {
      if (running === undefined && clock.now() - lastRoundMs < FRESH_MS) return
      const error = await round()
      if (error) throw error
    },
    state: () => ({
      state: name,
      ...counts,
      ...(lastHeardMs === undefined ? {} : { lastHeardMs }),
      ...(nextTryMs === undefined || running !== undefined ? {} : { nextTryMs }),
      ...(failure === undefined ? {} : { failure }),
      exchanges: [...exchanges],
      leftOut: { ...leftOut },
      asleep: [...asleep],
      otherDevices: { ...otherDevices },
    }),
    numbers: () => opened?.numbers?.() ?? [],
    close: () => {
      name = 'closed'
      cancel()
      drop()
    },
  }
}
