import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { isInForce, lockUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type FileJobs, readFile } from '../../platform/file-jobs/file-jobs.ts'
import { findLiveSchedule } from './live-schedule.ts'
import type { Orderer } from './may-export.ts'
import { isPacked, mimeTypes, requireExportable, toFileName } from './read-export.ts'
import { readShareToken } from './share-token.ts'
import type { PlantExportsTable } from './tables.ts'

export type PlantExport = Readonly<{
  id: number
  definition: ExportDefinition
  state: Selectable<PlantExportsTable>['state']
  /** 0 to 1. */
  progress: number
  rows: number | null
  sizeBytes: number | null
  failure: string | null
  mail: boolean
  scheduleId: number | null
  requestedAtMs: number
  finishedAtMs: number | null
  expiresAtMs: number | null
}>

/** The part of the export job that orders need. */
export type ExportOrders = Pick<FileJobs, 'order'>

const MOST_LISTED = 50

const toExport = (row: Selectable<PlantExportsTable>): PlantExport => ({
  id: row.id,
  definition: row.definition as ExportDefinition,
  state: row.state,
  progress: row.progress,
  rows: row.rows,
  sizeBytes: row.size_bytes,
  failure: row.failure,
  mail: row.mail,
  scheduleId: row.schedule_id,
  requestedAtMs: row.requested_at.getTime(),
  finishedAtMs: row.finished_at?.getTime() ?? null,
  expiresAtMs: row.expires_at?.getTime() ?? null,
})

const ownRows = (kysely: Kysely<Tables>, { plantId, userId, organizationId }: Orderer) =>
  kysely
    .selectFrom('plant_exports')
    .selectAll()
    .where('plant_id', plantId === null ? 'is' : '=', plantId)
    .where('user_id', '=', userId)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)

/** A person's own exports of a plant, newest first. */
export async function listPlantExports({ kysely }: Db, orderer: Orderer): Promise<readonly PlantExport[]> {
  const rows = await ownRows(kysely, orderer).orderBy('id', 'desc').limit(MOST_LISTED).execute()
  return rows.map(toExport)
}

/**
 * Share of the limits that a person's exports at all plants take up; files of schedules, which are few, count only for
 * space.
 */
export type ExportUse = Readonly<{ exports: number; waiting: number; bytes: number }>

/** By a person, now; a schedule's test too. */
const isOrdered = sql<boolean>`(schedule_id is null or is_test)`

export async function readUse(kysely: Kysely<Tables>, userId: number): Promise<ExportUse> {
  const row = await kysely
    .selectFrom('plant_exports')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(isOrdered).as('exports'),
      fn.countAll<number>().filterWhere(isOrdered).filterWhere('state', 'in', ['queued', 'running']).as('waiting'),
      fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running', 'ready'])
    .executeTakeFirstOrThrow()
  return { exports: Number(row.exports), waiting: Number(row.waiting), bytes: Number(row.bytes) }
}

/** @throws Refusal EXPORT_TOO_MANY (`exports`, `limit`), and as requireSpace */
async function requireRoom(kysely: Kysely<Tables>, userId: number): Promise<void> {
  const { exports, waiting } = await requireSpace(kysely, userId)
  const { waiting: mostWaiting, exports: most } = exportLimits
  if (waiting >= mostWaiting) throw new Refusal('EXPORT_TOO_MANY', { exports: waiting, limit: mostWaiting })
  if (exports >= most) throw new Refusal('EXPORT_TOO_MANY', { exports, limit: most })
}

/** All schedules of a person may come due on one morning: only their space counts. @throws Refusal EXPORT_SPACE (`megabytes`, `limit`) */
export async function requireSpace(kysely: Kysely<Tables>, userId: number): Promise<ExportUse> {
  const use = await readUse(kysely, userId)
  const { bytes } = use
  const { personBytes } = exportLimits
  if (bytes >= personBytes)
    throw new Refusal('EXPORT_SPACE', { megabytes: Math.round(bytes / 1e6), limit: personBytes / 1e6 })
  return use
}

type NewExport = Readonly<{
  definition: ExportDefinition
  mail: boolean
  nowMs: number
  /** That the person visited: a report has its brand. */
  host: string
  scheduleId?: number
  /** For the person alone, to see how it looks. */
  isTest?: boolean
}>

