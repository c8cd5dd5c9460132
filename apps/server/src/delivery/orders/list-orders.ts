import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import type { NotNull, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { OrderKind, OrderState } from './tables.ts'

type Order = Readonly<{
  id: number
  note: string
  state: OrderState
  orderedMs: number
  closedMs: number | null
  /** null: the account is gone. */
  account: string | null
}>
export type Renewal = Order &
  Readonly<{
    serial: string
    loggerName: string
    plantName: string
    months: number
    /** The end of the renewed plan, YYYY-MM-DD. */
    expiresOn: string | null
  }>
export type TopUp = Order & Readonly<{ channel: PricedChannel; credits: number; price: number; currency: string }>

type Asked = Readonly<{
  /** The person who ordered; absent: of everybody, for the operator. */
  userId?: number
  state?: OrderState | undefined
  page: number
  size: number
}>
type Page<T> = Readonly<{ total: number; items: readonly T[] }>

/** Newest first. */
export async function listRenewals(db: Db, asked: Asked): Promise<Page<Renewal>> {
  const { found, page } = findOrders(db, 'renewal', asked)
  const [total, rows] = await Promise.all([
    found,
    page
      .innerJoin('loggers as l', 'l.id', 'o.logger_id')
      .innerJoin('plants as p', 'p.id', 'o.plant_id')
      .select(['l.address', 'l.name as logger_name', 'p.name as plant_name'])
      .execute(),
  ])
  const items = rows.map((row) => ({
    ...toOrder(row),
    serial: row.address,
    loggerName: row.logger_name,
    plantName: row.plant_name,
    months: row.amount,
    expiresOn: row.expires_on,
  }))
  return { total, items }
}

/** Newest first. */
export async function listTopUps(db: Db, asked: Asked): Promise<Page<TopUp>> {
  const { found, page } = findOrders(db, 'credits', asked)
  const [total, rows] = await Promise.all([
    found,
    page.$narrowType<{ channel: NotNull; currency: NotNull }>().execute(),
  ])
  const items = rows.map((row) => ({
    ...toOrder(row),
    channel: row.channel,
    credits: row.amount,
    price: Number(row.price),
    currency: row.currency,
  }))
  return { total, items }
}

function findOrders({ kysely }: Db, kind: OrderKind, { userId, state, page, size }: Asked) {
  let orders = kysely.selectFrom('orders as o').where('o.kind', '=', kind)
  if (userId !== undefined) orders = orders.where('o.ordered_by', '=', userId)
  if (state !== undefined) orders = orders.where('o.state', '=', state)
  const found = orders
    .select((order) => order.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
    .then(({ total }) => Number(total))
  return {
    found,
    page: orders
      .leftJoin('users as u', 'u.id', 'o.ordered_by')
      .selectAll('o')
      .select('u.account')
      .orderBy('o.id', 'desc')
      .limit(size)
      .offset((page - 1) * size),
  }
}

const toOrder = (row: Selectable<Tables['orders']> & Readonly<{ account: string | null }>): Order => ({
  id: row.id,
  note: row.note,
  state: row.state,
  account: row.account,
  orderedMs: row.ordered_at.getTime(),
  closedMs: row.closed_at?.getTime() ?? null,
})
