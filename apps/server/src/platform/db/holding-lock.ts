import type { PoolClient } from 'pg'
import type { Db } from './database.ts'

/** A lock is its holder's only while it says so: PostgreSQL ends the connection of one that is frozen. */
const QUIET_S = 30
const SPEAK_EVERY_MS = 5_000

/**
 * Runs `work` on this node only, by a name that all nodes share. PostgreSQL releases the lock of a dead node at once, and
 * that of a frozen one after half a minute.
 * @param options.waits for the node that holds the lock, instead of leaving the work to it
 * @returns false when another node holds the lock
 */
export async function holdingLock(
  db: Pick<Db, 'pool'>,
  name: string,
  work: () => Promise<void>,
  { waits = false }: Readonly<{ waits?: boolean }> = {},
): Promise<boolean> {
  const guard = await db.pool.connect()
  let failure: Error | undefined
  let speaking: NodeJS.Timeout | undefined
  try {
    await guard.query(`set idle_session_timeout = '${QUIET_S}s'`)
    if (waits) await ask(guard, 'pg_advisory_lock', name)
    else if (!(await ask(guard, 'pg_try_advisory_lock', name))) return false
    speaking = setInterval(() => void guard.query('select 1').catch(() => undefined), SPEAK_EVERY_MS)
    speaking.unref()
    await work()
    await ask(guard, 'pg_advisory_unlock', name)
    return true
  } catch (error) {
    // Closing the connection releases the lock too.
    failure = error as Error
    throw error
  } finally {
    clearInterval(speaking)
    if (failure === undefined) await guard.query('reset idle_session_timeout').catch((error) => (failure = error))
    guard.release(failure)
  }
}

async function ask(client: PoolClient, call: string, name: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: unknown }>(`select ${call}(hashtextextended($1, 0)) as yes`, [name])
  return rows[0]?.yes === true
}
