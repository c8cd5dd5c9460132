/** Orders of people at the operator: renewals of data plans, and credits for messages. */
import type { PlanOrderWire } from '@heliograph/contract/backyard-api-s/application.ts'
import type { TopUpWire } from '@heliograph/contract/backyard-api-s/message-charge.ts'
import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { queryOptions } from '@tanstack/react-query'
import { applicationsKey, type PageOf, pageOf } from './applications.ts'
import { call } from './call.ts'

type Facts = Readonly<{
  id: number
  note: string
  state: 'open' | 'done' | 'refused' | 'cancelled'
  orderedMs: number
  /** The account that ordered; only for the operator. */
  account?: string | null
}>
export type Order = Facts &
  (
    | Readonly<{
        kind: 'renewal'
        serial: string
        loggerName: string
        plantName: string
        months: number
        expiresOn: string | undefined
      }>
    | Readonly<{ kind: 'credits'; channel: PricedChannel; credits: number; price: number; currency: string }>
  )
export type OrderKind = Order['kind']

const toRenewal = ({ closedMs: _, expiresOn, ...row }: PlanOrderWire & Pick<Facts, 'account'>): Order => ({
  ...row,
  expiresOn: expiresOn ?? undefined,
  kind: 'renewal',
})
const toTopUp = ({ closedMs: _, ...row }: TopUpWire & Pick<Facts, 'account'>): Order => ({ ...row, kind: 'credits' })

const RENEWALS = '/backyard-api-s/application/order'
const TOP_UPS = '/backyard-api-s/application/message-charge/order'

/** The reader's last orders. */
export const ownOrdersQuery = (kind: OrderKind) =>
  queryOptions({
    queryKey: [...applicationsKey, 'orders', kind, 'own'],
    queryFn: async ({ signal }): Promise<PageOf<Order>> => {
      const parts = { query: pageOf(1) }
      if (kind === 'renewal') {
        const { total, data } = await call(`GET ${RENEWALS}`, parts, { signal })
        return { total, rows: data.map(toRenewal) }
      }
      const { total, data } = await call(`GET ${TOP_UPS}`, parts, { signal })
      return { total, rows: data.map(toTopUp) }
    },
  })

/** Of everybody, for the operator. */
export const allOrdersQuery = (kind: OrderKind, page: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'orders', kind, 'all', page],
    queryFn: async ({ signal }): Promise<PageOf<Order>> => {
      const parts = { query: pageOf(page) }
      if (kind === 'renewal') {
        const { total, data } = await call(`GET ${RENEWALS}/manage`, parts, { signal })
        return { total, rows: data.map(toRenewal) }
      }
      const { total, data } = await call(`GET ${TOP_UPS}/manage`, parts, { signal })
      return { total, rows: data.map(toTopUp) }
    },
  })

export const cancelOrder = ({ kind, id }: Order) =>
  call(kind === 'renewal' ? `POST ${RENEWALS}/{id}/cancel` : `POST ${TOP_UPS}/{id}/cancel`, { params: { id } })

export const closeOrder = ({ kind, id }: Order, state: 'done' | 'refused') =>
  call(kind === 'renewal' ? `POST ${RENEWALS}/{id}/state` : `POST ${TOP_UPS}/{id}/state`, {
    params: { id },
    body: { state },
  })
