import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@heliograph/collect/clock.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import {
  createTargetReader,
  type TargetReader,
  type TargetReport,
  type ToStore,
} from '@heliograph/collect/target-reader.ts'
import type { NamedNumber, Way } from '@heliograph/collect/way.ts'
import type { Db } from '../../platform/db/database.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import type { PolledDesk, PolledFrom } from '../ingest/ingest.ts'
import { LEASE_MS, type LeasedTarget, leaseTargets, releaseTargets, writeReports } from './lease-targets.ts'
import { noteNumbers } from './named-numbers.ts'
import { type AskedLoggers, reachOf } from './reach.ts'
import { TARGETS_CHANGED } from './targets.ts'

/** A person on another node wants a target read now. */
export const TARGET_READ = 'collect_read'
const RENEW_MS = 10_000
const TICK_MS = 1_000

type Running = Readonly<{ target: LeasedTarget; reader: TargetReader }>

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

  const fromOf = ({ wire, logger, host: address }: LeasedTarget, intervalMs: number): PolledFrom => ({
    wire,
    logger,
    address,
    intervalMs,
  })
  const store = (target: LeasedTarget, { stored: { decoded, atMs, raw }, intervalMs }: ToStore): void => {
    const done = desk
      .store(fromOf(target, intervalMs), { decoded, atMs, words: raw })
      .catch((error: unknown) => log.warn({ target: target.id, reason: reasonOf(error) }, 'a reading is not stored'))
    storing.add(done)
    void done.finally(() => storing.delete(done))
  }
  const open = (target: LeasedTarget): void => {
    const way = ways[target.way]
    if (way === undefined) return
    const reader = createTargetReader({
      target,
      way,
      clock,
      random,
      reach: reachOf({ gate, loggers }, { way, host: target.host, port: target.port }),
      store: (reading) => store(target, reading),
    })
    running.set(target.id, { target, reader })
  }
  /** @param isOurs what was read and not stored is stored; of a target that was removed nothing is */
  const drop = (id: number, isOurs: boolean): void => {
    const one = running.get(id)
    if (one === undefined) return
    running.delete(id)
    one.reader.close(isOurs)
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
    const heard: { loggerId: number; numbers: readonly NamedNumber[] }[] = []
    for (const [id, { target, reader }] of running) {
      const found = reader.takeReport(nowMs, id === wanted)
      if (found === undefined) continue
      reports.set(id, found)
      heard.push({ loggerId: target.loggerId, numbers: reader.numbers() })
    }
    if (reports.size > 0) await writeReports(db, node, reports, nowMs)
    if (heard.length > 0) await noteNumbers(db, heard, nowMs)
  }
  const tick = async (): Promise<void> => {
    // Without the database nobody knows who reads them.
    if (performance.now() > validUntilMs) for (const id of [...running.keys()]) drop(id, false)
    const nowMs = clock.now()
    for (const { target, reader } of running.values()) {
      reader.flush(nowMs)
      if (reader.takeContact(nowMs)) await desk.noteContact(fromOf(target, reader.intervalMs())).catch(() => {})
    }
    await report().catch((error: unknown) => log.debug({ reason: reasonOf(error) }, 'reports of targets wait'))
  }
  const read = async (id: number): Promise<boolean> => {
    const one = running.get(id)
    if (one === undefined) return false
    // The reason stands in the report.
    await one.reader.refresh().catch(() => {})
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
