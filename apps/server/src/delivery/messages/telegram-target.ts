import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { putAddress } from './addresses.ts'

/** A group became a supergroup: Telegram tells its new id once. */
export async function moveTelegram(transaction: Kysely<Tables>, addressId: number, chatId: string): Promise<void> {
  const row = await transaction
    .selectFrom('message_addresses')
    .select(['user_id', 'name', 'created_at'])
    .where('id', '=', addressId)
    .executeTakeFirst()
  if (row === undefined) return
  const moved = await putAddress(transaction, {
    ...{ userId: row.user_id, name: row.name, nowMs: row.created_at.getTime() },
    target: { channel: 'telegram', chatId },
  })
  // The old row keeps its sendings: it takes the new target.
  const target = await transaction
    .selectFrom('message_addresses')
    .select(['target', 'target_hash'])
    .where('id', '=', moved)
    .executeTakeFirst()
  if (target === undefined || moved === addressId) return
  await transaction.deleteFrom('message_addresses').where('id', '=', moved).execute()
  await transaction.updateTable('message_addresses').set(target).where('id', '=', addressId).execute()
}
