import { type Db, openDatabase } from './database.ts'
import type { Log } from './log.ts'
import { isOutage, reasonOf } from './outage.ts'

/** Further behind than this, reads go to the primary. */
const MOST_LAG_MS = 10_000
const EVERY_MS = 1_000
/** Longer than the lag that is allowed and the time between two looks: a person's own write is there by then. */
export const OWN_WRITES_S = (MOST_LAG_MS + 2 * EVERY_MS) / 1000

/** `lagSeconds` null: not known, as while the replica is away. */
export type ReplicaState = Readonly<{ lagSeconds: number | null; isUsed: boolean }>

/** Chooses where reads go: to a replica that is near enough, else to the primary. */
export type Reads = Readonly<{
  /**
   * Runs `work` where reads go now, and once more on the primary when the replica fails or is asked to write.
   * @param userId who reads; undefined: nobody who may have written
   */
  run: <T>(userId: number | undefined, work: (db: Db) => Promise<T>) => Promise<T>
  /** A person who has just written reads from the primary for some seconds. */
  noteWrite: (userId: number) => void
  /**
   * Rights of a person changed, on whichever node: they read from the primary for some seconds.
   * @param change `user:7`; anything else names no person, and undefined may have been missed: everybody does
   */
  noteAccessChange: (change: string | undefined) => void
  /** undefined: there is no replica. */
  state: () => ReplicaState | undefined
  close: () => Promise<void>
}>

/** Reads of a server without a replica. */
export const readsOf = (primary: Db): Reads => ({
  run: (_, work) => work(primary),
  noteWrite: () => {},
  noteAccessChange: () => {},
  state: () => undefined,
  close: async () => {},
})

type Look = Readonly<{ atMs: number; lagMs: number }>

/**
 * Reads of a streaming replica. It may be away at any time; the server does not wait for it.
 * @param options.url of the replica (DATABASE_READ_URL)
 */
export async function openReplica(
  options: Readonly<{
    primary: Db
    url: string
    poolSize: number
    log: Log
    now: () => number
    everyMs?: number
    mostLagMs?: number
  }>,
): Promise<Reads & Readonly<{ look: () => Promise<void> }>> {
  const { primary, url, poolSize, log, now, everyMs = EVERY_MS, mostLagMs = MOST_LAG_MS } = options
  const replica = await openDatabase({ url, setting: 'DATABASE_READ_URL', poolSize, log, mayBeAway: true })
  const wroteAtMs = new Map<number, number>()
  let allChangedMs = Number.NEGATIVE_INFINITY
  let last: Look | undefined
  let reason = 'it was not reached yet'
  let wasUsed: boolean | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Measured lag, and the time since then. */
  const lagMs = (): number | undefined => (last === undefined ? undefined : last.lagMs + now() - last.atMs)
  const isUsed = (): boolean => (lagMs() ?? Number.POSITIVE_INFINITY) <= mostLagMs

  const look = async (): Promise<void> => {
    const atMs = now()
    try {
      const { rows } = await replica.pool.query<Seen>(LOOK)
      const own = await primary.pool.query<Pick<Seen, 'key'>>(KEY)
      const seen = rows[0]
      last = undefined
      if (seen?.isStandby !== true) reason = 'it is no standby: it takes writes itself'
      else if (seen.key !== own.rows[0]?.key) reason = 'it is of another database'
      else if (seen.lagMs === null) reason = 'it has replayed nothing yet'
      else {
        last = { atMs, lagMs: Math.max(seen.lagMs, 0) }
        reason = `it is ${Math.round(seen.lagMs / 1000)} s behind`
      }
    } catch (error) {
      last = undefined
      reason = reasonOf(error)
    }
    for (const [userId, wroteMs] of wroteAtMs) if (now() - wroteMs > OWN_WRITES_S * 1000) wroteAtMs.delete(userId)
    if (isClosed || wasUsed === isUsed()) return
    wasUsed = isUsed()
    if (wasUsed) log.info({ lagMs: lagMs() }, 'reads go to the replica')
    else log.warn({ reason }, 'reads go to the primary: the replica cannot serve')
  }
  const again = (): void => {
    timer = setTimeout(() => void look().finally(() => isClosed || again()), everyMs).unref()
  }
  await look()
  again()

  return {
    look,
    run: async (userId, work) => {
      const wroteMs = userId === undefined ? undefined : wroteAtMs.get(userId)
      const isFresh = now() - Math.max(allChangedMs, wroteMs ?? allChangedMs) <= OWN_WRITES_S * 1000
      if (isFresh || !isUsed()) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        // Also a statement that recovery canceled, and one that writes.
        if (!isOutage(error)) throw error
        return work(primary)
      }
    },
    noteWrite: (userId) => void wroteAtMs.set(userId, now()),
    noteAccessChange: (change) => {
      const [, userId] = /^user:(\d+)$/.exec(change ?? '') ?? []
      if (userId === undefined) allChangedMs = now()
      else wroteAtMs.set(Number(userId), now())
    },
    state: () => {
      const lag = lagMs()
      return { lagSeconds: lag === undefined ? null : Math.round(lag / 100) / 10, isUsed: isUsed() }
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await replica.close()
    },
  }
}

type Seen = Readonly<{ isStandby: boolean; lagMs: number | null; key: string | null }>
const KEY = `select (select public from server_keys where name = 'key-check') as key`
const LOOK = `select pg_is_in_recovery() as "isStandby", k.key,
    (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "lagMs" from (${KEY}) k`
