import type { PoolClient } from 'pg'
import type { KnownLoggers } from '../../fleet/loggers/known-loggers.ts'
import { proveClaims } from '../../fleet/loggers/prove-claims.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { type LoggerWrite, writeLoggers, writeRecords } from '../../fleet/loggers/write-loggers.ts'
import { recheckSilent } from '../../fleet/now/now.ts'
import type { AppendResult, append } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { createAdmission } from './admission.ts'
import type { Arrival } from './arrival.ts'
import { type Batch, listAssumptions, listRetried, placeReadings, toLoggerWrites } from './batch.ts'
import type { Counters } from './counters.ts'
import { createDeviceNews, writeDeviceNews } from './device-news.ts'
import { StaleKnowledge } from './failure.ts'
import { createFindings } from './findings.ts'
import { createGuessBook } from './guesses.ts'
import { createHeardLoggers } from './heard-loggers.ts'
import { listHeardUnclaimed, listUnclaimed } from './heard-unclaimed.ts'
import { createHeldDevices, writeHeldDevices } from './held-devices.ts'
import { createBoundsKeeper } from './keep-bounds.ts'
import type { KnownDevices } from './known-devices.ts'
import { createLoggerAddresses, writeCounts } from './logger-addresses.ts'
import { createLoggerContacts, writeContacts } from './logger-contacts.ts'
import { type Outcome, outcomesOf } from './outcomes.ts'
import { planBatch, type Reading } from './plan.ts'
import type { Reaction } from './reaction.ts'
import type { RecentFrames } from './recent-frames.ts'
import type { IngestSettings } from './settings.ts'
import { countBatch, settleKnown, type Written } from './settle.ts'
import { createTrust } from './trust.ts'
import type { Wires } from './wires.ts'
import { acceptBelieved, addRaw, addWaiting, removeOrigins, verify } from './write-rest.ts'

/** The receipt of a stored record: the zone of the logger's plant, and what became of the record. */
export type Receipt = Readonly<{ zone: string | undefined; outcome: Outcome; isProven?: boolean | undefined }>

export type BatchWriterOptions = Readonly<{
  db: Db
  wires: Wires
  telemetry: Readonly<{ append: typeof append }>
  loggers: KnownLoggers
  devices: KnownDevices
  settings: IngestSettings
  counters: Counters
  reactions: readonly Reaction[]
  /** Keeps payloads as they came. */
  frames?: Pick<RecentFrames, 'note'> | undefined
  now: () => number
  onCommitted: (plantIds: readonly number[]) => void
  /** Unproven records count now. */
  onBelieved?: () => void
}>

export type BatchWriter = Readonly<{
  /** One transaction: all of it is stored when this resolves, nothing when it rejects. */
  write: (arrivals: readonly Arrival[]) => Promise<readonly Receipt[]>
  /** The logger was changed elsewhere: the next batch reads it again. */
  forget: (source: SourceId) => void
  /** Writes the facts about loggers that were not due yet. */
  flush: () => Promise<void>
}>

