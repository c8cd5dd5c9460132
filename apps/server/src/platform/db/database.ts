import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { ClusterConnection } from './cluster.ts'
import { columnTypes } from './column-types.ts'
import { explainTls, readDatabaseUrl } from './database-url.ts'
import { currentFence } from './fence.ts'
import type { Log } from './log.ts'
import { reasonOf } from './outage.ts'
import { createRarely } from './rarely.ts'
import { StartRefusal } from './start-refusal.ts'
import type { Tables } from './tables.ts'
import { runTransaction, type TransactionOptions } from './transaction.ts'

export type Db = {
  readonly kysely: Kysely<Tables>
  /** The pool, for statements where Kysely costs too much. */
  readonly pool: pg.Pool
  /** Settings for a separate client beside the pool. They hold the password: never log them. */
  readonly clientConfig: pg.ClientConfig
  /**
   * Runs `work` in one transaction and repeats it after a deadlock or a serialization failure: it must contain only
   * SQL.
   */
  readonly transaction: <T>(
    work: (transaction: Transaction<Tables>) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<T>
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  /** The URL of an external server; overrides `connection`. */
  readonly url?: string
  readonly connection?: ClusterConnection
  readonly poolSize: number
  readonly log: Log
  /** Setting that names it, for what an operator reads. Default DATABASE_URL. */
  readonly setting?: string
  /** It is not asked for its version: the caller looks whether it is there. */
  readonly mayBeAway?: boolean
  /** How long to wait for a server that does not answer yet. Default 30 s. */
  readonly waitMs?: number
}

const OLDEST_VERSION = 15
/**
 * A process that is frozen within a transaction holds its rows no longer than this: the records of those plants wait for
 * it. Shorter than the lead of the clock lasts, so that no transaction of one leader ends under the next one.
 */
export const IDLE_IN_TRANSACTION_S = 8

export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  const { log } = options
  const clientConfig = toClientConfig(options)
  const pool = new pg.Pool({
    ...clientConfig,
    max: options.poolSize,
    // A statement is sent although the one before has no answer yet: several that do not build on each other cost one round trip.
    pipeline: true,
    // Returns a promise, which pg-pool awaits before it hands the connection out. Not start-up options, which poolers refuse.
    onConnect: (client) =>
      client.query(`set timezone = 'UTC'; set idle_in_transaction_session_timeout = '${IDLE_IN_TRANSACTION_S}s'`),
  })
  bindToFence(pool)
  // A connection lost between two statements of a transaction has no other listener; the error would end the process.
  // The next statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  // The error holds its client with the password: never log it whole.
  const rarely = createRarely(Date.now, MINUTE_MS)
  pool.on('error', (error) => {
    // A server that stops right after its last client says so to a connection that ends anyway.
    if (pool.ending) return
    const reason = reasonOf(error)
    if (rarely.tell(reason) !== undefined) log.warn({ reason }, 'an idle database connection was lost')
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (options.mayBeAway !== true) await refuseOldServer(pool, options)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    kysely,
    pool,
    clientConfig,
    transaction: (work, settings) => runTransaction(kysely, work, settings),
    close: async () => {
      // Kysely ends the pool only when it has been used.
      await kysely.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

/** Every statement takes a connection first: a run that has lost the lead of the clock gets none. */
function bindToFence(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...options: unknown[]) => unknown
  const bound = (callback?: (error: Error) => void): unknown => {
    try {
      currentFence()?.check()
    } catch (error) {
      if (callback === undefined) return Promise.reject(error)
      return callback(error as Error)
    }
    return callback === undefined ? connect() : connect(callback)
  }
  pool.connect = bound as typeof pool.connect
}

/** The URL for a log line, without the password and without parameters, which may hold one too. */
export function redactUrl(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
  } catch {
    return '(unreadable URL)'
  }
}

function toClientConfig({ url, connection, setting }: DatabaseOptions): pg.ClientConfig {
  const common = {
    application_name: 'heliograph',
    types: columnTypes,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  }
  if (url !== undefined) {
    return { ...common, connectionString: readDatabaseUrl(url, setting) }
  }
  if (connection === undefined) throw new Error('openDatabase needs a url or a connection')
  return { ...common, ...connection, ssl: false }
}

async function refuseOldServer(pool: pg.Pool, { url, log, waitMs = 30_000 }: DatabaseOptions): Promise<void> {
  const where = url === undefined ? 'the embedded PostgreSQL' : redactUrl(url)
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    try {
      const text =
        "select current_setting('server_version_num')::int as number, current_setting('server_version') as name"
      const { number, name } = (await pool.query<{ number: number; name: string }>(text)).rows[0] ?? {
        number: 0,
        name: '?',
      }
      if (number >= OLDEST_VERSION * 10_000) return
      throw new StartRefusal(`${where} is PostgreSQL ${name}, but Heliograph needs ${OLDEST_VERSION} or later.`)
    } catch (error) {
      const { code, message } = error as Error & { code?: string }
      const isAbsent = [
        'ECONNREFUSED',
        'ENOTFOUND',
        'EAI_AGAIN',
        'ENOENT',
        'ETIMEDOUT',
        'EHOSTUNREACH',
        '57P03',
      ].includes(code ?? '')
      const aboutTls = explainTls(error, where)
      if (aboutTls !== undefined) throw new Error(aboutTls, { cause: error })
      if (!isAbsent) throw error
      if (performance.now() > giveUpAt) throw new Error(`${where} cannot be reached: ${message || code}`)
      log.info({ database: where, reason: message || code }, 'waiting for the database')
      await delay(Math.min(1_000, Math.max(giveUpAt - performance.now(), 1)))
    }
  }
}
