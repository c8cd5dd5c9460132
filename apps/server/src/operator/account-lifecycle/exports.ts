import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely, Selectable } from 'kysely'
import { lockUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { readFile } from '../../platform/file-jobs/file-jobs.ts'
import { findOneTimeToken, putOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { findOwnPlants } from './plant-tables.ts'
import type { AccountExportsTable } from './tables.ts'
import { countSamples } from './telemetry-tables.ts'

export const exportScopes = ['profile', 'plants', 'devices', 'telemetry', 'signIns', 'audit'] as const
export type ExportScope = (typeof exportScopes)[number]

/** Days until a finished archive expires. */
export const ACCOUNT_EXPORT_DAYS = 7
const LINK_MS = 10 * MINUTE_MS
const LINK_KIND = 'exportLink'
/** Measured: compressed size of a sample of 25 values, as CSV and JSON together. */
const BYTES_PER_SAMPLE = 90
const BYTES_OF_THE_REST = 20_000

/** The part of the export job that the calls use. */
export type ExportPort = Readonly<{
  /** The limit of plants per export, or null. */
  plantLimit: number | null
  /** Orders the work on new exports; it begins when the transaction commits. */
  order: (within: Kysely<Tables>, id: number) => Promise<void>
}>

export type AccountExport = Readonly<{
  id: number
  state: Selectable<AccountExportsTable>['state']
  scope: readonly ExportScope[]
  /** 0 to 1. */
  progress: number
  requestedAtMs: number
  finishedAtMs: number | null
  expiresAtMs: number | null
  sizeBytes: number | null
}>

export type ExportOverview = Readonly<{
  exports: readonly AccountExport[]
  nextPossibleAtMs: number | null
  plantCount: number
  estimatedBytes: number
}>

const toExport = (row: Selectable<AccountExportsTable>): AccountExport => ({
  id: row.id,
  state: row.state,
  scope: exportScopes.filter((scope) => row.scope.includes(scope)),
  progress: row.progress,
  requestedAtMs: row.requested_at.getTime(),
  finishedAtMs: row.finished_at?.getTime() ?? null,
  expiresAtMs: row.expires_at?.getTime() ?? null,
  sizeBytes: row.size_bytes,
})

/**
 * The date one year after the newest export that did not fail (specification, section 9); undefined when it has passed.
 */
async function findNextPossible(kysely: Kysely<Tables>, userId: number, nowMs: number): Promise<number | undefined> {
  const newest = await kysely
    .selectFrom('account_exports')
    .select('requested_at')
    .where('user_id', '=', userId)
    .where('state', '<>', 'failed')
    .orderBy('requested_at', 'desc')
    .executeTakeFirst()
  if (newest === undefined) return undefined
  const next = new Date(newest.requested_at)
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.getTime() > nowMs ? next.getTime() : undefined
}

/** Lists exports, newest first, and estimates the next one. */
export async function listExports(db: Db, userId: number, nowMs: number): Promise<ExportOverview> {
  const [rows, nextPossibleAtMs, plants] = await Promise.all([
    db.kysely
      .selectFrom('account_exports')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(20)
      .execute(),
    findNextPossible(db.kysely, userId, nowMs),
    findOwnPlants(db, userId),
  ])
  const ids = plants.map(({ id }) => id)
  const samples = await countSamples(db, ids)
  return {
    exports: rows.map(toExport),
    nextPossibleAtMs: nextPossibleAtMs ?? null,
    plantCount: plants.length,
    estimatedBytes: BYTES_OF_THE_REST + samples * BYTES_PER_SAMPLE,
  }
}

/**
 * Requests an export of the given parts; a job makes it.
 * @throws Refusal EXPORT_USED_WITHIN_YEAR (`nextPossibleAt`, s), EXPORT_TOO_MANY_PLANTS (`plants`, `limit`)
 */
export async function requestExport(
  db: Db,
  { plantLimit, order }: ExportPort,
  options: Readonly<{ userId: number; scope: readonly ExportScope[]; nowMs: number }>,
): Promise<AccountExport> {
  const { userId, nowMs } = options
  const row = await db.transaction(async (transaction) => {
    // Of two concurrent requests, one is the first of the year.
    await lockUser(transaction, userId)
    const nextPossibleAtMs = await findNextPossible(transaction, userId, nowMs)
    if (nextPossibleAtMs !== undefined)
      throw new Refusal('EXPORT_USED_WITHIN_YEAR', { nextPossibleAt: Math.ceil(nextPossibleAtMs / 1000) })
    const plants = (await findOwnPlants({ kysely: transaction }, userId)).length
    if (plantLimit !== null && plants > plantLimit)
      throw new Refusal('EXPORT_TOO_MANY_PLANTS', { plants, limit: plantLimit })
    const added = await transaction
      .insertInto('account_exports')
      .values({
        user_id: userId,
        scope: exportScopes.filter((scope) => options.scope.includes(scope)),
        requested_at: new Date(nowMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await order(transaction, added.id)
    return added
  })
  return toExport(row)
}

/**
 * @returns a key that opens the archive for ten minutes
 * @throws Refusal NOT_FOUND: another user's archive, unfinished, or expired
 */
export async function createExportLink(db: Db, userId: number, id: number, nowMs: number): Promise<string> {
  const ready = await findReady(db, id, nowMs)
  if (ready?.user_id !== userId) throw new Refusal('NOT_FOUND')
  return putOneTimeToken(db.kysely, { kind: LINK_KIND, userId, data: { exportId: id }, expiresAtMs: nowMs + LINK_MS })
}

export type OpenedExport = Readonly<{ stream: NodeJS.ReadableStream; name: string; type: string; sizeBytes: number }>

/**
 * Opens the archive, also repeatedly while the key is valid: an interrupted download starts again.
 * @throws Refusal NOT_FOUND
 */
export async function openExport(
  db: Db,
  { id, key, nowMs }: Readonly<{ id: number; key: string; nowMs: number }>,
): Promise<OpenedExport> {
  const link = await findOneTimeToken(db.kysely, LINK_KIND, key, nowMs)
  const ready = await findReady(db, id, nowMs)
  if ((link?.data as { exportId?: unknown } | undefined)?.exportId !== id || ready?.user_id !== link?.userId)
    throw new Refusal('NOT_FOUND')
  if (ready === undefined || ready.size_bytes === null) throw new Refusal('NOT_FOUND')
  const day = ready.requested_at.toISOString().slice(0, 10)
  return {
    stream: readFile(db, { orders: 'account_exports', id }, true),
    name: `heliograph-export-${day}.zip`,
    type: 'application/zip',
    sizeBytes: ready.size_bytes,
  }
}

const findReady = (db: Db, id: number, nowMs: number) =>
  db.kysely
    .selectFrom('account_exports')
    .select(['user_id', 'requested_at', 'size_bytes'])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
