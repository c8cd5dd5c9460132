import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { postMessages } from '../inbox/inbox.ts'

/** Tells a person that their rights on a plant changed or ended, in the transaction that did it. No email says it. */
export async function tellShare(
  transaction: Kysely<Tables>,
  event: 'shareChanged' | 'shareEnded',
  { plantId, userId, nowMs }: Readonly<{ plantId: number; userId: number; nowMs: number }>,
): Promise<void> {
  const message = { kind: 'sharing', event, plantId, atMs: nowMs, facts: {}, isMailed: false } as const
  await postMessages(transaction, [{ ...message, key: `share:${randomUUID()}`, userIds: [userId] }], nowMs)
}
