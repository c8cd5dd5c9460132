import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Session } from '../accounts/accounts.ts'
import { type AuditDetail, type Change, toChangeDetail, toDetail } from './audit-detail.ts'
import type { Saved } from './undo-entries.ts'

/** A call that changed something. */
export type Write = Readonly<{
  session: Session
  call: string
  params: unknown
  query: unknown
  body: unknown
  /** The reply of the call: it names a plant that the call created, or the changes made. */
  result: unknown
  address: string
  nowMs: number
  /** The values before and after, where it can be undone. */
  saved?: Saved | undefined
}>

export type AuditEntry = Readonly<{
  id: number
  atMs: number
  /** null: the account no longer exists. */
  user: string | null
  organization: string | null
  call: string
  detail: AuditDetail
  address: string
  /** possible: its values are kept and the newest of the call. changed: saved again since. undone. null: not kept. */
  undo: 'possible' | 'changed' | 'undone' | null
}>

/** Calls about a plant that need no right on it beforehand. */
const plantOfCall: Readonly<Record<string, (write: Write) => unknown>> = {
  'POST /maintain-s/station': ({ result }) => toRecord(result).id,
  'POST /maintain-s/station/{id}/leave': ({ params }) => toRecord(params).id,
  'POST /maintain-s/station/{id}/owner/accept': ({ params }) => toRecord(params).id,
  'DELETE /maintain-s/station/{id}/owner': ({ params }) => toRecord(params).id,
  'POST /maintain-s/station/bin/{id}': ({ params }) => toRecord(params).id,
  'POST /user-s/invitation/accept': ({ result }) => toRecord(result).plantId,
  'POST /maintain-s/operating/collector/disputes/{disputeId}': ({ result }) => toRecord(result).id,
  'POST /maintain-s/power/system/{id}/gateway/{gid}/move': ({ body }) => toRecord(body).toSystemId,
  'POST /maintain-s/power/system/{id}/device/{did}/move': ({ body }) => toRecord(body).toSystemId,
}

/** Calls whose reply says what they changed, in the shape of `changes` (contract/maintain-s/changes.ts). */
const tellsChanges: ReadonlySet<string> = new Set([
  'POST /maintain-s/station/{id}',
  'POST /maintain-s/station/{id}/planes',
  'DELETE /maintain-s/station/{id}/capacity',
  'POST /maintain-s/station/{id}/metering',
  'POST /maintain-s/station/{id}/metering/strategy',
  'POST /maintain-s/station/{id}/meteringMethod',
  'POST /maintain-s/station/{id}/metering/dayOffset',
  'POST /maintain-s/station/{id}/gridtype',
  'POST /maintain-s/station/{id}/contact',
  'POST /maintain-s/power/system/{id}/device/replace',
  'POST /maintain-s/power/system/{id}/device/{did}/replace/undo',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace/undo',
  'POST /maintain-s/station/{id}/config/generationZero',
  'POST /maintain-s/station/{id}/config/alarms',
  'POST /maintain-s/station/{id}/refused-steps',
  'POST /maintain-s/station/{id}/finance',
  'POST /maintain-s/station/{id}/finance/tariff',
  'DELETE /maintain-s/station/{id}/finance/tariff',
  'POST /maintain-s/power/system/{id}/device/{did}',
  'POST /maintain-s/power/system/{id}/device/{did}/standing',
  'DELETE /maintain-s/power/system/{id}/device',
  'POST /maintain-s/power/system/{id}/device/{did}/restore',
  'POST /maintain-s/power/system/{id}/gateway/{gid}',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/sources',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/forward',
  'DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/move',
  'POST /maintain-s/power/system/{id}/device/{did}/move',
  'DELETE /maintain-s/power/system/{id}/gateway',
  'DELETE /maintain-s/power/system/{id}/gateway/{sn}',
])
const changesOf = ({ call, result }: Write): readonly Change[] =>
  tellsChanges.has(call) ? (toRecord(result).changes as readonly Change[]) : []

/**
 * Logs the user, the call and the plant or device, but no secret and nothing of unbounded size (audit-detail.ts).
 * @returns the entry's id; undefined: it went into the one before
 */
