import type { AlarmEventKind } from '@heliograph/domain/alarms/alarm.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import { notifyAlarms } from '../../fleet/now/now.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { visibleAlarms } from './search-filter.ts'

type Person = Readonly<{ userId: number; name: string }>
const MOST_PEOPLE = 200

/** People who may see the alarms of each of these plants, by themselves or in an organization that holds it. */
async function listPeopleOf(
  kysely: Kysely<Tables>,
  plantIds: readonly number[],
  nowMs: number,
  only?: number,
): Promise<readonly Person[]> {
  if (plantIds.length === 0) return []
  const { rows } = await sql<Person>`
    with seeing as (
      select h.plant_id, coalesce(h.user_id, m.user_id) as user_id from plant_holders h
        left join organization_members m on m.organization_id = h.organization_id
      where h.plant_id = any(${[...plantIds]}::bigint[]) and 'viewPlantAlert' = any(h.rights)
        and (h.expires_at is null or h.expires_at > ${new Date(nowMs)}))
    select u.id as "userId", coalesce(nullif(u.nickname, ''), u.account) as name from seeing s join users u on u.id = s.user_id
    where ${only === undefined ? sql`true` : sql`u.id = ${only}`}
    group by u.id having count(distinct s.plant_id) = ${new Set(plantIds).size}
    order by name, u.id limit ${MOST_PEOPLE}`.execute(kysely)
  return rows
}

/** A person's action on alarms, and when. */
export type AlarmAct = Readonly<{ holder: Holder; alarmIds: readonly string[]; nowMs: number }>
type Touched = Readonly<{ id: string; plantId: number }>

/** Longer silence is a block. */
const MOST_SNOOZE_MS = 366 * DAY_MS
const MOST_NOTES = 200

/** Marks alarms as seen, or takes that back. @returns how many changed @throws Refusal NOT_FOUND, NO_PERMISSION */
export function acknowledgeAlarms(db: Db, act: AlarmAct, isAcknowledged: boolean): Promise<number> {
  const { holder, nowMs } = act
  return change(db, act, isAcknowledged ? 'acknowledged' : 'unacknowledged', {}, (kysely, ids) =>
    kysely
      .updateTable('alarms')
      .set({
        acknowledged_at: isAcknowledged ? new Date(nowMs) : null,
        acknowledged_by: isAcknowledged ? holder.userId : null,
      })
      .where('id', 'in', ids)
      .where('acknowledged_at', isAcknowledged ? 'is' : 'is not', null)
      .returning(['id', 'plant_id as plantId'])
      .execute(),
  )
}

/**
 * Silences open alarms until an instant; null wakes them.
 * @returns how many changed @throws Refusal PARAM_ERROR for an instant that is past or more than a year away, NOT_FOUND, NO_PERMISSION
 */
export function snoozeAlarms(db: Db, act: AlarmAct, untilMs: number | null): Promise<number> {
  if (untilMs !== null && (untilMs <= act.nowMs || untilMs > act.nowMs + MOST_SNOOZE_MS))
    throw new Refusal('PARAM_ERROR', { field: 'until' })
  const until = untilMs === null ? null : new Date(untilMs)
  return change(db, act, 'snoozed', { untilMs }, (kysely, ids) =>
    kysely
      .updateTable('alarms')
      .set({ snoozed_until: until })
      .where('id', 'in', ids)
      .where('closed_at', 'is', null)
      .where(sql<boolean>`snoozed_until is distinct from ${until}`)
      .returning(['id', 'plant_id as plantId'])
      .execute(),
  )
}

/**
 * Assigns alarms to a person who may see them; null: to no one.
 * @returns how many changed @throws Refusal NOT_FOUND, NO_PERMISSION, also for a person who may not see all of them
 */
