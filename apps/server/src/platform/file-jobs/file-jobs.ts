import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { holdingLock } from '../db/holding-lock.ts'
import type { Log } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import type { Jobs, QueuedJob } from '../jobs/jobs.ts'
import { type FileOrders, removeFiles, storeFile } from './stored-file.ts'

export { readFile } from './stored-file.ts'
export { MOST_ZIP_BYTES, streamZip, type ZipEntry } from './zip-stream.ts'

/** The columns that the orders of all files have. */
export type FileOrder = Readonly<{ id: number; requested_at: Date }>

export type Making = Readonly<{
  signal: AbortSignal
  nowMs: number
  /** Called between two pages. @throws Error when the order was cancelled, or the server stops */
  onProgress: (share: number, rows: number) => Promise<void>
}>
export type MadeFile = Readonly<{
  content: AsyncIterable<string | Uint8Array>
  /** Its bytes do not get smaller. */
  isCompressed: boolean
  mostBytes: number
  /** Of a file that is no table: null. */
  rows: 'counted' | null
}>

export type FileJobs = Readonly<{
  /** Orders the work; it begins when the transaction commits. */
  order: (within: Kysely<Tables>, id: number) => Promise<void>
  /** Removes files that expired. @returns the number of ended orders */
  removeExpired: () => Promise<number>
  /** Orders the work that a dead node left behind. */
  resume: () => Promise<void>
  /** Stops; an unfinished file waits for the next start. */
  close: () => void
}>

const KINDS = {
  plant_exports: { queue: 'plant-exports', lock: 'plant export' },
  account_exports: { queue: 'account-exports', lock: 'account export' },
} as const satisfies Record<FileOrders, Readonly<{ queue: QueuedJob; lock: string }>>
const PROGRESS_EVERY_MS = 300

/**
 * Makes the files that people order, in the background. Any node may do so: the holder of an order's lock makes it.
 * PostgreSQL releases the lock of a dead node, and another node makes the file from its beginning.
 * @param options.make throws a Refusal for a file that cannot be made; other errors are tried again
 * @param options.tell runs in the transaction that makes the file ready
 */
export async function createFileJobs<Row extends FileOrder>(
  options: Readonly<{
    db: Db
    jobs: Pick<Jobs, 'send' | 'work'>
    log: Log
    now: () => number
    orders: FileOrders
    keptDays: number
    make: (row: Row, making: Making) => Promise<MadeFile>
    tell: (transaction: Kysely<Tables>, row: Row) => Promise<void>
  }>,
): Promise<FileJobs> {
  const { db, jobs, log, now, orders, keptDays, make, tell } = options
  const { queue, lock } = KINDS[orders]
  const table = sql.table(orders)
  const stopping = new AbortController()

  await jobs.work<{ id: number }>(queue, async ({ id }, { isLastTry }) => {
    if (!stopping.signal.aborted) await holdingLock(db, `${lock} ${id}`, () => run(id, isLastTry))
  })

  const run = async (id: number, isLastTry: boolean): Promise<void> => {
    const [found] = await readOpen(id)
    if (found === undefined) return
    // A file that crashes the process each time must not do so forever.
    if (found.state === 'running' && now() - found.requested_at.getTime() > DAY_MS) return fail(id, 'SERVER_FAILURE')
    const row = await begin(id)
    if (row === undefined) return
    try {
      await makeFile(row)
    } catch (error) {
      if (stopping.signal.aborted || (await readOpen(id)).length === 0) return
      if (error instanceof Refusal) return fail(id, error.code)
      log.error({ err: error, orders, id }, 'an ordered file failed')
      if (isLastTry) return fail(id, 'SERVER_FAILURE')
      throw error
    }
  }

  const readOpen = async (id: number) => {
    const { rows } = await sql<{ state: string; requested_at: Date }>`
      select state, requested_at from ${table} where id = ${id} and state in ('queued', 'running')`.execute(db.kysely)
    return rows
  }

  /** Starts from the beginning: a node may have died in the middle. */
  const begin = async (id: number): Promise<Row | undefined> => {
    await removeFiles(db, orders, [id])
    const { rows } = await sql<Row>`update ${table} set state = 'running', progress = 0, rows = 0
      where id = ${id} and state in ('queued', 'running') returning *`.execute(db.kysely)
    return rows[0]
  }

  const makeFile = async (row: Row): Promise<void> => {
    const { signal } = stopping
    let count = 0
    let reportedAtMs = now()
    const onProgress: Making['onProgress'] = async (share, rows) => {
      count = rows
      signal.throwIfAborted()
      if (now() - reportedAtMs < PROGRESS_EVERY_MS) return
      reportedAtMs = now()
      const { rows: open } = await sql`update ${table} set progress = ${Math.min(0.99, share)}, rows = ${rows}
        where id = ${row.id} returning id`.execute(db.kysely)
      if (open.length === 0) throw new Error('The order was cancelled')
    }
    const file = await make(row, { signal, nowMs: now(), onProgress })
    const sizeBytes = await storeFile(db, { orders, id: row.id }, { ...file, signal })
    await finish(row, file.rows === null ? null : count, sizeBytes)
  }

  const finish = (row: Row, count: number | null, sizeBytes: number): Promise<void> =>
    db.transaction(async (transaction) => {
      const atMs = now()
      const { rows } = await sql`update ${table} set state = 'ready', progress = 1, rows = ${count},
          size_bytes = ${sizeBytes}, finished_at = ${new Date(atMs)}, expires_at = ${new Date(atMs + keptDays * DAY_MS)}
        where id = ${row.id} returning id`.execute(transaction)
      if (rows.length > 0) await tell(transaction, row)
    })

  const fail = async (id: number, failure: string): Promise<void> => {
    await removeFiles(db, orders, [id])
    await sql`update ${table} set state = 'failed', failure = ${failure}, finished_at = ${new Date(now())},
      size_bytes = null where id = ${id}`.execute(db.kysely)
  }

  return {
    order: (within, id) => jobs.send(queue, { id }, within),
    removeExpired: async () => {
      const { rows } = await sql<{ id: number }>`update ${table} set state = 'expired'
        where state = 'ready' and expires_at <= ${new Date(now())} returning id`.execute(db.kysely)
      await removeFiles(
        db,
        orders,
        rows.map(({ id }) => id),
      )
      return rows.length
    },
    resume: async () => {
      const { rows } = await sql<{ id: number }>`select id from ${table} where state in ('queued', 'running')
        order by id limit 1000`.execute(db.kysely)
      for (const { id } of rows) await jobs.send(queue, { id })
    },
    close: () => stopping.abort(),
  }
}
