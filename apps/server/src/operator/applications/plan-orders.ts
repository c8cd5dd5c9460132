import { extendPlan } from '@heliograph/domain/data-plan.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isPayable, type PaymentWords } from '@heliograph/domain/payment.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OrderState } from './open-orders.ts'

export type PlanOrder = Readonly<{
  id: number
  serial: string
  loggerName: string
  plantName: string
  months: number
  note: string
  state: OrderState
  orderedMs: number
  closedMs: number | null
  /** The end of the renewed plan, YYYY-MM-DD. */
  expiresOn: string | null
  /** null: the account is gone. */
  account: string | null
}>
/** How a renewal is paid; in the page's address `{order}` and `{months}` are filled in. */
export type Renewal = PaymentWords

/** How it is paid, the order and its months filled in. @throws Refusal NOT_FOUND, ORDER_NOT_TAKEN, ABNORMAL when one is open */
export async function orderRenewal(
  db: Db,
  given: Readonly<{ loggerId: number; userId: number; months: number; note: string }>,
  nowMs: number,
): Promise<Readonly<{ id: number; text: string; payLink: string }>> {
  const { text, link } = await getRenewal(db)
  if (!isPayable({ text, link })) throw new Refusal('ORDER_NOT_TAKEN', { reason: 'payment' })
  const logger = await db.kysely
    .selectFrom('loggers')
    .select('plant_id')
    .where('id', '=', given.loggerId)
    .executeTakeFirst()
  if (logger?.plant_id == null) throw new Refusal('NOT_FOUND')
  const row = await db.kysely
    .insertInto('data_plan_orders')
    .values({
      ...{ plant_id: logger.plant_id, logger_id: given.loggerId, months: given.months, ordered_by: given.userId },
      note: cleanLine(given.note, 300),
      ordered_at: new Date(nowMs),
      closed_at: null,
      expires_on: null,
    })
    .onConflict((conflict) => conflict.columns(['logger_id']).where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('ABNORMAL')
  const payLink = link.replaceAll('{order}', String(row.id)).replaceAll('{months}', String(given.months))
  return { id: row.id, text, payLink }
}

/** Newest first. @param given.userId the person who ordered; absent: of everybody, for the operator */
export async function listOrders(
  db: Db,
  given: Readonly<{ userId?: number; state?: OrderState | undefined; page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly PlanOrder[] }>> {
  const { userId, state, page, size } = given
  let of = db.kysely.selectFrom('data_plan_orders as o')
  if (userId !== undefined) of = of.where('o.ordered_by', '=', userId)
  if (state !== undefined) of = of.where('o.state', '=', state)
  const [{ total }, rows] = await Promise.all([
    of.select((one) => one.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    of
      .innerJoin('loggers as l', 'l.id', 'o.logger_id')
      .innerJoin('plants as p', 'p.id', 'o.plant_id')
      .leftJoin('users as u', 'u.id', 'o.ordered_by')
      .select(['o.id', 'o.months', 'o.note', 'o.state', 'o.ordered_at', 'o.closed_at', 'o.expires_on'])
      .select(['l.address', 'l.name as logger_name', 'p.name as plant_name', 'u.account'])
      .orderBy('o.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const items = rows.map((row) => ({
    ...{ id: row.id, months: row.months, note: row.note, state: row.state, account: row.account },
    serial: row.address,
    loggerName: row.logger_name,
    plantName: row.plant_name,
    orderedMs: row.ordered_at.getTime(),
    closedMs: row.closed_at?.getTime() ?? null,
    expiresOn: row.expires_on,
  }))
  return { total, items }
}

/** By the operator: a renewal that is done moves the plan's end. @throws Refusal NOT_FOUND, also for a closed one */
export async function closeOrder(
  db: Db,
  given: Readonly<{ id: number; state: 'done' | 'refused'; expiresOn: string | null }>,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const order = await transaction
      .selectFrom('data_plan_orders as o')
      .innerJoin('loggers as l', 'l.id', 'o.logger_id')
      .innerJoin('plants as p', 'p.id', 'o.plant_id')
      .select(['o.logger_id', 'o.plant_id', 'o.months', 'l.sim_expires_on', 'l.plant_id as now_at', 'p.zone'])
      .where('o.id', '=', given.id)
      .where('o.state', '=', 'open')
      .forUpdate(['o'])
      .executeTakeFirst()
    if (order === undefined) throw new Refusal('NOT_FOUND')
    const isDone = given.state === 'done'
    const expiresOn = isDone
      ? (given.expiresOn ?? extendPlan(order.sim_expires_on, order.months, localDate(nowMs, order.zone)))
      : null
    await transaction
      .updateTable('data_plan_orders')
      .set({ state: given.state, closed_at: new Date(nowMs), expires_on: expiresOn })
      .where('id', '=', given.id)
      .execute()
    // The logger may have gone to another plant meanwhile; its card is still the one that was paid for.
    if (isDone)
      await transaction
        .updateTable('loggers')
        .set({ sim_expires_on: expiresOn })
        .where('id', '=', order.logger_id)
        .execute()
  })
}

const RENEWAL = 'renewal'

/** Empty texts while the operator has said nothing: nothing is sold until then. */
export async function getRenewal(db: Db): Promise<Renewal> {
  const row = await db.kysely
    .selectFrom('application_settings')
    .select('value')
    .where('name', '=', RENEWAL)
    .executeTakeFirst()
  return { text: '', link: '', ...(row?.value as Partial<Renewal> | undefined) }
}

export async function setRenewal(db: Db, { text, link }: Renewal): Promise<void> {
  const value = JSON.stringify({ text: cleanText(text, 1_000), link })
  await sql`
    insert into application_settings (name, value) values (${RENEWAL}, ${value}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db.kysely)
}
