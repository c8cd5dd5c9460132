import type { PoolClient } from 'pg'
import type { Db } from '../db/database.ts'

/**
 * Runs `work` for one export on this node only. PostgreSQL releases the lock of a dead node.
 * @returns false when another node holds the lock
 */
export async function holdingLock(db: Db, id: number, work: () => Promise<void>): Promise<boolean> {
  const guard = await db.pool.connect()
  let failure: Error | undefined
  try {
    if (!(await ask(guard, 'pg_try_advisory_lock', id))) return false
    try {
      await work()
    } finally {
      await ask(guard, 'pg_advisory_unlock', id)
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

async function ask(client: PoolClient, call: string, id: number): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(`select ${call}(hashtextextended($1, 0)) as yes`, [
    `account export ${id}`,
  ])
  return rows[0]?.yes === true
}
