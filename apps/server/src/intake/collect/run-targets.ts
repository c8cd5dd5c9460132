import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@heliograph/collect/clock.ts'
import { createEndpoint, type Endpoint } from '@heliograph/collect/endpoint.ts'
import { createStoreWindow, type Stored, type StoreWindow } from '@heliograph/collect/store-window.ts'
import type { Heard, Way } from '@heliograph/collect/way.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { CONTACT_MS, type PolledDesk, type PolledFrom } from '../ingest/ingest.ts'
import { type Cadence, createCadence } from './cadence.ts'
import type { DeviceGate } from './device-gate.ts'
import { LEASE_MS, type LeasedTarget, leaseTargets, releaseTargets, writeReports } from './lease-targets.ts'
import { type LiveReading, toLive } from './live-readings.ts'
import { type AskedLoggers, reachOf } from './reach.ts'
import { TARGETS_CHANGED, type TargetReport } from './targets.ts'

/** A person on another node wants a target read now. */
export const TARGET_READ = 'collect_read'
const RENEW_MS = 10_000
const TICK_MS = 1_000
/** A report that says nothing new is written this seldom. */
const REPORT_MS = 20_000
/** Devices behind one endpoint: a bus of meters has dozens. */
const MOST_DEVICES = 64

type Running = {
  readonly target: LeasedTarget
  readonly endpoint: Endpoint
  readonly windows: Map<string, StoreWindow>
  readonly live: Map<string, LiveReading>
  readonly cadence: Cadence
  reported: string
  reportedAtMs: number
  contactAtMs: number
}

export type TargetRunner = Readonly<{
  /** Reads a target of this node now; false: another node has it. */
  read: (id: number) => Promise<boolean>
  running: () => number
  close: () => Promise<void>
}>

