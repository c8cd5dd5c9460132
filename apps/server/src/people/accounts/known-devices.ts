import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { hashToken, makeToken } from './sessions.ts'

/** A limit, because programs that keep no cookie leave a new one at each sign-in. */
const MOST_KEPT = 50

/**
 * Recognizes the browser of a sign-in by its cookie, or marks it. One cookie serves all accounts of a browser.
 * @param browser the secret of its cookie, if it has one
 * @returns the secret to keep in the cookie, and whether the account was used before but never from this browser
 */
export async function recognizeDevice(
  kysely: Kysely<Tables>,
  userId: number,
  browser: string | undefined,
  nowMs: number,
): Promise<Readonly<{ secret: string; isNew: boolean }>> {
  const known = await kysely
    .selectFrom('known_browsers')
    .select('cookie_hash')
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .execute()
  const secret = browser ?? makeToken()
  const hash = hashToken(secret)
  const isNew = known.length > 0 && !known.some((item) => item.cookie_hash.equals(hash))
  const now = new Date(nowMs)
  await kysely
    .insertInto('known_browsers')
    .values({ user_id: userId, cookie_hash: hash, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'cookie_hash']).doUpdateSet({ last_at: now }))
    .execute()
  const surplus = isNew ? known.slice(MOST_KEPT - 1).map((item) => item.cookie_hash) : []
  if (surplus.length > 0)
    await kysely
      .deleteFrom('known_browsers')
      .where('user_id', '=', userId)
      .where('cookie_hash', 'in', surplus)
      .execute()
  return { secret, isNew }
}
