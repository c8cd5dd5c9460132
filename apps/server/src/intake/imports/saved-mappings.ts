import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ImportMapping } from './mapping.ts'

/** A mapping without the place of its table, and without a zone where that was the plant's. */
type SavedMapping = Omit<ImportMapping, 'sheet' | 'headLine' | 'questions' | 'zone'> & Readonly<{ zone: string | null }>

/** Of one person; the one that was used longest ago gives way. */
const MOST_SAVED = 50

const hashOf = (heads: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(heads.map((head) => head.trim().toLowerCase())))
    .digest()

/** Keeps how a person reads files of these headings. */
export async function saveMapping(
  within: Kysely<Tables>,
  userId: number,
  heads: readonly string[],
  { mapping, plantZone, nowMs }: Readonly<{ mapping: ImportMapping; plantZone: string; nowMs: number }>,
): Promise<void> {
  const { sheet: _, headLine: __, questions: ___, zone, ...rest } = mapping
  const saved: SavedMapping = { ...rest, zone: zone === plantZone ? null : zone }
  const row = { mapping: JSON.stringify(saved), used_at: new Date(nowMs) }
  await within
    .insertInto('import_mappings')
    .values({ user_id: userId, heads_hash: hashOf(heads), ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'heads_hash']).doUpdateSet(row))
    .execute()
  await within
    .deleteFrom('import_mappings')
    .where('user_id', '=', userId)
    .where('heads_hash', 'not in', (query) =>
      query
        .selectFrom('import_mappings')
        .select('heads_hash')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        .orderBy('heads_hash')
        .limit(MOST_SAVED),
    )
    .execute()
}

/** How this person read the last file of these headings, if that is not what is proposed. */
export async function findSavedMapping(
  { kysely }: Pick<Db, 'kysely'>,
  userId: number,
  heads: readonly string[],
  proposed: ImportMapping,
): Promise<ImportMapping | null> {
  const row = await kysely
    .selectFrom('import_mappings')
    .select('mapping')
    .where('user_id', '=', userId)
    .where('heads_hash', '=', hashOf(heads))
    .executeTakeFirst()
  if (row === undefined) return null
  const { zone, timeFormat, ...saved } = row.mapping as SavedMapping
  // The rows of this file say how its dates are written, where they say it.
  const isOrderOpen = proposed.questions.some(({ kind }) => kind === 'timeFormat')
  const mapping: ImportMapping = {
    ...proposed,
    ...saved,
    zone: zone ?? proposed.zone,
    timeFormat: isOrderOpen ? timeFormat : proposed.timeFormat,
    questions: [],
  }
  const isProposed = proposed.questions.length === 0 && keyOf(mapping) === keyOf(proposed)
  return isProposed ? null : mapping
}

const keyOf = ({ columns, ...rest }: ImportMapping): string =>
  JSON.stringify([
    Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)),
    columns.map((column) => Object.entries(column).sort(([a], [b]) => (a < b ? -1 : 1))),
  ])
