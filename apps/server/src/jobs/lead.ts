import pg from 'pg'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { reasonOf } from '../db/outage.ts'
import { createRarely } from '../db/rarely.ts'

/** Which of several nodes starts what the clock says. */
export type Lead = Readonly<{
  /** Aborts when the lead is lost; undefined while another node has it. */
  signal: () => AbortSignal | undefined
  close: () => Promise<void>
}>

const lockName = 'heliograph clock'
const askEveryMs = 2_000

/**
 * Takes part in the election: the leader holds an advisory lock on a separate connection. When its holder dies, PostgreSQL
 * releases the lock, and another node has it within seconds.
 */
export async function takePart(
  given: Readonly<{ db: Pick<Db, 'clientConfig'>; log: Log; now: () => number; everyMs?: number }>,
): Promise<Lead> {
  const { db, log, now, everyMs = askEveryMs } = given
  const rarely = createRarely(now)
  let client: pg.Client | undefined
  let lead: AbortController | undefined
  let closing = false

  const lose = (): void => {
    lead?.abort()
    lead = undefined
    // Not awaited: on a dead path the closing message would wait until TCP gives up.
    client?.end().catch(() => {})
    client = undefined
  }
  const connect = async (): Promise<pg.Client> => {
    const opened = new pg.Client({ ...db.clientConfig, query_timeout: 10_000 })
    opened.on('error', () => {
      if (client === opened) lose()
    })
    await opened.connect()
    return opened
  }
  const ask = async (): Promise<void> => {
    try {
      client ??= await connect()
      if (lead === undefined) {
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
          [lockName],
        )
        if (rows[0]?.taken === true && !closing) lead = new AbortController()
      } else await client.query('select 1')
      rarely.end('lost')
    } catch (error) {
      lose()
      if (!closing && rarely.tell('lost') !== undefined)
        log.warn({ reason: reasonOf(error) }, 'the clock waits for the database')
    }
  }

  let timer: NodeJS.Timeout | undefined
  let asking: Promise<void> = ask()
  await asking
  const next = (): void => {
    if (closing) return
    timer = setTimeout(() => {
      asking = ask().then(next)
    }, everyMs).unref()
  }
  next()
  return {
    signal: () => lead?.signal,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await asking
      lead?.abort()
      await client?.end().catch(() => {})
    },
  }
}
