import { setTimeout as delay } from 'node:timers/promises'
import { createKnownLoggers } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { writeOwnerships } from '../../fleet/loggers/wires.ts'
import { createPlantNews } from '../../fleet/now/now.ts'
import type { append } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DiskSpace } from '../../platform/db/disk-space.ts'
import { type Listener, listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { type Counters, createCounters } from './counters.ts'
import { createKnownDevices } from './known-devices.ts'
import { createPort } from './port.ts'
import type { Reaction } from './reaction.ts'
import { createRecentFrames, type RecentFrames } from './recent-frames.ts'
import { createReplay } from './replay.ts'
import { defaultSettings, type IngestSettings } from './settings.ts'
import { addStats, type FindLine, type Intake, type OpenSource, type Source, type SourceCounters } from './source.ts'
import { createWires, type Wires } from './wires.ts'
import { createBatchWriter } from './write-batch.ts'

export { createSenderBudgets } from './budget.ts'
export { forgetGuesses } from './guesses.ts'
export { readDeviceMetas } from './known-devices.ts'
export { type KeptFrame, listFrames } from './list-frames.ts'
export { decideUnproven, type LoggerTrust, readTrust, setSources, tellDoubts } from './logger-trust.ts'
export { meterRulesOf } from './meter-rules.ts'
export { WIRE_ID as POLLED_WIRE } from './polled/record.ts'
export { openPolled, type PolledDesk, type PolledFrom } from './polled/source.ts'
export { previewPlant } from './preview-plant.ts'
export type { Reaction } from './reaction.ts'
export { openReadings, type ReadingResult, type ReadingsDesk } from './readings/post-readings.ts'
export type { PostedDevice, RefusedReason } from './readings/posted.ts'
export type { RecentFrames } from './recent-frames.ts'
export { recountPlant } from './recount-plant.ts'
export { type IngestConfig, type IngestSettings, readIngestConfig } from './settings.ts'
export { type AckClock, createAckClock } from './solarman/ack-clock.ts'
export type { ForeignPeer, ForeignPeers } from './solarman/foreign-peers.ts'
export { type Cloud, readClouds } from './solarman/forward/clouds.ts'
export { listForwards, startForward, stopForward } from './solarman/forward/edit-forwards.ts'
export { readSolarmanConfig, type SolarmanConfig, toServerSettings } from './solarman/read-settings.ts'
export { WIRE_ID as LINE_WIRE } from './solarman/record.ts'
export type { LoggerServerSettings } from './solarman/settings.ts'
export { openSolarman, type SolarmanSource } from './solarman/source.ts'
export type { FindLine, LineReply } from './source.ts'
export { giveBack, listAddresses, previewTakeBack, takeBack } from './take-backs.ts'
export { createWires, type Wires } from './wires.ts'

export type IngestStats = Readonly<
  Counters & SourceCounters & { queueLength: number; batches: number; commitMsP50: number; commitMsP95: number }
>

export type Ingest = Readonly<{
  /** The wires whose records it takes. */
  wires: Wires
  /** Listens for registrations on all nodes, attributes waiting records and decodes old payloads. Once, after migrating. */
  start: () => Promise<void>
  /** Starts a source; it is closed with the ingest. */
  open: <Opened extends Source>(open: OpenSource<Opened>) => Promise<Opened>
  /** Tries undecoded payloads of a kind again; the number that could be read now. */
  redecode: (wire: string, kind: string) => Promise<number>
  /** The last payloads of each device, on this node. */
  frames: Pick<RecentFrames, 'list' | 'keptSinceMs'>
  /** Of any source. */
  line: FindLine
  stats: () => IngestStats
  /** Closes the sources, stores what is queued and what is known of the loggers. */
  close: () => Promise<void>
}>

export function createIngest(
  options: Readonly<{
    db: Db
    /** Absent: every wire there is. */
    wires?: Wires
    telemetry: Readonly<{ append: typeof append }>
    /** Consequences of stored samples, in the transaction that stores them. */
    reactions: readonly Reaction[]
    now: () => number
    log: Log
    settings?: Partial<IngestSettings>
    /** Called when a full disk prevents storing records. */
    disk?: Pick<DiskSpace, 'note'>
    /** How long a record waited for its commit, in seconds. */
    onStored?: (seconds: number) => void
  }>,
): Ingest {
  const { db, wires = createWires(), telemetry, reactions, now, log } = options
  const settings = { ...defaultSettings, ...options.settings }
  const counters = createCounters()
  const frames = createRecentFrames(settings.recentFrameBytes, now())
  const loggers = createKnownLoggers(db.pool)
  const devices = createKnownDevices(db, settings.devicesPerLogger)
  const news = createPlantNews(db, log)
  const onBelieved = (): void => void enqueue(replay.takeAccepted)
  const writer = createBatchWriter({
    db,
    wires,
    telemetry,
    loggers,
    devices,
    settings,
    counters,
    reactions,
    frames,
    now,
    onCommitted: news.tell,
    onBelieved,
  })
  const closing = new AbortController()
  const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal: closing.signal }).catch(() => {})
  const port = createPort({ writer, settings, counters, wait, disk: options.disk, log, onStored: options.onStored })
  const replay = createReplay(db, wires, port, log)
  const intake: Intake = { db, port, settings, now, log }
  const sources = new Set<Source>()
  let registrations: Listener | undefined
  let decisions: Listener | undefined

  // One after the other: two replays of one logger would only take each other's records.
  let replaying: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<unknown>): Promise<void> => {
    replaying = replaying.then(work).then(
      () => {},
      (error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'records that waited could not be taken up again')
      },
    )
    return replaying
  }

  const onRegistered = (payload: string): void => {
    const ids = payload.split(',').map(Number).filter(Number.isSafeInteger)
    for (const id of ids) void enqueue(() => replay.attribute(id))
  }

  /** The owner of a logger decided who may speak for it. */
  const onDecided = (payload: string): void => {
    writer.forget(payload as SourceId)
    void enqueue(replay.takeAccepted)
  }

  return {
    wires,
    start: async () => {
      await writeOwnerships(db.pool, wires.ownerships)
      const catchUp = (): void => void enqueue(replay.attributeAll)
      registrations = listen(db, 'logger_registered', onRegistered, catchUp, { log })
      await registrations.ready
      await enqueue(replay.attributeAll)
      await enqueue(replay.redecodeNew)
      decisions = listen(db, 'logger_trust', onDecided, () => void enqueue(replay.takeAccepted), { log })
      await decisions.ready
      await enqueue(replay.takeAccepted)
    },
    open: async (open) => {
      const source = open(intake)
      await source.start()
      sources.add(source)
      return source
    },
    redecode: replay.redecode,
    frames,
    line: (id) => {
      for (const source of sources) {
        const line = source.line?.(id)
        if (line !== undefined) return line
      }
      return undefined
    },
    stats: () => ({ ...counters, ...addStats(sources), ...port.stats() }),
    close: async () => {
      await registrations?.close()
      await decisions?.close()
      const stopped = [...sources].map((source) => source.close())
      closing.abort()
      await port.close()
      await news.flush()
      await Promise.all([...stopped, replaying])
      await writer
        .flush()
        .catch((error: Error) => log.warn({ reason: error.message }, 'the state of loggers was not saved'))
    },
  }
}