export function createBatchWriter(options: BatchWriterOptions): BatchWriter {
  const {
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
    onCommitted,
    onBelieved = () => {},
  } = options
  const heard = createHeardLoggers()
  const deviceNews = createDeviceNews(wires)
  const heldDevices = createHeldDevices()
  const bounds = createBoundsKeeper(settings, loggers.get)
  const changed = new Set<SourceId>()
  const trust = createTrust(wires, loggers.get, settings)
  const findFacts = createFindings(db, devices, loggers.get)
  const guessBook = createGuessBook()
  const admission = createAdmission(db.pool, wires, settings, loggers.get, now)

  /** Of a logger that has a row: every one that belongs to a plant. */
  const knownId = (source: SourceId): number => loggers.get(source).id ?? 0

  const addresses = createLoggerAddresses(db, knownId)
  const contacts = createLoggerContacts(db, loggers.get)

  const prepare = async (arrivals: readonly Arrival[]): Promise<Batch> => {
    // Not earlier: the previous batch relied on it until it ended.
    loggers.forget(changed)
    changed.clear()
    await loggers.load(arrivals.map(({ source }) => source))
    const admitted = await admission.admit(await dropTaken(db, arrivals))
    loggers.forget(admitted.evicted.sources)
    const first = trust.judge(admitted.arrivals)
    const isClear = first.open.length === 0
    const judged = isClear ? first : trust.judge(admitted.arrivals, await findFacts(first.open))
    const here = judged.arrivals
    const plan = planBatch(wires, here, loggers.get, settings.maxSampleAgeDays, judged.trusts)
    const wanted = plan.readings.map((reading) => {
      const { source } = reading.arrival
      const isHere = loggers.get(source).plant?.id === reading.plantId
      const isVouched = wires.of(source).trust === undefined
      return {
        plantId: reading.plantId,
        decoded: reading.decoded,
        loggerId: isHere ? knownId(source) : null,
        isVouched,
      }
    })
    await devices.load(wanted)
    const origins = await addresses.load(plan.readings)
    const slotOf = (reading: Reading) => addresses.slotOf(origins.get(reading))
    const { placed, unplaced, discarded } = placeReadings(plan.readings, devices.find, slotOf)
    const merged = heard.merge(here)
    const loggerWrites = toLoggerWrites(wires, plan, merged, admitted.newborn)
    return {
      plan,
      placed,
      raws: [...plan.raws, ...unplaced],
      discarded,
      news: deviceNews.collect(placed, knownId, now()),
      held: heldDevices.collect(discarded, knownId, now()),
      counts: addresses.due(
        placed.map(({ reading }) => origins.get(reading)),
        now(),
      ),
      contacts: contacts.due(here, plan.readings, now()),
      heard: merged,
      loggerWrites,
      unclaimed: listUnclaimed(here, loggers.get, new Set(loggerWrites.map(({ source }) => source))),
      admitted,
      judged,
    }
  }

  const writeRest = async (
    client: PoolClient,
    batch: Batch,
    result?: AppendResult,
    reacted: readonly ReturnType<Reaction>[] = [],
  ): Promise<Written> => {
    const { plan, raws, news } = batch
    const written = await writeLoggers(client, batch.loggerWrites)
    const idOf = (source: SourceId): number => written.get(source)?.id ?? knownId(source)
    for (const [source, { plantId }] of written)
      if (plantId !== (loggers.get(source).plant?.id ?? null)) throw new StaleKnowledge('The plant of a logger')
    const drafts = [...plan.drafts.values()].filter(({ added }) => added.length > 0)
    const records = drafts.flatMap(({ known: { source, plant, recentVersion: version }, added }) =>
      plant === undefined ? [] : [{ loggerId: idOf(source), plantId: plant.id, version, added }],
    )
    if (!(await writeRecords(client, records))) throw new StaleKnowledge('The records of a logger')
    await writeDeviceNews(client, news)
    await writeHeldDevices(client, batch.held)
    const touchedDevices = [...(result?.quantities.keys() ?? []), ...news.map(({ device }) => device.meta.deviceId)]
    await verify(client, listAssumptions(batch, loggers.get, new Set(touchedDevices)))
    const kept = await addWaiting(client, plan.waiting, idOf)
    await addRaw(
      client,
      raws.filter(({ arrival }) => arrival.origin?.kind !== 'undecoded'),
      idOf,
    )
    await acceptBelieved(client, batch.judged.believed, idOf)
    await guessBook.write(client, batch.judged.misfits, now())
    await removeOrigins(client, listRetried(batch), idOf)
    await writeCounts(
      client,
      [...batch.counts.values()].filter(({ isDue }) => isDue),
    )
    await writeContacts(
      client,
      [...batch.contacts.values()].flatMap(({ contact, isDue }) => (isDue ? [contact] : [])),
    )
    await recheckSilent(client, [...new Set([...written.values()].flatMap(({ plantId }) => plantId ?? []))], now())
    const trimmed = await bounds.trim(client, raws)
    const unclaimed = listHeardUnclaimed(batch.unclaimed, idOf)
    const claimed = await proveClaims(client, unclaimed)
    const owned = unclaimed.filter(({ loggerId }) => claimed.includes(loggerId)).map(({ source }) => source)
    // Last: they lock rows that all devices of a plant share.
    for (const finish of reacted) await finish(client)
    return { trimmed: { ...trimmed, touched: [...trimmed.touched, ...owned] }, written, kept }
  }

  return {
    write: async (arrivals) => {
      try {
        const batch = await prepare(arrivals)
        const zones = arrivals.map(({ source }) => loggers.get(source).plant?.zone)
        let done: Written = { trimmed: { dropped: 0, touched: [] }, written: new Map(), kept: [] }
        const rest = (stored: AppendResult, storing: PoolClient) => {
          const reacted = reactions.map((react) => react(stored, storing))
          return async (client: PoolClient): Promise<void> => {
            done = await writeRest(client, batch, stored, reacted)
          }
        }
        const samples = batch.placed.map(({ sample }) => sample)
        const result = samples.length > 0 ? await telemetry.append(db, samples, rest) : undefined
        if (result === undefined && hasWork(batch))
          await runClientTransaction(db.pool, async (client) => {
            done = await writeRest(client, batch)
          })
        settleKnown(batch, result, done, { loggers, devices })
        trust.settle(batch.judged)
        addresses.settle(batch.counts, now())
        contacts.settle(batch.contacts, now())
        const { believed } = batch.judged
        // Fewer of its records are unproven now.
        for (const { source } of believed) changed.add(source)
        if (believed.length > 0) onBelieved()
        admission.settle(done.kept, batch.admitted.newborn)
        heard.settle(batch.heard, new Set(batch.loggerWrites.map(({ source }) => source)))
        deviceNews.noteWritten(batch.news, now())
        heldDevices.noteWritten(batch.held)
        countBatch(counters, batch, result, done.trimmed)
        noteFrames(frames, batch)
        if (result !== undefined && result.plantIds.length > 0) onCommitted(result.plantIds)
        const outcomes = outcomesOf(batch, result)
        return arrivals.map((arrival, index) => ({
          zone: zones[index],
          outcome: outcomes.get(arrival),
          isProven: batch.judged.proven.get(arrival),
        }))
      } catch (error) {
        // After any failure all cached knowledge is dropped.
        loggers.forget(arrivals.map(({ source }) => source))
        devices.forgetAll()
        throw error
      }
    },
    forget: (source) => void changed.add(source),
    flush: async () => {
      const rows = [...heard.takeAll()]
      const sources = rows.map(([source]) => source)
      await loggers.load(sources)
      const ids = sources.flatMap((source) => loggers.get(source).id ?? [])
      const found = await db.pool.query<{ id: number }>('select id from loggers where id = any($1::bigint[])', [ids])
      const present = new Set(found.rows.map((row) => row.id))
      // One that was removed since is not written again.
      loggers.forget(sources.filter((source) => !present.has(loggers.get(source).id ?? 0)))
      const writes = rows.flatMap(([source, one]): readonly LoggerWrite[] => {
        const { id, facts, trust: proven } = loggers.get(source)
        const state = proven === undefined ? undefined : { trust: proven }
        return id === undefined ? [] : [{ source, heard: one, facts: { ...facts, ...one.facts }, state, rejected: 0 }]
      })
      await writeLoggers(db.pool, writes)
      await addresses.flush()
      await contacts.flush()
    },
  }
}

