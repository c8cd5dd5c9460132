import { DAY_MS } from '@heliograph/domain/duration.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Values = Readonly<Record<string, unknown>>

/** A save: where it went, as the request named it, and the values before and after. */
export type Saved = Readonly<{
  params: Values
  /** Where the call takes its values. */
  where: 'body' | 'query'
  former: Values
  after: Values
}>

/** Former values are forgotten afterwards. */
export const UNDO_DAYS = 30
/** Former values are kept up to this size, characters of JSON. */
const MOST_CHARACTERS = 16_000

/** Values in one order of their names, so that equal ones have equal texts: the database has its own order. */
export const textOf = (values: unknown): string =>
  JSON.stringify(values, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Nothing to undo: nothing was changed, or too much to keep. */
export const isKept = ({ former, after }: Saved): boolean =>
  textOf(former) !== textOf(after) && textOf(former).length + textOf(after).length <= MOST_CHARACTERS

/** The save of an entry of the log that is not undone yet; of a person's own settings only to that person. */
export async function findSaved(
  db: Db,
  entryId: number,
  { userId, nowMs }: Readonly<{ userId: number; nowMs: number }>,
): Promise<Readonly<{ call: string; saved: Saved }> | undefined> {
  const row = await db.kysely
    .selectFrom('audit_log')
    .select(['call', 'undo'])
    .where('id', '=', entryId)
    .where('undo', 'is not', null)
    .where('undone', '=', false)
    .where('at', '>', new Date(nowMs - UNDO_DAYS * DAY_MS))
    .where((eb) => eb.or([eb('plant_id', 'is not', null), eb('user_id', '=', userId)]))
    .executeTakeFirst()
  return row?.undo == null ? undefined : { call: row.call, saved: row.undo }
}

export async function noteUndone(db: Db, entryId: number): Promise<void> {
  await db.kysely.updateTable('audit_log').set({ undone: true }).where('id', '=', entryId).execute()
}

/** Former values are no history: they serve for some time. */
export async function forgetSaved(db: Db, nowMs: number): Promise<void> {
  await sql`update audit_log set undo = null where undo is not null and at < ${new Date(nowMs - UNDO_DAYS * DAY_MS)}`.execute(
    db.kysely,
  )
}