/** Reads the targets that this node holds. */
export async function runTargets(
  options: Readonly<{
    db: Db
    log: Log
    gate: DeviceGate
    loggers?: AskedLoggers
    ways: Readonly<Record<string, Way>>
    desk: PolledDesk
    clock?: Clock
    random?: () => number
  }>,
): Promise<TargetRunner> {
  const { db, log, gate, loggers, ways, desk, clock = systemClock, random = Math.random } = options
  const node = randomUUID()
  const running = new Map<number, Running>()
  let validUntilMs = 0
  let closing = false
  const storing = new Set<Promise<unknown>>()

  const fromOf = ({ target, cadence }: Running): PolledFrom => ({
    wire: target.wire,
    logger: target.logger,
    address: target.host,
    intervalMs: cadence.intervalMs(),
  })
  const store = (one: Running, stored: readonly Stored[]): void => {
    const { target } = one
    for (const { decoded, atMs, raw } of stored) {
      one.cadence.note(decoded.deviceSerial, atMs)
      const done = desk
        .store(fromOf(one), { decoded, atMs, words: raw })
        .catch((error: unknown) => log.warn({ target: target.id, reason: reasonOf(error) }, 'a reading is not stored'))
      storing.add(done)
      void done.finally(() => storing.delete(done))
    }
  }
  const hear = (one: Running, heard: Heard): void => {
    const { target, windows, live } = one
    const decoded = withNames(heard, target)
    const { deviceSerial } = decoded
    if (deviceSerial === '' || (!windows.has(deviceSerial) && windows.size >= MOST_DEVICES)) return
    const atMs = heard.atMs ?? clock.now()
    live.set(deviceSerial, toLive(decoded, atMs))
    const window = windows.get(deviceSerial) ?? createStoreWindow(target.storeMs)
    windows.set(deviceSerial, window)
    one.contactAtMs = clock.now()
    store(one, window.add(decoded, heard.raw, atMs, clock.now()))
  }
  const open = (target: LeasedTarget): void => {
    const way = ways[target.way]
    if (way === undefined) return
    const windows = new Map<string, StoreWindow>()
    const live = new Map<string, LiveReading>()
    const cadence = createCadence({ firstMs: target.intervalMs, leastMs: target.storeMs })
    const endpoint = createEndpoint({
      way,
      target,
      clock,
      random,
      intervalMs: target.pollMs,
      ...reachOf({ gate, loggers }, { way, host: target.host, port: target.port }),
      heard: (heard) => hear(one, heard),
    })
    const one: Running = { target, endpoint, windows, live, cadence, reported: '', reportedAtMs: 0, contactAtMs: 0 }
    running.set(target.id, one)
  }
  /** @param isOurs what was read and not stored is stored; of a target that was removed nothing is */
  const drop = (id: number, isOurs: boolean): void => {
    const one = running.get(id)
    if (one === undefined) return
    running.delete(id)
    one.endpoint.close()
    if (!isOurs) return
    for (const window of one.windows.values()) store(one, window.flush(Number.POSITIVE_INFINITY))
  }

  const sync = async (): Promise<void> => {
    const askedAtMs = performance.now()
    const leased = new Map((await leaseTargets(db, node)).map((target) => [target.id, target]))
    if (closing) return
    // With a margin: the lease was written before the answer came.
    validUntilMs = askedAtMs + LEASE_MS - 5_000
    for (const [id, { target }] of running) {
      const now = leased.get(id)
      if (now?.version !== target.version) drop(id, now !== undefined)
    }
    for (const target of leased.values()) if (!running.has(target.id)) open(target)
  }
  let syncing: Promise<void> = Promise.resolve()
  const requestSync = (): Promise<void> => {
    syncing = syncing.then(sync).catch((error: unknown) => {
      if (!closing) log.warn({ reason: reasonOf(error) }, 'the list of targets could not be read')
    })
    return syncing
  }

  const report = async (wanted?: number): Promise<void> => {
    const nowMs = clock.now()
    const reports = new Map<number, TargetReport>()
    for (const [id, one] of running) {
      const state = one.endpoint.state()
      const { failure, asleep, otherDevices, leftOut } = state
      const gist = JSON.stringify([state.state, failure?.reason, asleep, otherDevices, leftOut])
      if (id !== wanted && gist === one.reported && nowMs - one.reportedAtMs < REPORT_MS) continue
      one.reported = gist
      one.reportedAtMs = nowMs
      const exchanges = state.exchanges.map((exchange) => ({
        ...exchange,
        sent: Buffer.from(exchange.sent).toString('hex'),
        received: Buffer.from(exchange.received).toString('hex'),
      }))
      reports.set(id, { ...state, exchanges, live: [...one.live.values()] })
    }
    if (reports.size > 0) await writeReports(db, node, reports, nowMs)
  }
  const tick = async (): Promise<void> => {
    // Without the database nobody knows who reads them.
    if (performance.now() > validUntilMs) for (const id of [...running.keys()]) drop(id, false)
    const nowMs = clock.now()
    for (const one of running.values()) {
      const { windows, endpoint } = one
      for (const window of windows.values()) store(one, window.flush(nowMs))
      if (endpoint.state().state !== 'working' || nowMs - one.contactAtMs < CONTACT_MS) continue
      one.contactAtMs = nowMs
      await desk.noteContact(fromOf(one)).catch(() => {})
    }
    await report().catch((error: unknown) => log.debug({ reason: reasonOf(error) }, 'reports of targets wait'))
  }
  const read = async (id: number): Promise<boolean> => {
    const one = running.get(id)
    if (one === undefined) return false
    // The reason stands in the report.
    await one.endpoint.refresh().catch(() => {})
    await report(id)
    return true
  }

  await requestSync()
  const changes = listen(
    db,
    TARGETS_CHANGED,
    () => void requestSync(),
    () => void requestSync(),
    { log },
  )
  const reads = listen(
    db,
    TARGET_READ,
    (payload) => void read(Number(payload)).catch(() => {}),
    () => {},
    { log },
  )
  await Promise.all([changes.ready, reads.ready])
  const renewing = setInterval(() => void requestSync(), RENEW_MS).unref()
  let ticking: Promise<void> = Promise.resolve()
  const ticks = setInterval(() => {
    ticking = ticking.then(tick).catch((error: unknown) => log.error({ err: error }, 'targets are not reported'))
  }, TICK_MS).unref()
  return {
    read,
    running: () => running.size,
    close: async () => {
      closing = true
      clearInterval(renewing)
      clearInterval(ticks)
      await Promise.all([changes.close(), reads.close(), syncing, ticking])
      for (const id of [...running.keys()]) drop(id, true)
      await Promise.all(storing)
      await releaseTargets(db, node).catch(() => {})
    },
  }
}

/** A device whose reader does not name its model is named by what was found. */
function withNames({ decoded, deviceKey }: Heard, { devices }: LeasedTarget): Heard['decoded'] {
  const found = devices.find(({ key }) => key === deviceKey)
  const model = cleanLine([found?.maker, decoded.texts.model ?? found?.model].filter(Boolean).join(' '))
  return model === '' ? decoded : { ...decoded, texts: { ...decoded.texts, model } }
}
