import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** The method that is about to be removed from an account. */
export type RemovedSignInMethod = Readonly<
  { passkey: string } | { provider: string } | { email: true } | { phone: true }
>

/**
 * Checks that the user can still sign in after one method is removed: by a password, a passkey, an identity provider,
 * or a password reset with a code by email or SMS. Locks the account, so that two methods cannot be removed at once.
 * @param kysely the transaction that removes the method
 * @throws Refusal LAST_SIGN_IN
 */
export async function requireOtherSignInMethod(
  kysely: Kysely<Tables>,
  userId: number,
  without: RemovedSignInMethod,
): Promise<void> {
  const user = await kysely
    .selectFrom('users')
    .select(['password_hash', 'email', 'phone'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  if (user.password_hash !== null) return
  if (user.email !== null && !('email' in without)) return
  if (user.phone !== null && !('phone' in without)) return
  const passkey = 'passkey' in without ? without.passkey : null
  const provider = 'provider' in without ? without.provider : null
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from passkeys where user_id = ${userId} and id is distinct from ${passkey}::text)
        or exists (select from bindings where user_id = ${userId} and provider is distinct from ${provider}::text) as left`.execute(
    kysely,
  )
  if (!rows[0]?.left) throw new Refusal('LAST_SIGN_IN')
}
