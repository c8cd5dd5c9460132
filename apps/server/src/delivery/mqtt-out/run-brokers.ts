import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@heliograph/collect/clock.ts'
import { createEndpoint, type Endpoint } from '@heliograph/collect/endpoint.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { Db } from '../../platform/db/database.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { BROKERS_CHANGED, type BrokerState } from './brokers.ts'
import { keepState, LEASE_MS, type LeasedBroker, leaseBrokers, releaseBrokers } from './lease-brokers.ts'
import { nameIn } from './names.ts'
import { createPublisher, type Publisher } from './publisher.ts'

const RENEW_MS = 10_000
const TICK_MS = 1_000
/** Between two looks whether something is due. */
const LOOK_MS = 1_000
/** A report that says nothing new is written this seldom. */
const REPORT_MS = 20_000

type Running = {
  readonly broker: LeasedBroker
  readonly publisher: Publisher
  readonly endpoint: Endpoint
  reported: string
  reportedAtMs: number
}

export type BrokerRunner = Readonly<{
  /** Plants with new values. */
  markChanged: (plantIds: readonly number[]) => void
  running: () => number
  close: () => Promise<void>
}>

/** Publishes to the brokers that this node holds. */
export async function runBrokers(
  options: Readonly<{
    db: Db
    log: Log
    gate: Pick<DeviceGate, 'connect'>
    publicUrl: string
    clock?: Clock
    random?: () => number
  }>,
): Promise<BrokerRunner> {
  const { db, log, gate, publicUrl, clock = systemClock, random = Math.random } = options
  const node = randomUUID()
  const running = new Map<number, Running>()
  let validUntilMs = 0
  let closing = false
  const { id: installation } = await db.kysely.selectFrom('installation').select('id').executeTakeFirstOrThrow()

  const open = (broker: LeasedBroker): void => {
    const { id, host, port, language } = broker
    const nameOf = nameIn(language)
    const publisher = createPublisher({ db, node, broker, installation, publicUrl, nameOf, clock })
    const endpoint = createEndpoint({
      way: { open: (_, io) => publisher.open(io) },
      target: { settings: {}, devices: [] },
      clock,
      random,
      intervalMs: LOOK_MS,
      connect: (input) => gate.connect(host, port, input),
      heard: () => {},
    })
    running.set(id, { broker, publisher, endpoint, reported: '', reportedAtMs: 0 })
  }
  const drop = (id: number): void => {
    running.get(id)?.endpoint.close()
    running.delete(id)
  }

  const sync = async (): Promise<void> => {
    const askedAtMs = performance.now()
    const leased = new Map((await leaseBrokers(db, node)).map((broker) => [broker.id, broker]))
    if (closing) return
    // With a margin: the lease was written before the answer came.
    validUntilMs = askedAtMs + LEASE_MS - 5_000
    for (const [id, { broker }] of running) {
      const now = leased.get(id)
      // Another version, another language of its owner, or no member any more.
      if (now === undefined || gistOf(now) !== gistOf(broker)) drop(id)
    }
    for (const broker of leased.values()) if (!running.has(broker.id)) open(broker)
  }
  let syncing: Promise<void> = Promise.resolve()
  const requestSync = (): Promise<void> => {
    syncing = syncing.then(sync).catch((error: unknown) => {
      if (!closing) log.warn({ reason: reasonOf(error) }, 'the list of brokers could not be read')
    })
    return syncing
  }

  const report = async (): Promise<void> => {
    const nowMs = clock.now()
    for (const [id, one] of running) {
      const state = stateOf(one)
      const gist = JSON.stringify([state.state, state.failure, state.devices, state.publishedAtMs === null])
      if (gist === one.reported && nowMs - one.reportedAtMs < REPORT_MS) continue
      one.reported = gist
      one.reportedAtMs = nowMs
      await keepState(db, { id, node, version: one.broker.version }, state, nowMs)
    }
  }
  const tick = async (): Promise<void> => {
    // Without the database nobody knows who publishes.
    if (performance.now() > validUntilMs) for (const id of [...running.keys()]) drop(id)
    await report().catch((error: unknown) => log.debug({ reason: reasonOf(error) }, 'reports of brokers wait'))
  }

  await requestSync()
  const sought = (): void => void requestSync()
  const brokersHeard = listen(db, BROKERS_CHANGED, sought, sought, { log })
  await brokersHeard.ready
  const renewing = setInterval(sought, RENEW_MS).unref()
  let ticking: Promise<void> = Promise.resolve()
  const ticks = setInterval(() => {
    ticking = ticking.then(tick)
  }, TICK_MS).unref()
  return {
    markChanged: (plantIds) => {
      for (const { publisher } of running.values()) publisher.markChanged(plantIds)
    },
    running: () => running.size,
    close: async () => {
      closing = true
      clearInterval(renewing)
      clearInterval(ticks)
      await Promise.all([brokersHeard.close(), syncing, ticking])
      for (const id of [...running.keys()]) drop(id)
      await releaseBrokers(db, node).catch(() => {})
    },
  }
}

const gistOf = ({ version, language, holder, plantIds, isRemoved }: LeasedBroker): string =>
  JSON.stringify([version, language, holder, plantIds, isRemoved])

function stateOf({ endpoint, publisher }: Running): BrokerState {
  const { state, failure } = endpoint.state()
  return {
    state: state === 'closed' ? 'starting' : state,
    failure: failure?.reason ?? null,
    failingSinceMs: failure?.sinceMs ?? null,
    ...publisher.counts(),
  }
}
