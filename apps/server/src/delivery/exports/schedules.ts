import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { findUsualZone, getFacts } from '../../fleet/plants/plants.ts'
import { isInForce } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { requireRepeatable, rightOf } from './check-definition.ts'
import { addExport, type ExportOrders, orderExport, requireSpace } from './export-orders.ts'
import { ordererOf } from './live-schedule.ts'
import { mayExport, type Orderer } from './may-export.ts'
import { requireExportable } from './read-export.ts'
import { addRecipients, cleanAddresses, listRecipients, type Recipient } from './recipients.ts'
import { nextRun, periodBefore, type ScheduleEvery } from './schedule-times.ts'
import type { ExportSchedulesTable } from './tables.ts'

/** An export that is made each morning, Monday, or first of a month, about the period before. */
export type ExportSchedule = Readonly<{
  id: number
  name: string
  every: ScheduleEvery
  definition: ExportDefinition
  nextAtMs: number
  attaches: boolean
  /** false: the person unsubscribed from the own emails. */
  mailsOwner: boolean
  recipients: readonly Recipient[]
}>

type Row = Selectable<ExportSchedulesTable>

/** Files of one schedule that are kept: a daily one must not fill the person's space. */
const KEPT_PER_SCHEDULE = 3
const MOST_AT_ONCE = 50

const toSchedule = (row: Row, recipients: readonly Recipient[] = []): ExportSchedule => ({
  id: row.id,
  name: row.name,
  every: row.every,
  definition: row.definition as ExportDefinition,
  nextAtMs: row.next_at.getTime(),
  attaches: row.attaches,
  mailsOwner: row.mails_owner,
  recipients,
})

/** In which a schedule's morning comes: the plant's, or the one of most of the plants. */
const zoneOf = async (db: Db, { plantId, ...holder }: Orderer, nowMs: number): Promise<string> =>
  plantId === null ? ((await findUsualZone(db, holder, nowMs)) ?? 'UTC') : (await getFacts(db, plantId)).zone

/** A person's own schedules of a plant, or of all plants. */
export async function listSchedules(db: Db, orderer: Orderer): Promise<readonly ExportSchedule[]> {
  const { plantId, userId, organizationId } = orderer
  const rows = await db.kysely
    .selectFrom('export_schedules')
    .selectAll()
    .where('plant_id', plantId === null ? 'is' : '=', plantId)
    .where('user_id', '=', userId)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .orderBy('id')
    .limit(exportLimits.schedules)
    .execute()
  const recipients = await listRecipients(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toSchedule(row, recipients.get(row.id)))
}

export type NewSchedule = Readonly<{
  name: string
  every: ScheduleEvery
  definition: ExportDefinition
  attaches: boolean
  recipients: readonly string[]
  host: string
  mail: Mail
  publicUrl: string
  nowMs: number
  /** The personal access token that makes it, with which it ends. */
  accessTokenId: number | null
}>

/**
 * Adds a schedule, which emails the person's own confirmed address, and others once they confirmed theirs.
 * @throws Refusal PARAM_ERROR, EXPORT_TOO_LONG, TOO_MANY (`most`), ABNORMAL without an address
 */
export async function addSchedule(db: Db, orderer: Orderer, options: NewSchedule): Promise<ExportSchedule> {
  const { every, host, nowMs } = options
  const { plantId, userId, organizationId } = orderer
  const name = cleanLine(options.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  requireRepeatable(options.definition, every)
  const zone = await zoneOf(db, orderer, nowMs)
  const addresses = cleanAddresses(options.recipients)
  const definition = fitPeriod(options.definition, every, zone, nowMs)
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
        organization_id: organizationId,
        host,
        name,
        every,
        definition: JSON.stringify(definition),
        attaches: options.attaches,
        access_token_id: options.accessTokenId,
        next_at: new Date(nextRun(every, zone, nowMs)),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { language } = options.definition
    const invited = { ...options, addresses, scheduleId: row.id, plantId, userId, name, language }
    await addRecipients(transaction, invited)
    const added = addresses.map((address, at): Recipient => ({ id: at, address, state: 'asked' }))
    return toSchedule(row, added)
  })
}

/**
 * Sets the further recipients of a schedule's emails. One that is left out gets no more; a new one is asked once; one
 * that unsubscribed is not asked again.
 * @throws Refusal NOT_FOUND, PARAM_ERROR, TOO_MANY (`most`)
 */
