import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { rightOf } from './check-definition.ts'
import type { ExportOrders } from './export-orders.ts'
import { mayExport } from './may-export.ts'
import { queueReports, type ReportLetter } from './queue-reports.ts'
import { isPacked, readExport } from './read-export.ts'
import { forgetUnconfirmed } from './recipients.ts'
import { sendReport } from './report-letter.ts'
import { runSchedules } from './schedules.ts'
import { storeFile } from './stored-file.ts'
import type { PlantExportsTable } from './tables.ts'
import { tellReady } from './tell-ready.ts'

export type PlantExports = Readonly<{
  port: ExportOrders
  /** Removes files that expired, and old rows. @returns the number of ended exports */
  removeExpired: () => Promise<number>
  /** Orders the work on exports that a dead node left behind. */
  resume: () => Promise<void>
  /** Orders the exports of schedules that are due. @returns how many */
  runSchedules: () => Promise<number>
  /** Stops; an unfinished export waits for the next start. */
  close: () => void
}>

/** Rows without a file stay for a while: a person sees what failed or expired. */
const ROW_DAYS = 30
const PROGRESS_EVERY_MS = 300

type Row = Selectable<PlantExportsTable>

/** Makes the files that people order. Any node may do so: the holder of an export's lock makes it. */
export async function createPlantExports(
  given: Readonly<{
    db: Db
    jobs: Pick<Jobs, 'send' | 'work'>
    mail: Mail
    publicUrl: string
    log: Log
    now?: () => number
  }>,
): Promise<PlantExports> {
  const { db, jobs, mail, publicUrl, log, now = Date.now } = given
  const stopping = new AbortController()
  const order: ExportOrders['order'] = (within, id) => jobs.send('plant-exports', { id }, within)

  await jobs.work<{ id: number }>('plant-exports', async ({ id }, { isLastTry }) => {
    if (!stopping.signal.aborted) await holdingLock(db, `plant export ${id}`, () => run(id, isLastTry))
  })

  await jobs.work<ReportLetter>('report-letters', ({ exportId, reader }) =>
    sendReport({ db, mail, publicUrl, now }, exportId, reader),
  )

  const run = async (id: number, isLastTry: boolean): Promise<void> => {
    const row = await claim(db, id)
    if (row === undefined) return
    try {
      await make(row)
    } catch (error) {
      if (stopping.signal.aborted || !(await isThere(db, id))) return
      if (error instanceof Refusal) return fail(id, error.code)
      log.error({ err: error, export: id }, 'an export of a plant failed')
      if (isLastTry) return fail(id, 'SERVER_FAILURE')
      throw error
    }
  }

  const make = async (row: Row): Promise<void> => {
    const definition = row.definition as ExportDefinition
    const orderer = { plantId: row.plant_id, userId: row.user_id, organizationId: row.organization_id }
    if (!(await mayExport(db, orderer, rightOf(definition), now()))) throw new Refusal('NO_PERMISSION')
    let rows = 0
    let toldAtMs = now()
    const onProgress = async (share: number, count: number): Promise<void> => {
      rows = count
      stopping.signal.throwIfAborted()
      if (now() - toldAtMs < PROGRESS_EVERY_MS) return
      toldAtMs = now()
      await report(db, row.id, share, count)
    }
    const { signal } = stopping
    const read = { ...orderer, definition, host: row.host, publicUrl, nowMs: now(), signal, onProgress }
    const content = await readExport(db, read)
    const isCompressed = isPacked(definition)
    const sizeBytes = await storeFile(db, row.id, content, { isCompressed, signal })
    await finish(row, definition.kind === 'report' ? null : rows, sizeBytes)
  }

  const finish = (row: Row, rows: number | null, sizeBytes: number): Promise<void> =>
    db.transaction(async (transaction) => {
      const atMs = now()
      const ready = await transaction
        .updateTable('plant_exports')
        .set({
          state: 'ready',
          progress: 1,
          rows,
          size_bytes: sizeBytes,
          finished_at: new Date(atMs),
          expires_at: new Date(atMs + exportLimits.keptDays * DAY_MS),
        })
        .where('id', '=', row.id)
        .returning('id')
        .executeTakeFirst()
      if (ready === undefined || !row.mail) return
      if (row.schedule_id === null) await tellReady(transaction, { mail, publicUrl, row })
      else await queueReports(transaction, jobs, row)
    })

  const fail = async (id: number, failure: string): Promise<void> => {
    await removeParts(db, id)
    await db.kysely
      .updateTable('plant_exports')
      .set({ state: 'failed', failure, finished_at: new Date(now()), size_bytes: null })
      .where('id', '=', id)
      .execute()
  }

  return {
    port: { order },
    removeExpired: async () => {
      await forgetUnconfirmed(db, now())
      return removeExpired(db, now())
    },
    runSchedules: () => runSchedules(db, { order }, now()),
    resume: async () => {
      const due = await db.kysely
        .selectFrom('plant_exports')
        .select('id')
        .where('state', 'in', ['queued', 'running'])
        .orderBy('id')
        .limit(1_000)
        .execute()
      for (const { id } of due) await jobs.send('plant-exports', { id })
    },
    close: () => stopping.abort(),
  }
}

/** Starts from the beginning: a node may have died in the middle. */
async function claim(db: Db, id: number): Promise<Row | undefined> {
  await removeParts(db, id)
  return db.kysely
    .updateTable('plant_exports')
    .set({ state: 'running', progress: 0, rows: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
}

/** @throws Error when the export was cancelled */
async function report({ kysely }: Db, id: number, progress: number, rows: number): Promise<void> {
  const row = await kysely
    .updateTable('plant_exports')
    .set({ progress: Math.min(0.99, progress), rows })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Error('The export was cancelled')
}

async function isThere({ kysely }: Db, id: number): Promise<boolean> {
  const row = await kysely.selectFrom('plant_exports').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function removeParts({ kysely }: Db, id: number): Promise<void> {
  await kysely
    .deleteFrom('plant_export_parts')
    .where('export_id', '=', id)
    // A finished file is no remainder of a dead node.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('plant_exports').select('id').where('id', '=', id).where('state', '=', 'ready'))),
    )
    .execute()
}

async function removeExpired({ kysely }: Db, nowMs: number): Promise<number> {
  const ended = await kysely
    .updateTable('plant_exports')
    .set({ state: 'expired' })
    .where('state', '=', 'ready')
    .where('expires_at', '<=', new Date(nowMs))
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await kysely.deleteFrom('plant_export_parts').where('export_id', 'in', ids).execute()
  await kysely
    .deleteFrom('plant_exports')
    .where('state', 'in', ['failed', 'expired'])
    .where('requested_at', '<=', new Date(nowMs - ROW_DAYS * DAY_MS))
    .execute()
  return ended.length
}
