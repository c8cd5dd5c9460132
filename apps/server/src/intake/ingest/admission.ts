import { toCountedAddress, toNetwork } from '@heliograph/domain/address.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import type { Arrival } from './arrival.ts'
import { evictUnclaimed, type Gone } from './evict-unclaimed.ts'
import type { IngestSettings } from './settings.ts'
import type { Wires } from './wires.ts'

/** refused: not stored. provisional: stored, but it may have to give way to others. Neither is acknowledged. */
export type Fate = 'refused' | 'provisional'

/** A logger that this batch hears of for the first time. */
export type Newborn = Readonly<{ countedAddress: string; isSheltered: boolean }>

export type Admitted = Readonly<{
  arrivals: readonly Arrival[]
  fates: ReadonlyMap<Arrival, Fate>
  newborn: ReadonlyMap<SourceId, Newborn>
  evicted: Gone
}>

/** Records of one logger that came from one address, stored in fact. */
export type Kept = Readonly<{ source: SourceId; countedAddress: string; records: number }>

const RECOUNT_MS = 5 * MINUTE_MS
/** If no logger could be evicted, the next attempt waits this long. */
const futileMs = MINUTE_MS
/** A logger that has been known for this long keeps its place. */
const longHeardMs = DAY_MS

type Counts = {
  readonly loggers: Map<string, number>
  readonly records: Map<string, number>
  loggersInAll: number
  recordsInAll: number
  atMs: number
}

/** Decides which loggers without an owner may have waiting records: first per address, then overall. */
export function createAdmission(
  pool: Pick<pg.Pool, 'query'>,
  wires: Pick<Wires, 'of' | 'ownerships'>,
  settings: IngestSettings,
  known: (source: SourceId) => KnownLogger,
  now: () => number,
) {
  let counts: Counts | undefined
  let futileUntilMs = Number.NEGATIVE_INFINITY

  const count = async (): Promise<Counts> => {
    // Counting every time would cost more than the batch; other nodes' rows are seen with the next count.
    if (counts === undefined || now() - counts.atMs >= RECOUNT_MS || now() < counts.atMs)
      counts = await readCounts(pool, now())
    return counts
  }

  /** Makes room where a bound over all is near. */
  const makeRoom = async (unclaimed: readonly Arrival[]): Promise<Gone> => {
    const { loggersInAll, recordsInAll } = await count()
    const needed = {
      loggers: toFree(loggersInAll + unclaimed.length, settings.unclaimedLoggers),
      records: toFree(recordsInAll + unclaimed.length, settings.waitingInAll),
    }
    if ((needed.loggers === 0 && needed.records === 0) || now() < futileUntilMs) return nobody
    const spared = unclaimed.flatMap(({ source }) => known(source).id ?? [])
    const gone = await evictUnclaimed(pool, { ...needed, bounds: settings, spared, nowMs: now() })
    if (gone.sources.length === 0) futileUntilMs = now() + futileMs
    counts = undefined
    return gone
  }

  return {
    admit: async (arrivals: readonly Arrival[]): Promise<Admitted> => {
      const fates = new Map<Arrival, Fate>()
      const newborn = new Map<SourceId, Newborn>()
      const unclaimed = arrivals.filter(
        (arrival) => arrival.origin === undefined && known(arrival.source).plant === undefined,
      )
      if (unclaimed.length === 0) return { arrivals, fates, newborn, evicted: nobody }
      const evicted = await makeRoom(unclaimed.filter((arrival) => !isOfNobody(wires, arrival)))
      const desk = openDesk(await count(), settings, known, now())
      const isUnclaimed = new Set(unclaimed)
      const taken = arrivals.flatMap((arrival): readonly Arrival[] => {
        if (!isUnclaimed.has(arrival)) return [arrival]
        if (isOfNobody(wires, arrival)) {
          fates.set(arrival, 'refused')
          return []
        }
        const { fate, isHeard } = desk.judge(arrival, newborn)
        if (fate !== undefined) fates.set(arrival, fate)
        if (fate !== 'refused') return [arrival]
        return isHeard ? [{ ...arrival, record: undefined }] : []
      })
      return { arrivals: taken, fates, newborn, evicted }
    },
    /** After the commit. */
    settle: (kept: readonly Kept[], newborn: ReadonlyMap<SourceId, Newborn>): void => {
      if (counts === undefined) return
      for (const { countedAddress, records } of kept) {
        add(counts.records, crowdOf(countedAddress), records)
        counts.recordsInAll += records
      }
      for (const { countedAddress } of newborn.values()) {
        add(counts.loggers, crowdOf(countedAddress), 1)
        counts.loggersInAll += 1
      }
    },
  }
}

