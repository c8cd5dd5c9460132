import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { markPlantsChanged } from '../now/now.ts'

/** Recounts a plant's history from its samples (telemetry). */
export type RecountPlant = (
  db: Db,
  plantId: number,
  options: Readonly<{ signal: AbortSignal; onProgress: (done: number, total: number) => void }>,
) => Promise<void>

export type Recounts = Readonly<{
  /** Requests a recount together with the change that needs it. A repeated request while one waits adds nothing. */
  ask: (within: Kysely<Tables>, plantId: number) => Promise<void>
  /**
   * Resumes recounts that a dead node left: all of them at the start, later those that have waited for long.
   * @returns the number of plants that are due
   */
  resume: (waitedMs?: number) => Promise<number>
  /** Leaves an unfinished recount for the next start. */
  close: () => void
}>

/** Interval of progress updates: a page asks about every second. */
const PROGRESS_EVERY_MS = 500
/**
 * One recount per plant at a time, over all nodes; a change during a run is followed by another run. The queue only
 * starts the work; the table `recounts` decides: a job without remaining work ends at once.
 */
export async function createRecounts(
  input: Readonly<{ db: Db; jobs: Pick<Jobs, 'send' | 'work'>; log: Log; recount: RecountPlant; now?: () => number }>,
): Promise<Recounts> {
  const { db, jobs, log, recount, now = Date.now } = input
  const stopping = new AbortController()

  await jobs.work<{ plantId: number }>('recount', async ({ plantId }, { isLastTry }) => {
    // Waits until no other node works on the plant's history.
    await holdingLock(
      db,
      `recount ${plantId}`,
      async () => {
        while (!stopping.signal.aborted && (await begin(db, plantId))) await run(plantId, isLastTry)
      },
      { waits: true },
    )
  })

  const run = async (plantId: number, isLastTry: boolean): Promise<void> => {
    const { asked } = await db.kysely
      .selectFrom('recounts')
      .select('asked')
      .where('plant_id', '=', plantId)
      .executeTakeFirstOrThrow()
    const progress = createProgress(db, plantId, now)
    try {
      await recount(db, plantId, { signal: stopping.signal, onProgress: progress.report })
      await progress.end()
      // An aborted run may have returned early.
      if (!stopping.signal.aborted) await finish(db, plantId, asked, now())
    } catch (error) {
      await progress.end()
      if (stopping.signal.aborted) return
      log.error({ err: error, plant: plantId }, 'a history could not be recounted')
      const state = isLastTry ? 'failed' : 'queued'
      await db.kysely.updateTable('recounts').set({ state }).where('plant_id', '=', plantId).execute()
      throw error
    }
  }

  const resume = async (waitedMs = 0): Promise<number> => {
    const due = await db.kysely
      .selectFrom('recounts')
      .select('plant_id')
      .where('state', 'in', ['queued', 'running'])
      .where('asked_at', '<=', new Date(now() - waitedMs))
      .orderBy('asked_at')
      .limit(1_000)
      .execute()
    for (const { plant_id: plantId } of due) await jobs.send('recount', { plantId })
    return due.length
  }

  return {
    ask: async (within, plantId) => {
      const { isNew } = await mark(within, plantId, now())
      if (isNew) await jobs.send('recount', { plantId }, within)
    },
    resume,
    close: () => stopping.abort(),
  }
}

/** @returns whether nothing waited for this plant before */
async function mark(within: Kysely<Tables>, plantId: number, nowMs: number): Promise<{ isNew: boolean }> {
  const at = new Date(nowMs)
  const before = await within
    .selectFrom('recounts')
    .select('state')
    .where('plant_id', '=', plantId)
    .forUpdate()
    .executeTakeFirst()
  await within
    .insertInto('recounts')
    .values({ plant_id: plantId, asked_at: at, finished_at: null })
    .onConflict((conflict) =>
      conflict.column('plant_id').doUpdateSet({
        asked: sql`recounts.asked + 1`,
        asked_at: at,
        // A running recount continues; the next run follows it.
        state: sql`case recounts.state when 'running' then 'running' else 'queued' end`,
      }),
    )
    .execute()
  return { isNew: before === undefined || before.state === 'done' || before.state === 'failed' }
}

/** @returns false when no work is left, or the plant is gone */
async function begin(db: Db, plantId: number): Promise<boolean> {
  const row = await db.kysely
    .updateTable('recounts')
    .set({ state: 'running', done: 0, total: 0, finished_at: null })
    .where('plant_id', '=', plantId)
    .where('state', 'in', ['queued', 'running'])
    .whereRef('counted', '<', 'asked')
    .returning('plant_id')
    .executeTakeFirst()
  return row !== undefined
}

async function finish(db: Db, plantId: number, asked: number, nowMs: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .updateTable('recounts')
      .set({
        counted: asked,
        state: sql`case when recounts.asked > ${asked} then 'queued' else 'done' end`,
        done: sql`recounts.total`,
        finished_at: new Date(nowMs),
      })
      .where('plant_id', '=', plantId)
      .execute()
    // The plant's current row holds today's energy too.
    await markPlantsChanged(transaction, [plantId])
  })
}

/** Writes progress sequentially and not too often. */
function createProgress(db: Db, plantId: number, now: () => number) {
  let writing: Promise<unknown> = Promise.resolve()
  let writtenAtMs = Number.NEGATIVE_INFINITY
  return {
    report: (done: number, total: number): void => {
      if (now() - writtenAtMs < PROGRESS_EVERY_MS) return
      writtenAtMs = now()
      writing = writing
        .then(() => db.kysely.updateTable('recounts').set({ done, total }).where('plant_id', '=', plantId).execute())
        // A failed progress update is no reason to stop counting.
        .catch(() => {})
    },
    end: () => writing,
  }
}

/** Progress of the last recount of a plant. done and total count parts of the work; 0 of 0: not known yet. */
type RecountProgress = Readonly<{
  state: 'none' | 'queued' | 'running' | 'done' | 'failed'
  done: number
  total: number
  askedAtMs: number | null
  finishedAtMs: number | null
}>

export async function findRecount(db: Db, plantId: number): Promise<RecountProgress> {
  const row = await db.kysely.selectFrom('recounts').selectAll().where('plant_id', '=', plantId).executeTakeFirst()
  if (row === undefined) return { state: 'none', done: 0, total: 0, askedAtMs: null, finishedAtMs: null }
  return {
    state: row.state,
    done: row.done,
    total: row.total,
    askedAtMs: row.asked_at.getTime(),
    finishedAtMs: row.finished_at?.getTime() ?? null,
  }
}
