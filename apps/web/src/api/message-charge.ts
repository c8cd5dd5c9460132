/** Cost of messages: credits by channel, their top-ups, and the operator's prices. */
import type { CreditPackage, MessagePrices, PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { queryOptions } from '@tanstack/react-query'
import { applicationsKey, type PageOf, type Payment, pageOf } from './applications.ts'
import { safeLink } from './brand.ts'
import { call } from './call.ts'

export const messageChargeKey = [...applicationsKey, 'message-charge'] as const

export type ChargedChannel = Readonly<{
  channel: PricedChannel
  /** The server can send by it. */
  canSend: boolean
  isCharged: boolean
  balance: number
  lowAt: number
  packages: readonly CreditPackage[]
}>
export type MessageCharge = Readonly<{ currency: string; isPayable: boolean; channels: readonly ChargedChannel[] }>

export const messageChargeQuery = queryOptions({
  queryKey: [...messageChargeKey, 'state'],
  queryFn: ({ signal }): Promise<MessageCharge> =>
    call('GET /backyard-api-s/application/message-charge', undefined, { signal }),
})

export type CreditUse = Readonly<{
  id: number
  channel: PricedChannel
  kind: 'sent' | 'returned' | 'topUp' | 'moved'
  change: number
  balance: number
  atMs: number
}>
export const creditUseQuery = (page: number) =>
  queryOptions({
    queryKey: [...messageChargeKey, 'usage', page],
    queryFn: async ({ signal }): Promise<PageOf<CreditUse>> => {
      const query = pageOf(page)
      const { total, data } = await call('GET /backyard-api-s/application/message-charge/usage', { query }, { signal })
      return { total, rows: data }
    },
  })

/** @returns how it is paid: words of the operator, and their page */
export async function orderTopUp(
  body: Readonly<{ channel: PricedChannel; credits: number; note: string }>,
): Promise<Payment> {
  const { id, text, payLink } = await call('POST /backyard-api-s/application/message-charge/order', { body })
  return { id, text, link: safeLink(payLink) }
}

export const messagePricesQuery = queryOptions({
  queryKey: [...messageChargeKey, 'prices'],
  queryFn: ({ signal }): Promise<MessagePrices> =>
    call('GET /backyard-api-s/application/message-charge/price', undefined, { signal }),
})
export const saveMessagePrices = ({ channels, ...prices }: MessagePrices) => {
  const copy = (channel: PricedChannel) => ({ ...channels[channel], packages: [...channels[channel].packages] })
  const body = { ...prices, channels: { email: copy('email'), sms: copy('sms') } }
  return call('POST /backyard-api-s/application/message-charge/price', { body })
}