/**
 * A plant has its loggers of such a wire before anything comes from them, and what was read for it waits for nobody else:
 * it was removed while this was under way.
 */
const isOfNobody = ({ of, ownerships }: Pick<Wires, 'of' | 'ownerships'>, { source, record }: Arrival): boolean =>
  of(source).wire.ownership !== 'claimed' || (record !== undefined && ownerships[record.raw.wire] !== 'claimed')

/** The counts while one batch is judged. */
function openDesk(counts: Counts, settings: IngestSettings, known: (source: SourceId) => KnownLogger, nowMs: number) {
  const loggers = new Map<string, number>()
  const records = new Map<string, number>()
  const own = new Map<string, number>()
  let newLoggers = 0
  let newRecords = 0

  const enter = (source: SourceId, from: string, newborn: Map<SourceId, Newborn>): boolean => {
    const crowd = crowdOf(from)
    const ofAddress = (counts.loggers.get(crowd) ?? 0) + (loggers.get(crowd) ?? 0)
    if (ofAddress >= settings.unclaimedPerAddress) return false
    if (counts.loggersInAll + newLoggers >= settings.unclaimedLoggers) return false
    newborn.set(source, { countedAddress: from, isSheltered: ofAddress < settings.shelteredPerAddress })
    add(loggers, crowd, 1)
    newLoggers += 1
    return true
  }

  const hasRoom = (source: SourceId, from: string): boolean =>
    (known(source).waitingFrom[from] ?? 0) + (own.get(`${source} ${from}`) ?? 0) < settings.waitingPerLogger &&
    (counts.records.get(crowdOf(from)) ?? 0) + (records.get(crowdOf(from)) ?? 0) < settings.waitingPerAddress &&
    counts.recordsInAll + newRecords < settings.waitingInAll

  return {
    judge: (
      arrival: Arrival,
      newborn: Map<SourceId, Newborn>,
    ): Readonly<{ fate: Fate | undefined; isHeard: boolean }> => {
      const { source } = arrival
      const from = countedAddressOf(arrival)
      const logger = known(source)
      if (logger.id === undefined && !newborn.has(source) && !enter(source, from, newborn))
        return { fate: 'refused', isHeard: false }
      if (arrival.record === undefined) return { fate: undefined, isHeard: true }
      if (!hasRoom(source, from)) return { fate: 'refused', isHeard: true }
      add(own, `${source} ${from}`, 1)
      add(records, crowdOf(from), 1)
      newRecords += 1
      const isSafe = logger.isSheltered || newborn.get(source)?.isSheltered === true || isLongHeard(logger, nowMs)
      return { fate: isSafe ? undefined : 'provisional', isHeard: true }
    },
  }
}

/** A bound of an address holds for all of which one customer may have: an IPv4 address, or the /48 of an IPv6 /64. */
const crowdOf = (countedAddress: string): string => toNetwork(countedAddress.replace(/\/64$/, ''), 48)

export const countedAddressOf = ({ heard }: Arrival): string => toCountedAddress(heard?.address ?? '')

const isLongHeard = ({ firstSeenMs }: KnownLogger, nowMs: number): boolean =>
  firstSeenMs !== undefined && nowMs - firstSeenMs >= longHeardMs

const nobody: Gone = { dropped: 0, sources: [] }

/** A twentieth is freed at once, so that a full table is not trimmed with every batch. */
const toFree = (wanted: number, limit: number): number => (wanted <= limit ? 0 : wanted - Math.floor(limit * 0.95))

function add<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

async function readCounts(pool: Pick<pg.Pool, 'query'>, atMs: number): Promise<Counts> {
  const read = async (table: string): Promise<Map<string, number>> => {
    const text = `select counted_address, count(*)::int as n from ${table} group by 1`
    const { rows } = await pool.query<{ counted_address: string; n: number }>(text)
    const sums = new Map<string, number>()
    for (const row of rows) add(sums, crowdOf(row.counted_address), row.n)
    return sums
  }
  const records = await read('waiting_records')
  const loggers = await read('loggers where plant_id is null')
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0)
  return { loggers, records, loggersInAll: sum(loggers.values()), recordsInAll: sum(records.values()), atMs }
}
