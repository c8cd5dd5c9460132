import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Lists of a person's own. */
type OwnRows = 'access_tokens' | 'export_templates' | 'screen_links' | 'webhooks'

/** Serializes what a person adds to a list with a limit: two at once do not both get the last place. */
export async function lockUser(transaction: Kysely<Tables>, userId: number): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Locks as `lockUser` and counts what the person has there. @throws Refusal TOO_MANY (`most`) */
export async function requirePlace(
  transaction: Kysely<Tables>,
  table: OwnRows,
  userId: number,
  most: number,
): Promise<void> {
  await lockUser(transaction, userId)
  const { count } = await transaction
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= most) throw new Refusal('TOO_MANY', { most })
}

/** @throws Refusal NOT_FOUND, both for an unknown row and for another person's */
export async function removeOwn(kysely: Kysely<Tables>, table: OwnRows, userId: number, id: number): Promise<void> {
  await kysely
    .deleteFrom(table)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}