/** Only what came now: a record that is tried again came long ago. */
function noteFrames(frames: BatchWriterOptions['frames'], { placed }: Batch): void {
  for (const { device, sample, reading } of placed) {
    const { origin, receivedAtMs, record } = reading.arrival
    if (origin === undefined) frames?.note(device.meta.deviceId, { atMs: sample.atMs, receivedAtMs, ...record.raw })
  }
}

const hasWork = ({ plan, raws, discarded, contacts, loggerWrites, unclaimed, judged }: Batch): boolean =>
  judged.misfits.size > 0 ||
  [...contacts.values()].some(({ isDue }) => isDue) ||
  loggerWrites.length + raws.length + discarded.length + plan.waiting.length + plan.repeated.length + unclaimed.length >
    0

/** Without the waiting records and undecoded payloads that another node has taken. */
async function dropTaken(db: Db, arrivals: readonly Arrival[]): Promise<readonly Arrival[]> {
  const ids = arrivals.flatMap(({ origin }) => (origin?.kind === 'waiting' ? [origin.id] : []))
  const raws = arrivals.flatMap(({ origin }) => (origin?.kind === 'undecoded' ? [origin] : []))
  if (ids.length + raws.length === 0) return arrivals
  const waiting = await db.pool.query<{ id: number }>('select id from waiting_records where id = any($1::bigint[])', [
    ids,
  ])
  const undecoded = await db.pool.query<{ plant_id: number; digest: Buffer }>(
    `select u.plant_id, u.digest from undecoded_payloads u
     where u.plant_id = any($1::bigint[]) and u.digest = any($2::bytea[])`,
    [raws.map(({ plantId }) => plantId), raws.map(({ digest }) => digest)],
  )
  const left = new Set<string | number>([
    ...waiting.rows.map(({ id }) => id),
    ...undecoded.rows.map(({ plant_id: id, digest }) => `${id} ${digest.toString('hex')}`),
  ])
  return arrivals.filter(({ origin }) => {
    if (origin === undefined) return true
    return left.has(origin.kind === 'waiting' ? origin.id : `${origin.plantId} ${origin.digest.toString('hex')}`)
  })
}
