import type { PoolClient } from 'pg'
import type { Db } from './database.ts'

/**
 * Runs `work` on this node only, by a name that all nodes share. PostgreSQL releases the lock of a dead node.
 * @returns false when another node holds the lock
 */
export async function holdingLock(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  const guard = await db.pool.connect()
  let failure: Error | undefined
  try {
    if (!(await ask(guard, 'pg_try_advisory_lock', name))) return false
    try {
      await work()
    } finally {
      await ask(guard, 'pg_advisory_unlock', name)
    }
    return true
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // Closing the connection releases the lock too.
    guard.release(failure)
  }
}

async function ask(client: PoolClient, call: string, name: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(`select ${call}(hashtextextended($1, 0)) as yes`, [name])
  return rows[0]?.yes === true
}