export function assignAlarms(db: Db, act: AlarmAct, userId: number | null): Promise<number> {
  return change(db, act, 'assigned', { userId }, async (kysely, ids, touched) => {
    if (userId !== null) {
      const plantIds = [...new Set(touched.map(({ plantId }) => plantId))]
      const people = await listPeopleOf(kysely, plantIds, act.nowMs, userId)
      if (people.length === 0) throw new Refusal('NOT_FOUND')
    }
    return kysely
      .updateTable('alarms')
      .set({ assigned_to: userId })
      .where('id', 'in', ids)
      .where(sql<boolean>`assigned_to is distinct from ${userId}`)
      .returning(['id', 'plant_id as plantId'])
      .execute()
  })
}

/** Adds a note to an alarm. @throws Refusal PARAM_ERROR for an empty one, TOO_MANY, NOT_FOUND, NO_PERMISSION */
export async function noteAlarm(
  db: Db,
  act: Readonly<{ holder: Holder; alarmId: string; nowMs: number }>,
  written: string,
): Promise<void> {
  const text = cleanText(written)
  if (text === '') throw new Refusal('PARAM_ERROR', { field: 'text' })
  await change(db, { ...act, alarmIds: [act.alarmId] }, 'noted', { text }, async (kysely, _ids, touched) => {
    const { notes } = await kysely
      .selectFrom('alarm_events')
      .select((eb) => eb.fn.countAll<number>().as('notes'))
      .where('alarm_id', '=', act.alarmId)
      .where('kind', '=', 'noted')
      .executeTakeFirstOrThrow()
    if (notes >= MOST_NOTES) throw new Refusal('TOO_MANY', { most: MOST_NOTES })
    return touched
  })
}

/** The people to whom these alarms can be given. @throws Refusal NOT_FOUND, NO_PERMISSION */
export async function listAssignees(db: Db, { holder, alarmIds, nowMs }: AlarmAct): Promise<readonly Person[]> {
  const touched = await findActable(db.kysely, holder, alarmIds, nowMs, false)
  return listPeopleOf(db.kysely, [...new Set(touched.map(({ plantId }) => plantId))], nowMs)
}

/** Lines without invisible characters. */
const cleanText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => cleanLine(line))
    .join('\n')
    .trim()

/** Checks the right, changes what differs, and notes that in the timelines of those. */
async function change(
  db: Db,
  { holder, alarmIds, nowMs }: AlarmAct,
  kind: AlarmEventKind,
  detail: Readonly<Record<string, string | number | null>>,
  write: (kysely: Kysely<Tables>, ids: readonly string[], touched: readonly Touched[]) => Promise<readonly Touched[]>,
): Promise<number> {
  return db.transaction(async (kysely) => {
    const touched = await findActable(kysely, holder, alarmIds, nowMs)
    const ids = touched.map(({ id }) => id)
    const changed = await write(kysely, ids, touched)
    if (changed.length === 0) return 0
    const at = new Date(nowMs)
    await kysely
      .insertInto('alarm_events')
      .values(
        changed.map(({ id, plantId }) => ({
          alarm_id: id,
          plant_id: plantId,
          kind,
          at,
          found_at: at,
          user_id: holder.userId,
          detail: JSON.stringify(detail),
          // People's own actions notify no one.
          notified_at: at,
        })),
      )
      .execute()
    await notifyAlarms(kysely, distinct(changed.map(({ plantId }) => plantId)))
    return changed.length
  })
}

const distinct = (ids: readonly number[]): readonly number[] => [...new Set(ids)]

/** Locked, so that two people do not undo each other unseen. */
async function findActable(
  kysely: Kysely<Tables>,
  holder: Holder,
  alarmIds: readonly string[],
  nowMs: number,
  isLocked = true,
): Promise<readonly Touched[]> {
  const wanted = [...new Set(alarmIds)]
  const { rows } = await sql<Touched & { may: boolean }>`
    select a.id, a.plant_id as "plantId", 'editPlant' = any(m.rights) as may ${visibleAlarms(holder, nowMs)}
    where a.id = any(${wanted}::uuid[]) order by a.id ${isLocked ? sql`for update of a` : sql``}`.execute(kysely)
  if (rows.length < wanted.length) throw new Refusal('NOT_FOUND')
  if (rows.some(({ may }) => !may)) throw new Refusal('NO_PERMISSION')
  return rows
}
