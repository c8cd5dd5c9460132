import { digestTime } from '@heliograph/domain/messages/due-time.ts'
import type { MessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Messages collected for a summary follow the new schedule of summaries. */
export async function moveDigest(
  { kysely }: Pick<Db, 'kysely'>,
  userId: number,
  { digest, zone }: Pick<MessageSettings, 'digest' | 'zone'>,
  nowMs: number,
): Promise<void> {
  if (digest === 'off') return
  await sql`update message_deliveries d set due_at = ${new Date(digestTime(digest, nowMs, zone))}
    from message_addresses a
    where a.id = d.address_id and a.user_id = ${userId} and d.is_digest and d.sending_id is null
      and d.due_at > ${new Date(nowMs)}`.execute(kysely)
}