export async function setRecipients(
  db: Db,
  orderer: Orderer,
  options: Readonly<{
    id: number
    recipients: readonly string[]
    host: string
    mail: Mail
    publicUrl: string
    nowMs: number
    accessTokenId: number | null
  }>,
): Promise<ExportSchedule> {
  const schedule = (await listSchedules(db, orderer)).find(({ id }) => id === options.id)
  if (schedule === undefined) throw new Refusal('NOT_FOUND')
  const wanted = cleanAddresses(options.recipients)
  const kept = schedule.recipients.filter(({ address, state }) => state === 'ended' || wanted.includes(address))
  const addresses = wanted.filter((address) => !kept.some((item) => item.address === address))
  const gone = schedule.recipients.filter((recipient) => !kept.includes(recipient)).map(({ id }) => id)
  const { name, definition } = schedule
  const { language } = definition
  await db.transaction(async (transaction) => {
    // Two edits at once would ask an address twice.
    await transaction.selectFrom('export_schedules').select('id').where('id', '=', options.id).forUpdate().execute()
    if (gone.length > 0) await transaction.deleteFrom('report_recipients').where('id', 'in', gone).execute()
    const { plantId, userId } = orderer
    await addRecipients(transaction, { ...options, addresses, scheduleId: options.id, plantId, userId, name, language })
  })
  const recipients = (await listRecipients(db, [options.id])).get(options.id) ?? []
  return { ...schedule, recipients }
}

/** @throws Refusal NOT_FOUND */
export async function removeSchedule(db: Db, orderer: Orderer, id: number): Promise<void> {
  if (!(await listSchedules(db, orderer)).some((schedule) => schedule.id === id)) throw new Refusal('NOT_FOUND')
  await db.kysely.deleteFrom('export_schedules').where('id', '=', id).execute()
}

/** Makes the export of a schedule at once and emails it to the person alone. @throws Refusal NOT_FOUND, and as orderExport */
export async function sendTest(
  db: Db,
  orders: ExportOrders,
  orderer: Orderer,
  options: Readonly<{ id: number; host: string; nowMs: number }>,
): Promise<void> {
  const schedule = (await listSchedules(db, orderer)).find(({ id }) => id === options.id)
  if (schedule === undefined) throw new Refusal('NOT_FOUND')
  const { host, nowMs } = options
  const definition = fitPeriod(schedule.definition, schedule.every, await zoneOf(db, orderer, nowMs), nowMs)
  const wanted = { definition, mail: true, isTest: true, scheduleId: schedule.id, host, nowMs }
  await orderExport(db, orders, orderer, wanted)
}

/** The days before, and of a report rows that fit them. */
function fitPeriod(definition: ExportDefinition, every: ScheduleEvery, zone: string, nowMs: number): ExportDefinition {
  const period = periodBefore(every, zone, nowMs)
  if (definition.kind !== 'report') return { ...definition, ...period }
  return { ...definition, ...period, step: every === 'year' ? 'month' : 'day' }
}

/** Orders the exports whose morning has come. Safe on several nodes at once. @returns how many */
export async function runSchedules(db: Db, orders: ExportOrders, nowMs: number): Promise<number> {
  return db.transaction(async (transaction) => {
    const due = await transaction
      .selectFrom('export_schedules')
      .selectAll()
      .where('next_at', '<=', new Date(nowMs))
      // A deleted plant may come back, with its schedules.
      .where(sql<boolean>`(plant_id is null or plant_id not in (select plant_id from binned_plants))`)
      .orderBy('next_at')
      .limit(MOST_AT_ONCE)
      .where(isInForce('access_token_id', nowMs))
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
  // A person who may no longer see the plant gets no mail about it either.
  if (!(await mayExport(db, orderer, rightOf(saved), nowMs))) return void (await own.execute())
  const zone = await zoneOf(db, orderer, nowMs)
  await removeOlder(transaction, row.id)
  const definition = fitPeriod(saved, row.every, zone, nowMs)
  const wanted = { definition, mail: true, nowMs, host: row.host, scheduleId: row.id }
  const refusal = await requireSpace(transaction, row.user_id).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
  await addExport(transaction, orders, orderer, wanted, refusal)
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
