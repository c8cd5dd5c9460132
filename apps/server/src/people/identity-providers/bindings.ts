import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { requireOtherSignInMethod } from '../accounts/accounts.ts'
import type { ProviderAccount } from './connector.ts'
import { refusalOf } from './provider-refusal.ts'
import type { ProviderKind } from './providers.ts'
import { takeTicket } from './tickets.ts'

export type Binding = Readonly<{ provider: string; label: string; sinceMs: number }>
type Known = Readonly<{ id: string; kind: ProviderKind }>

/**
 * Finds the user linked to a provider account. An account linked under a weaker name is stored under its best name from
 * now on.
 */
export async function findBoundUser(
  kysely: Kysely<Tables>,
  provider: string,
  { subjects, label }: ProviderAccount,
): Promise<number | undefined> {
  const rows = await kysely
    .selectFrom('bindings')
    .select(['subject', 'user_id'])
    .where('provider', '=', provider)
    .where('subject', 'in', [...subjects])
    .execute()
  const row = subjects
    .map((subject) => rows.find((item) => item.subject === subject))
    .find((item) => item !== undefined)
  if (row === undefined) return undefined
  await kysely
    .updateTable('bindings')
    .set({ subject: subjects[0], ...(label === '' ? {} : { label }) })
    .where('provider', '=', provider)
    .where('subject', '=', row.subject)
    .execute()
  return row.user_id
}

export async function listBindings(db: Db, userId: number): Promise<readonly Binding[]> {
  const rows = await db.kysely
    .selectFrom('bindings')
    .select(['provider', 'label', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()
  return rows.map((row) => ({ provider: row.provider, label: row.label, sinceMs: row.created_at.getTime() }))
}

/** @throws Refusal ..._USED when the account is another user's, ..._BOUND when the user has another one there */
export async function insertBinding(
  kysely: Kysely<Tables>,
  options: Readonly<{ provider: Known; account: ProviderAccount; userId: number; nowMs: number }>,
): Promise<void> {
  const { provider, account, userId, nowMs } = options
  const holder = await findBoundUser(kysely, provider.id, account)
  if (holder === userId) return
  if (holder !== undefined) throw refusalOf(provider.kind, 'used')
  const added = await kysely
    .insertInto('bindings')
    .values({
      provider: provider.id,
      subject: account.subjects[0],
      user_id: userId,
      label: account.label,
      created_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (added !== undefined) return
  // Either the user is linked to another account there, or another user linked this one first.
  const now = await findBoundUser(kysely, provider.id, account)
  if (now === userId) return
  throw refusalOf(provider.kind, now === undefined ? 'bound' : 'used')
}

/** @throws Refusal THIRD_PARTY_STATE, ..._USED, ..._BOUND */
export async function bindTicket(
  db: Db,
  options: Readonly<{ ticket: string; userId: number; nowMs: number; find: (id: string) => Known | undefined }>,
): Promise<void> {
  const { userId, nowMs } = options
  await db.transaction(async (kysely) => {
    const ticket = await takeTicket(kysely, options.ticket, nowMs)
    const provider = options.find(ticket.provider)
    if (provider === undefined || (ticket.userId !== null && ticket.userId !== userId))
      throw new Refusal('THIRD_PARTY_STATE')
    await insertBinding(kysely, { provider, account: ticket.account, userId, nowMs })
  })
}

/** @throws Refusal NOT_FOUND; LAST_SIGN_IN when the user could not sign in without it */
export async function removeBinding(db: Db, userId: number, provider: string): Promise<void> {
  await db.transaction(async (kysely) => {
    await kysely
      .selectFrom('bindings')
      .select('provider')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow(notFound)
    await requireOtherSignInMethod(kysely, userId, { provider })
    await kysely.deleteFrom('bindings').where('user_id', '=', userId).where('provider', '=', provider).execute()
  })
}
