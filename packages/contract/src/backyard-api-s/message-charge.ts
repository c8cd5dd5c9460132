import { MOST_CREDITS, MOST_PACKAGES, MOST_PRICE, pricedChannels } from '@heliograph/domain/messages/message-prices.ts'
import { isCurrency } from '@heliograph/domain/money.ts'
import { z } from 'zod'
import { administrator, endpoint, signedIn } from '../endpoint.ts'
import { done, epochMs, idParams, list, pageQuery } from '../page.ts'
import { anyOrder, managedQuery, ofAccount, orderNote, payment, placedOrder } from './order.ts'

const channel = z.enum(pricedChannels)
const credits = z.number().int().min(1).max(MOST_CREDITS)
const creditPackage = z.strictObject({
  credits,
  /** In the currency of the table, with two decimals at most. */
  price: z.number().min(0).max(MOST_PRICE).multipleOf(0.01),
})

const order = anyOrder.extend({
  channel,
  credits: z.number().int(),
  price: z.number(),
  currency: z.string(),
})
export type TopUpWire = z.infer<typeof order>

const channelPrice = z.strictObject({
  isCharged: z.boolean(),
  /** Its owner gets a message when no more credits than this are left. */
  lowAt: z.number().int().min(0).max(MOST_CREDITS),
  packages: z.array(creditPackage).max(MOST_PACKAGES),
})
/** In the link `{order}`, `{credits}`, `{price}` and `{currency}` are filled in. */
const prices = payment.extend({
  currency: z.string().max(3).refine(isCurrency),
  channels: z.strictObject({ email: channelPrice, sms: channelPrice }),
})

export const messageChargeCalls = {
  'GET /backyard-api-s/application/message-charge': endpoint({
    summary: 'What messages cost this person, by channel, and the credits that are left',
    features: ['messageCharge', 'application'],
    right: signedIn,
    reply: z.object({
      currency: z.string(),
      /** The operator has said how a top-up is paid: until then none is taken. */
      isPayable: z.boolean(),
      channels: z.array(
        z.object({
          channel,
          /** The server can send by it. */
          canSend: z.boolean(),
          /** false: the operator's own gateway, no charge. */
          isCharged: z.boolean(),
          balance: z.number().int(),
          lowAt: z.number().int(),
          packages: z.array(creditPackage),
        }),
      ),
    }),
  }),
  'GET /backyard-api-s/application/message-charge/usage': endpoint({
    summary: "Changes of the person's credits, newest first",
    features: ['messageCharge', 'application'],
    right: signedIn,
    query: pageQuery,
    reply: list(
      z.object({
        id: z.number().int(),
        channel,
        kind: z.enum(['sent', 'returned', 'topUp', 'moved']),
        change: z.number().int(),
        balance: z.number().int(),
        atMs: epochMs,
      }),
    ),
  }),
  'POST /backyard-api-s/application/message-charge/order': endpoint({
    summary: 'Order a package of credits from the operator of this server',
    undo: 'act',
    features: ['messageCharge', 'application'],
    right: signedIn,
    body: z.strictObject({ channel, credits, note: orderNote }),
    reply: placedOrder,
  }),
  'GET /backyard-api-s/application/message-charge/order': endpoint({
    summary: "The person's own top-ups, newest first",
    features: ['messageCharge', 'application'],
    right: signedIn,
    query: pageQuery,
    reply: list(order),
  }),
  'POST /backyard-api-s/application/message-charge/order/{id}/cancel': endpoint({
    summary: 'Cancel an own top-up that is open',
    undo: 'act',
    features: ['messageCharge', 'application'],
    right: signedIn,
    params: idParams,
    reply: done,
  }),
  'GET /backyard-api-s/application/message-charge/order/manage': endpoint({
    summary: 'Top-ups of everybody, newest first',
    right: administrator,
    query: managedQuery,
    reply: list(order.extend(ofAccount)),
  }),
  'POST /backyard-api-s/application/message-charge/order/{id}/state': endpoint({
    summary: 'Say that a top-up is paid, which adds its credits, or refused',
    undo: 'act',
    right: administrator,
    params: idParams,
    body: z.strictObject({ state: z.enum(['done', 'refused']) }),
    reply: done,
  }),
  'GET /backyard-api-s/application/message-charge/price': endpoint({
    summary: 'What messages cost by channel, for the operator',
    right: administrator,
    reply: prices,
  }),
  'POST /backyard-api-s/application/message-charge/price': endpoint({
    summary: 'Set what messages cost by channel',
    undo: 'ownWay',
    right: administrator,
    body: prices,
    reply: done,
  }),
} as const