export async function recordWrite(db: Db, write: Write): Promise<number | undefined> {
  const { session } = write
  const options = { ...toRecord(write.params), ...toRecord(write.query), ...toRecord(write.body) }
  const plantId = session.membership?.plantId ?? toNumber(plantOfCall[write.call]?.(write))
  if (repeated.has(write.call) && (await extendWrite(db, write, plantId))) return undefined
  const row = await db.kysely
    .insertInto('audit_log')
    .values({
      at: new Date(write.nowMs),
      user_id: selectExistingId('users', session.userId),
      organization_id: selectExistingId('organizations', session.organizationId),
      plant_id: selectExistingId('plants', plantId),
      device_id: toNumber(options.deviceId ?? options.did),
      call: write.call,
      detail: JSON.stringify({ ...toDetail(options), ...toChangeDetail(changesOf(write)) }),
      address: addressOf(write),
      undo: write.saved === undefined ? null : JSON.stringify(write.saved),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Writes that a page repeats during an edit: one row stands for all saves that follow each other closely. */
const repeated: ReadonlySet<string> = new Set(['POST /maintain-s/station/layout/{id}/save'])
const CLOSE_MS = 10 * MINUTE_MS

/** @returns false if the newest row of the plant is another write, another person's, or older */
async function extendWrite(db: Db, { session, call, nowMs }: Write, plantId: number | null): Promise<boolean> {
  const row = await db.kysely
    .updateTable('audit_log')
    .set({ at: new Date(nowMs) })
    .where('id', '=', (eb) =>
      eb.selectFrom('audit_log').select('id').where('plant_id', '=', plantId).orderBy('id', 'desc').limit(1),
    )
    .where('call', '=', call)
    .where('user_id', '=', session.userId)
    .where('at', '>', new Date(nowMs - CLOSE_MS))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The call itself, or a concurrent one, may have removed what the row refers to; its ID stays in the detail. The lock
 * keeps the rest until the row is written.
 */
const selectExistingId = (table: 'users' | 'organizations' | 'plants', id: number | null): RawBuilder<number> =>
  sql<number>`(select id from ${sql.table(table)} where id = ${id}::bigint for key share)`

/** The deletion of an account is logged without an address. */
const addressOf = ({ session, address }: Write): RawBuilder<string> =>
  sql<string>`case when exists (select from users where id = ${session.userId}::bigint)
    then ${cleanLine(address, 64)} else '' end`

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Writes to a plant, newest first. */
export async function listPlantWrites(
  db: Db,
  plantId: number,
  page: number,
  size: number,
): Promise<Readonly<{ total: number; items: readonly AuditEntry[] }>> {
  const query = db.kysely.selectFrom('audit_log as a').where('a.plant_id', '=', plantId)
  const [{ total }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .leftJoin('users as u', 'u.id', 'a.user_id')
      .leftJoin('organizations as o', 'o.id', 'a.organization_id')
      .select(['a.id', 'a.at', 'u.nickname', 'o.name as organization', 'a.call', 'a.detail', 'a.address'])
      .select(undoState.as('undo'))
      .orderBy('a.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  return {
    total,
    items: rows.map((row) => ({
      id: row.id,
      atMs: row.at.getTime(),
      user: row.nickname,
      organization: row.organization,
      call: row.call,
      detail: row.detail as AuditDetail,
      address: row.address,
      undo: row.undo,
    })),
  }
}

/** Exactly it is known when it is tried; here by later saves of the same values. */
const undoState = sql<AuditEntry['undo']>`case when a.undo is null then null when a.undone then 'undone'
  when exists (select from audit_log b where b.plant_id = a.plant_id and b.id > a.id and b.call = a.call and b.undo is not null
    and b.undo -> 'params' = a.undo -> 'params' and exists (select from jsonb_object_keys(a.undo -> 'former') k
      where b.undo -> 'former' ? k)) then 'changed' else 'possible' end`

const REMOVED_AT_ONCE = 5_000

/** Removes older rows in portions, so that no other writer waits long. @returns the number of removed rows */
export async function removeOldWrites(db: Readonly<{ kysely: Kysely<Tables> }>, beforeMs: number): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from audit_log where id in
        (select id from audit_log where at < ${new Date(beforeMs)} limit ${REMOVED_AT_ONCE})`.execute(db.kysely)
    const count = Number(numAffectedRows ?? 0)
    removed += count
    if (count < REMOVED_AT_ONCE) return removed
  }
}