/** Orders a file; a job makes it. @throws Refusal as requireRoom and requireExportable */
export async function orderExport(
  db: Db,
  orders: ExportOrders,
  orderer: Orderer,
  wanted: NewExport,
): Promise<PlantExport> {
  await requireExportable(db, orderer.plantId, wanted.definition)
  return db.transaction(async (transaction) => {
    await lockUser(transaction, orderer.userId)
    await requireRoom(transaction, orderer.userId)
    return addExport(transaction, orders, orderer, wanted)
  })
}

/** @param failure it fails at once, for the person to see */
export async function addExport(
  transaction: Kysely<Tables>,
  orders: ExportOrders,
  { plantId, userId, organizationId }: Orderer,
  { definition, mail, nowMs, host, scheduleId = undefined, isTest = false }: NewExport,
  failure?: string,
): Promise<PlantExport> {
  const row = await transaction
    .insertInto('plant_exports')
    .values({
      plant_id: plantId,
      user_id: userId,
      organization_id: organizationId,
      host,
      schedule_id: scheduleId ?? null,
      definition: JSON.stringify(definition),
      mail,
      is_test: isTest,
      requested_at: new Date(nowMs),
      ...(failure === undefined ? {} : { state: 'failed', failure, finished_at: new Date(nowMs) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (failure === undefined) await orders.order(transaction, row.id)
  return toExport(row)
}

/** The same export again, as a new one. @throws Refusal NOT_FOUND, and as orderExport */
export async function repeatExport(
  db: Db,
  orders: ExportOrders,
  orderer: Orderer,
  id: number,
  options: Readonly<{ nowMs: number; host: string }>,
): Promise<PlantExport> {
  const { definition, mail } = await findOwn(db, orderer, id)
  return orderExport(db, orders, orderer, { definition, mail, ...options })
}

/** Cancels a waiting or running export, or deletes a finished one, with its file. @throws Refusal NOT_FOUND */
export async function removeExport(db: Db, orderer: Orderer, id: number): Promise<void> {
  await findOwn(db, orderer, id)
  await db.kysely.deleteFrom('plant_exports').where('id', '=', id).execute()
}

/** @throws Refusal NOT_FOUND: another person's, unfinished, or expired */
export const openPlantExport = async (db: Db, orderer: Orderer, id: number, nowMs: number) =>
  openFile(db, orderer.plantId, await findOwn(db, orderer, id), nowMs)

/**
 * The file that a link in an email names: its reader has no account. The link ends with the file, the recipient and the
 * right of the schedule's maker.
 * @throws Refusal NOT_FOUND
 */
export async function openSharedExport(db: Db, token: string, nowMs: number) {
  const shared = readShareToken(token)
  const row =
    shared &&
    (await db.kysely
      .selectFrom('plant_exports as e')
      .innerJoin('report_recipients as r', 'r.schedule_id', 'e.schedule_id')
      .selectAll('e')
      .select('r.schedule_id as shared_by')
      .where('e.id', '=', shared.exportId)
      .where('r.id', '=', shared.recipientId)
      .where(isInForce('r.access_token_id', nowMs))
      .executeTakeFirst())
  if (row === undefined || (await findLiveSchedule(db, row.shared_by, nowMs)) === undefined)
    throw new Refusal('NOT_FOUND')
  return openFile(db, row.plant_id, toExport(row), nowMs)
}

function openFile(
  db: Db,
  plantId: number | null,
  { id, state, definition, sizeBytes, expiresAtMs }: PlantExport,
  nowMs: number,
) {
  if (state !== 'ready' || sizeBytes === null || expiresAtMs === null || expiresAtMs <= nowMs)
    throw new Refusal('NOT_FOUND')
  return {
    stream: readFile(db, { orders: 'plant_exports', id }, isPacked(definition)),
    name: toFileName(plantId, definition),
    type: mimeTypes[definition.fileType],
    sizeBytes,
  }
}

export async function findOwn({ kysely }: Db, orderer: Orderer, id: number): Promise<PlantExport> {
  const row = await ownRows(kysely, orderer).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  return toExport(row)
}
