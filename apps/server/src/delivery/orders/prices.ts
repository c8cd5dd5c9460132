import { Refusal } from '@heliograph/domain/errors.ts'
import {
  lacksPayment,
  type MessagePrices,
  pricedChannels,
  readMessagePrices,
} from '@heliograph/domain/messages/message-prices.ts'
import { cleanText } from '@heliograph/domain/text.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { readSetting, saveSetting } from './settings.ts'

/** Free until the operator says otherwise. */
export const readPrices = async (kysely: Kysely<Tables>): Promise<MessagePrices> =>
  readMessagePrices(await readSetting(kysely, 'messagePrices'))

/**
 * @throws Refusal PARAM_ERROR for a charged channel without a package or a way to pay, or two packages of one size
 */
export async function savePrices({ kysely }: Db, messagePrices: MessagePrices): Promise<void> {
  const prices = { ...messagePrices, text: cleanText(messagePrices.text, 1_000) }
  for (const channel of pricedChannels) {
    const { isCharged, packages } = prices.channels[channel]
    const sizes = new Set(packages.map(({ credits }) => credits))
    if ((isCharged && packages.length === 0) || sizes.size < packages.length)
      throw new Refusal('PARAM_ERROR', { field: `channels.${channel}.packages` })
  }
  if (lacksPayment(prices)) throw new Refusal('PARAM_ERROR', { field: 'text' })
  await saveSetting(kysely, 'messagePrices', prices)
}
