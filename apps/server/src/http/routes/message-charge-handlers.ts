import { pricedChannels } from '@heliograph/domain/messages/message-prices.ts'
import { isPayable } from '@heliograph/domain/payment.ts'
import {
  cancelOrder,
  closeOrder,
  listBalances,
  listEntries,
  listTopUps,
  orderTopUp,
  readPrices,
  savePrices,
  type TopUp,
} from '../../delivery/orders/orders.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'

const toOrder = ({ account: _, ...row }: TopUp) => row

/** By which channels this server can send. */
const gatewaysOf = ({ mail }: UserContext['services']) => ({ email: mail.hasMailServer, sms: mail.hasSms })

export const messageChargeHandlers = {
  'GET /backyard-api-s/application/message-charge': async ({ context }) => {
    const { db, session, services } = context
    const [prices, balances] = await Promise.all([readPrices(db.kysely), listBalances(db, session.userId)])
    const gateways = gatewaysOf(services)
    return {
      currency: prices.currency,
      isPayable: isPayable(prices),
      channels: pricedChannels.map((channel) => ({
        channel,
        canSend: gateways[channel],
        balance: balances[channel],
        ...prices.channels[channel],
      })),
    }
  },
  'GET /backyard-api-s/application/message-charge/usage': async ({ query, context }) => {
    const { total, items } = await listEntries(context.db, context.session.userId, query)
    return { total, data: items }
  },
  'POST /backyard-api-s/application/message-charge/order': ({ body, context }) => {
    const canSend = gatewaysOf(context.services)[body.channel]
    return orderTopUp(context.db, { ...body, userId: context.session.userId, canSend }, context.nowMs)
  },
  'GET /backyard-api-s/application/message-charge/order': async ({ query, context }) => {
    const { page, size } = query
    const { total, items } = await listTopUps(context.db, { userId: context.session.userId, page, size })
    return { total, data: items.map(toOrder) }
  },
  'POST /backyard-api-s/application/message-charge/order/{id}/cancel': async ({ params, context }) => {
    await cancelOrder(context.db, { kind: 'credits', id: params.id, userId: context.session.userId }, context.nowMs)
    return { success: true }
  },
  'GET /backyard-api-s/application/message-charge/order/manage': async ({ query, context }) => {
    const { page, size, state } = query
    const { total, items } = await listTopUps(context.db, { page, size, state })
    return { total, data: items }
  },
  'POST /backyard-api-s/application/message-charge/order/{id}/state': async ({ params, body, context }) => {
    await closeOrder(context.db, { kind: 'credits', id: params.id, state: body.state }, context.nowMs)
    return { success: true }
  },
  'GET /backyard-api-s/application/message-charge/price': ({ context }) => readPrices(context.db.kysely),
  'POST /backyard-api-s/application/message-charge/price': async ({ body, context }) => {
    await savePrices(context.db, body)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>
