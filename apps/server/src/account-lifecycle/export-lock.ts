import type { PoolClient } from 'pg'
import type { Db } from '../db/database.ts'

/**
 * Runs `work` for one export while no other node does: PostgreSQL takes the lock back from a node that dies.
 * @returns false when another node is at it
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
    // A closed connection gives the lock back as well.
    guard.release(failure)
  }
}

async function ask(client: PoolClient, call: string, id: number): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(`select ${call}(hashtextextended($1, 0)) as yes`, [
    `account export ${id}`,
  ])
  return rows[0]?.yes === true
}
