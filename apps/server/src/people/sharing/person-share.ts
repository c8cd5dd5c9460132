import { randomUUID } from 'node:crypto'
import type { Grant } from '@heliograph/domain/share.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Holder } from '../accounts/accounts.ts'
import { postMessages } from '../inbox/inbox.ts'
import { toGranted } from './grant.ts'
import { lockAsOwner } from './owner-lock.ts'

/** Message to a person whose rights on a plant changed or ended, in the transaction that did it. No email says it. */
async function tellShare(
  transaction: Kysely<Tables>,
  event: 'shareChanged' | 'shareEnded',
  { plantId, userId, nowMs }: Readonly<{ plantId: number; userId: number; nowMs: number }>,
): Promise<void> {
  const message = { kind: 'sharing', event, plantId, atMs: nowMs, facts: {}, isMailed: false } as const
  await postMessages(transaction, [{ ...message, key: `share:${randomUUID()}`, userIds: [userId] }], nowMs)
}

type Member = Readonly<{ plantId: number; userId: number }>

/** The owner has no share and is not found here. @throws Refusal NOT_FOUND, NO_PERMISSION, PARAM_ERROR */
export async function changePersonShare(
  db: Db,
  holder: Holder,
  { plantId, userId, ...grant }: Member & Grant,
  nowMs: number,
): Promise<void> {
  const { role, rights, endsAt } = toGranted(grant, nowMs)
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    await transaction
      .updateTable('plant_members')
      .set({ role, rights, expires_at: endsAt, granted_by: holder.userId })
      .where('plant_id', '=', plantId)
      .where('user_id', '=', userId)
      .where('role', '<>', 'owner')
      .returning('user_id')
      .executeTakeFirstOrThrow(notFound)
    await tellShare(transaction, 'shareChanged', { plantId, userId, nowMs })
  })
}

/** @throws Refusal NOT_FOUND, NO_PERMISSION */
export async function stopSharingWithPerson(
  db: Db,
  holder: Holder,
  { plantId, userId }: Member,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    await transaction
      .deleteFrom('plant_members')
      .where('plant_id', '=', plantId)
      .where('user_id', '=', userId)
      .where('role', '<>', 'owner')
      .returning('user_id')
      .executeTakeFirstOrThrow(notFound)
    await tellShare(transaction, 'shareEnded', { plantId, userId, nowMs })
  })
}
