import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { currentFence } from './fence.ts'
import type { Tables } from './tables.ts'

export type TransactionOptions = {
  readonly isolationLevel?: IsolationLevel
  /** The number of tries when the work loses against another transaction. Default 4; 1 for work beyond SQL. */
  readonly attempts?: number
}

/** The only list of SQLSTATE codes worth another try: serialization failure, deadlock. */
const lostRaces = ['40001', '40P01']

/** Rows changed after they were read, although they were locked: as if the database had said so. */
export class LostRace extends Error {
  readonly code = '40001'
}

/** Runs `work` in one Kysely transaction and repeats it after a lost race: it must contain only SQL. */
export function runTransaction<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  { isolationLevel, attempts }: TransactionOptions = {},
): Promise<T> {
  const begin = kysely.transaction()
  const builder = isolationLevel === undefined ? begin : begin.setIsolationLevel(isolationLevel)
  const fence = currentFence()
  const run = async (transaction: Transaction<Tables>): Promise<T> => {
    if (fence !== undefined) await sql`select assert_clock_lead(${fence.generation})`.execute(transaction)
    return work(transaction)
  }
  return retryLostRaces(() => builder.execute(run), attempts)
}

/** The same on a plain connection, for statements where Kysely costs too much. */
export function runClientTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { isolationLevel, attempts }: TransactionOptions = {},
): Promise<T> {
  const begin = isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`
  return retryLostRaces(() => runOnce(pool, begin, work), attempts)
}

async function retryLostRaces<T>(run: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string }
      if (attempt >= attempts || !lostRaces.includes(code ?? '')) throw error
    }
  }
}

async function runOnce<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(begin)
    const fence = currentFence()
    if (fence !== undefined) await client.query('select assert_clock_lead($1)', [fence.generation])
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    try {
      await client.query('rollback')
    } catch (lost) {
      // A connection that cannot roll back is closed, which rolls back too.
      failure = lost as Error
    }
    throw error
  } finally {
    client.release(failure)
  }
}
