import { Refusal } from '@heliograph/domain/errors.ts'
import {
  lacksPayment,
  type MessagePrices,
  pricedChannels,
  readMessagePrices,
} from '@heliograph/domain/messages/message-prices.ts'
import { cleanText } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

const NAME = 'messagePrices'

/** Free until the operator says otherwise. */
export async function readPrices(kysely: Kysely<Tables>): Promise<MessagePrices> {
  const row = await kysely
    .selectFrom('application_settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return readMessagePrices(row?.value)
}

/**
 * @throws Refusal PARAM_ERROR for a charged channel that nobody could top up or pay for, or two packages of one size
 */
export async function savePrices({ kysely }: Db, given: MessagePrices): Promise<void> {
  const prices = { ...given, text: cleanText(given.text, 1_000) }
  for (const channel of pricedChannels) {
    const { isCharged, packages } = prices.channels[channel]
    const sizes = new Set(packages.map(({ credits }) => credits))
    if ((isCharged && packages.length === 0) || sizes.size < packages.length)
      throw new Refusal('PARAM_ERROR', { field: `body.channels.${channel}.packages` })
  }
  if (lacksPayment(prices)) throw new Refusal('PARAM_ERROR', { field: 'body.text' })
  const value = JSON.stringify(prices)
  await sql`
    insert into application_settings (name, value) values (${NAME}, ${value}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(kysely)
}
