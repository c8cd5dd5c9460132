import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import { reasonOf } from './outage.ts'
import { createRarely } from './rarely.ts'
import type { Tables } from './tables.ts'

export type Listener = {
  /** Resolves after the first LISTEN (later messages arrive), or at `close`. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

export type ListenOptions = {
  readonly log: Log
  readonly firstDelayMs?: number
  readonly longestDelayMs?: number
  /** How often a silent connection is tested: a dead network path gives no sign by itself. */
  readonly pingMs?: number
}

/** PostgreSQL rejects payloads of 8,000 bytes and more. */
export const LONGEST_PAYLOAD_BYTES = 7_900

/**
 * Listens to a channel on its own connection and reconnects for as long as needed. Messages sent while the connection
 * is down are lost: the caller catches up in `onReconnect`.
 */
export function listen(
  db: Pick<Db, 'clientConfig'>,
  channel: string,
  onMessage: (payload: string) => void,
  onReconnect: () => void,
  { log, firstDelayMs = 200, longestDelayMs = 10_000, pingMs = 30_000 }: ListenOptions,
): Listener {
  refuseBadChannel(channel)
  const closing = new AbortController()
  let client: pg.Client | undefined
  let setReady = (): void => {}
  const ready = new Promise<void>((resolve) => {
    setReady = resolve
  })
  let hasStood = false
  let delayMs = firstDelayMs
  const rarely = createRarely(Date.now)

  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log.error({ channel, err: error }, 'a handler of database notifications failed')
    }
  }

  const onListening = (): void => {
    delayMs = firstDelayMs
    if (rarely.end(channel)) log.info({ channel }, 'database notifications are heard again')
    if (hasStood) guarded(onReconnect)
    hasStood = true
    setReady()
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      client = new pg.Client(db.clientConfig)
      client.on('notification', ({ payload }) => guarded(() => onMessage(payload ?? '')))
      const reason = await keepListening(client, channel, pingMs, onListening)
      if (closing.signal.aborted) break
      if (rarely.tell(channel) !== undefined)
        log.warn({ channel, reason }, 'lost the connection for database notifications')
      await delay(delayMs, undefined, { signal: closing.signal }).catch(() => {})
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
  const running = run()
  return {
    ready,
    close: async () => {
      closing.abort()
      await client?.end().catch(() => {})
      await running
      setReady()
    },
  }
}

/** Notifies when the transaction of `executor` commits, or at once outside of one. */
export async function notify(
  executor: Kysely<Tables> | Pick<pg.ClientBase | pg.Pool, 'query'>,
  channel: string,
  payload: string,
): Promise<void> {
  refuseBadChannel(channel)
  const bytes = Buffer.byteLength(payload)
  if (bytes > LONGEST_PAYLOAD_BYTES)
    throw new RangeError(`A notification of ${bytes} bytes; the limit is ${LONGEST_PAYLOAD_BYTES}`)
  if (executor instanceof Kysely) await sql`select pg_notify(${channel}, ${payload})`.execute(executor)
  else await executor.query('select pg_notify($1, $2)', [channel, payload])
}

/** Listens until the connection is lost; returns the reason. */
async function keepListening(
  client: pg.Client,
  channel: string,
  pingMs: number,
  onListening: () => void,
): Promise<string> {
  let ping: NodeJS.Timeout | undefined
  try {
    const lost = new Promise<string>((resolve) => {
      client.once('end', () => resolve('connection ended'))
      client.on('error', (error) => resolve(error.message))
      const test = (): void => {
        const query: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: pingMs }
        client.query(query).catch((error: Error) => resolve(error.message))
      }
      ping = setInterval(test, pingMs).unref()
    })
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    onListening()
    return await lost
  } catch (error) {
    return reasonOf(error)
  } finally {
    clearInterval(ping)
    // Not awaited: on a dead path the closing message would wait until TCP gives up.
    client.end().catch(() => {})
  }
}

function refuseBadChannel(channel: string): void {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`Bad channel name ${JSON.stringify(channel)}`)
}
