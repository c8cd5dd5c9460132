import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ExportSchedulesTable, Tables } from '../db/tables.ts'
import { findUsualZone, getFacts } from '../plants/plants.ts'
import { rightOf } from './check-definition.ts'
import { addExport, type ExportOrders, type Orderer, requireRoom } from './export-orders.ts'
import { mayExport } from './may-export.ts'
import { requireExportable } from './read-export.ts'
import { nextRun, periodBefore, type ScheduleEvery } from './schedule-times.ts'

/** An export that is made each morning, Monday, or first of a month, about the period before. */
export type ExportSchedule = Readonly<{
  id: number
  name: string
  every: ScheduleEvery
  definition: ExportDefinition
  nextAtMs: number
}>

type Row = Selectable<ExportSchedulesTable>

/** Files of one schedule that are kept: a daily one must not fill the person's space. */
const KEPT_PER_SCHEDULE = 3
const MOST_AT_ONCE = 50

const toSchedule = (row: Row): ExportSchedule => ({
  id: row.id,
  name: row.name,
  every: row.every,
  definition: row.definition as ExportDefinition,
  nextAtMs: row.next_at.getTime(),
})

const ordererOf = (row: Row): Orderer => ({
  plantId: row.plant_id,
  userId: row.user_id,
  organisationId: row.organisation_id,
})

/** In which a schedule's morning comes: the plant's, or the one of most of the plants. */
const zoneOf = async (db: Db, { plantId, ...holder }: Orderer, nowMs: number): Promise<string> =>
  plantId === null ? ((await findUsualZone(db, holder, nowMs)) ?? 'UTC') : (await getFacts(db, plantId)).zone

/** A person's own schedules of a plant, or of all plants. */
export async function listSchedules({ kysely }: Db, orderer: Orderer): Promise<readonly ExportSchedule[]> {
  const { plantId, userId, organisationId } = orderer
  const rows = await kysely
    .selectFrom('export_schedules')
    .selectAll()
    .where('plant_id', plantId === null ? 'is' : '=', plantId)
    .where('user_id', '=', userId)
    .where('organisation_id', organisationId === null ? 'is' : '=', organisationId)
    .orderBy('id')
    .limit(exportLimits.schedules)
    .execute()
  return rows.map(toSchedule)
}

/**
 * Adds a schedule, which emails the person's own confirmed address.
 * @throws Refusal PARAM_ERROR, EXPORT_TOO_LONG, TOO_MANY (`most`), ABNORMAL without an address
 */
export async function addSchedule(
  db: Db,
  orderer: Orderer,
  given: Readonly<{ name: string; every: ScheduleEvery; definition: ExportDefinition; host: string; nowMs: number }>,
): Promise<ExportSchedule> {
  const { every, host, nowMs } = given
  const { plantId, userId, organisationId } = orderer
  const name = cleanLine(given.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'body.name' })
  const zone = await zoneOf(db, orderer, nowMs)
  const definition = { ...given.definition, ...periodBefore(every, zone, nowMs) }
  await requireExportable(db, plantId, definition)
  return db.transaction(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.email === null) throw new Refusal('ABNORMAL')
    const own = await transaction.selectFrom('export_schedules').select('id').where('user_id', '=', userId).execute()
    if (own.length >= exportLimits.schedules) throw new Refusal('TOO_MANY', { most: exportLimits.schedules })
    const row = await transaction
      .insertInto('export_schedules')
      .values({
        plant_id: plantId,
        user_id: userId,
        organisation_id: organisationId,
        host,
        name,
        every,
        definition: JSON.stringify(definition),
        next_at: new Date(nextRun(every, zone, nowMs)),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toSchedule(row)
  })
}

/** @throws Refusal NOT_FOUND */
export async function removeSchedule(db: Db, orderer: Orderer, id: number): Promise<void> {
  if (!(await listSchedules(db, orderer)).some((one) => one.id === id)) throw new Refusal('NOT_FOUND')
  await db.kysely.deleteFrom('export_schedules').where('id', '=', id).execute()
}

/** Orders the exports whose morning has come. Safe on several nodes at once. @returns how many */
export async function runSchedules(db: Db, orders: ExportOrders, nowMs: number): Promise<number> {
  return db.transaction(async (transaction) => {
    const due = await transaction
      .selectFrom('export_schedules')
      .selectAll()
      .where('next_at', '<=', new Date(nowMs))
      // A deleted plant may come back, with its schedules.
      .where(sql<boolean>`plant_id not in (select plant_id from binned_plants)`)
      .orderBy('next_at')
      .limit(MOST_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of due) await runOne(db, transaction, orders, row, nowMs)
    return due.length
  })
}

async function runOne(
  db: Db,
  transaction: Kysely<Tables>,
  orders: ExportOrders,
  row: Row,
  nowMs: number,
): Promise<void> {
  const own = transaction.deleteFrom('export_schedules').where('id', '=', row.id)
  const orderer = ordererOf(row)
  const saved = row.definition as ExportDefinition
  // Who may no longer see the plant gets no mail about it either.
  if (!(await mayExport(db, orderer, rightOf(saved), nowMs))) return void (await own.execute())
  const zone = await zoneOf(db, orderer, nowMs)
  await removeOlder(transaction, row.id)
  const definition = { ...saved, ...periodBefore(row.every, zone, nowMs) }
  const wanted = { definition, mail: true, nowMs, host: row.host, scheduleId: row.id }
  const refusal = await requireRoom(transaction, row.user_id).catch((error: unknown) => error)
  if (refusal instanceof Refusal) await addExport(transaction, orders, orderer, wanted, refusal.code)
  else if (refusal === undefined) await addExport(transaction, orders, orderer, wanted)
  else throw refusal
  await transaction
    .updateTable('export_schedules')
    .set({ next_at: new Date(nextRun(row.every, zone, nowMs)) })
    .where('id', '=', row.id)
    .execute()
}

async function removeOlder(transaction: Kysely<Tables>, scheduleId: number): Promise<void> {
  const rows = await transaction
    .selectFrom('plant_exports')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .orderBy('id', 'desc')
    .execute()
  const older = rows.slice(KEPT_PER_SCHEDULE - 1).map(({ id }) => id)
  if (older.length > 0) await transaction.deleteFrom('plant_exports').where('id', 'in', older).execute()
}
