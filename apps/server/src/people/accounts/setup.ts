import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openVerifiedSession, type SignedIn } from './session-opening.ts'
import { type Client, hashToken, makeToken } from './sessions.ts'
import { insertUser, prepareUser } from './users.ts'

/** An unused link expires; the server prints another one at its next start. */
const VALID_MS = 7 * DAY_MS

/** Whether this server still needs its first administrator. */
export async function isSetupOpen({ kysely }: Pick<Db, 'kysely'>): Promise<boolean> {
  const admin = await kysely.selectFrom('users').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return admin === undefined
}

/** Whether a one-time link still works, before its form is filled in. */
export async function isSetupToken({ kysely }: Pick<Db, 'kysely'>, token: string, nowMs: number): Promise<boolean> {
  const known = await kysely
    .selectFrom('setup_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('created_at', '>', new Date(nowMs - VALID_MS))
    .executeTakeFirst()
  return known !== undefined
}

/** The secret of a one-time link, or undefined when there is an administrator. Several nodes may each have one. */
export async function createSetupToken(db: Db, nowMs: number): Promise<string | undefined> {
  if (!(await isSetupOpen(db))) return undefined
  const token = makeToken()
  await db.kysely
    .deleteFrom('setup_tokens')
    .where('created_at', '<=', new Date(nowMs - VALID_MS))
    .execute()
  await db.kysely
    .insertInto('setup_tokens')
    .values({ token_hash: hashToken(token), created_at: new Date(nowMs) })
    .execute()
  return token
}

/**
 * Creates the first administrator and signs in. Of any number of attempts at the same time exactly one wins; what it
 * refuses for another reason (a weak password) leaves the link usable.
 * @throws Refusal SETUP_DONE, ACCOUNT_EXISTS, PASSWORD_...
 */
export async function createFirstAdministrator(
  db: Db,
  options: Client &
    Readonly<{ token: string; account: string; nickname: string | undefined; password: string; nowMs: number }>,
): Promise<SignedIn> {
  const tokenHash = hashToken(options.token)
  // Only the holder of the link may spend the server's time on hashes.
  if (!(await isSetupToken(db, options.token, options.nowMs)) || !(await isSetupOpen(db)))
    throw new Refusal('SETUP_DONE')
  const user = await prepareUser({ ...options, isAdmin: true })
  return db.transaction(async (transaction) => {
    // Two nodes may have printed two links: the lock makes even these wait for each other.
    await sql`lock table setup_tokens in share row exclusive mode`.execute(transaction)
    const used = await transaction
      .deleteFrom('setup_tokens')
      .where('token_hash', '=', tokenHash)
      .returning('token_hash')
      .executeTakeFirst()
    if (used === undefined || !(await isSetupOpen({ kysely: transaction }))) throw new Refusal('SETUP_DONE')
    await transaction.deleteFrom('setup_tokens').execute()
    const userId = await insertUser(transaction, user)
    return openVerifiedSession(transaction, { ...options, userId, method: 'setup', keep: false }, {})
  })
}
