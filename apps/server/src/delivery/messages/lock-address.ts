import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * Whoever changes the sendings or deliveries of an address locks it first: its removal locks it first as well, and then
 * both. Messages come next, as in `postMessages`, then sendings, then deliveries. New deliveries do not wait for it.
 * @returns false: it is gone, with its sendings
 */
export async function lockAddress(transaction: Kysely<Tables>, addressId: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('message_addresses')
    .select('id')
    .where('id', '=', addressId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
