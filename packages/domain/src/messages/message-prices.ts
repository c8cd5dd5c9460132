/** Cost of messages for a person, by channel: credits that the operator of the server sells, one for each letter. */
import { isCurrency } from '../money.ts'
import { isPayable, type PaymentWords } from '../payment.ts'

/** Channels that leave by a gateway which the operator pays for; the others are free. */
export const pricedChannels = ['email', 'sms'] as const
export type PricedChannel = (typeof pricedChannels)[number]
/** Whether the operator may charge a channel. */
export const isPricedChannel = (channel: string): channel is PricedChannel =>
  (pricedChannels as readonly string[]).includes(channel)

export const MOST_CREDITS = 1_000_000
export const MOST_PACKAGES = 10
export const MOST_PRICE = 1_000_000

export type CreditPackage = Readonly<{ credits: number; price: number }>
export type ChannelPrice = Readonly<{
  /** false: the operator's own gateway, nothing is counted. */
  isCharged: boolean
  /** Its owner is notified when no more credits than this are left. */
  lowAt: number
  packages: readonly CreditPackage[]
}>
export type MessagePrices = PaymentWords &
  Readonly<{
    /** ISO 4217. */
    currency: string
    channels: Readonly<Record<PricedChannel, ChannelPrice>>
  }>

/** Whether a channel is charged although its credits cannot be paid for. */
export const lacksPayment = ({
  channels,
  ...payment
}: PaymentWords & Readonly<{ channels: Readonly<Record<PricedChannel, Pick<ChannelPrice, 'isCharged'>>> }>): boolean =>
  !isPayable(payment) && pricedChannels.some((channel) => channels[channel].isCharged)

const free: ChannelPrice = { isCharged: false, lowAt: 10, packages: [] }
export const freeMessages: MessagePrices = { currency: 'EUR', text: '', link: '', channels: { email: free, sms: free } }

type Given = Readonly<Record<string, unknown>>
const toGiven = (value: unknown): Given => (typeof value === 'object' && value !== null ? (value as Given) : {})
const toCount = (value: unknown, most: number): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= most ? value : undefined

/**
 * Stored prices, free where the database has none.
 * @param stored JSON of any shape
 */
export function readMessagePrices(stored: unknown): MessagePrices {
  const { currency, text, link, channels } = toGiven(stored)
  return {
    currency: typeof currency === 'string' && isCurrency(currency) ? currency : freeMessages.currency,
    text: typeof text === 'string' ? text : '',
    link: typeof link === 'string' ? link : '',
    channels: Object.fromEntries(
      pricedChannels.map((channel) => [channel, readChannel(toGiven(toGiven(channels)[channel]))]),
    ) as MessagePrices['channels'],
  }
}

function readChannel({ isCharged, lowAt, packages }: Given): ChannelPrice {
  const list = Array.isArray(packages) ? packages.slice(0, MOST_PACKAGES) : []
  return {
    isCharged: isCharged === true,
    lowAt: toCount(lowAt, MOST_CREDITS) ?? free.lowAt,
    packages: list.flatMap((item) => {
      const credits = toCount(toGiven(item).credits, MOST_CREDITS)
      const price = toCount(toGiven(item).price, MOST_PRICE)
      return credits === undefined || credits < 1 || price === undefined ? [] : [{ credits, price }]
    }),
  }
}
