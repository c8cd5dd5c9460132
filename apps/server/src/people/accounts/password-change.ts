import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { runTransaction } from '../../platform/db/transaction.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { checkNewPassword } from './broken-passwords.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { endOtherSessions } from './session-list.ts'
import type { Session } from './sessions.ts'

/** A password that may be set: validated and hashed. */
type PreparedPassword = Readonly<{ userId: number; before: string | null; passwordHash: string }>

/**
 * Stores a new password. The caller ends sessions.
 * @param kysely the database, or the transaction that the change is part of
 * @throws Refusal PASSWORD_..., NOT_FOUND, OLD_PASSWORD_WRONG when another change came first
 */
export async function setPassword(
  kysely: Kysely<Tables>,
  userId: number,
  newPassword: string,
  nowMs: number,
): Promise<void> {
  const prepared = await preparePassword(kysely, userId, newPassword)
  if (kysely.isTransaction) await storePassword(kysely, prepared, nowMs)
  else await runTransaction(kysely, (transaction) => storePassword(transaction, prepared, nowMs))
}

/** The slow part, outside of any lock. */
async function preparePassword(kysely: Kysely<Tables>, userId: number, newPassword: string): Promise<PreparedPassword> {
  const user = await kysely
    .selectFrom('users')
    .select(['account', 'nickname', 'email', 'phone', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notFound)
  const fault = checkNewPassword(newPassword, [user.account, user.nickname, user.email, user.phone])
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  if (await isOneOfLastTwo(kysely, userId, user.password_hash, newPassword))
    throw new Refusal('PASSWORD_REUSED', { field: 'password' })
  return { userId, before: user.password_hash, passwordHash: await hashPassword(newPassword) }
}

async function storePassword(
  transaction: Kysely<Tables>,
  { userId, before, passwordHash }: PreparedPassword,
  nowMs: number,
): Promise<void> {
  const changed = await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: new Date(nowMs), password_is_weak: false })
    .where('id', '=', userId)
    .where('password_hash', 'is not distinct from', before)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw new Refusal('OLD_PASSWORD_WRONG')
  // Half a sign-in with the old password must not become a whole one.
  await transaction.deleteFrom('one_time_secrets').where('user_id', '=', userId).execute()
  if (before === null) return
  // The rule covers two: the current password and this one.
  await transaction.deleteFrom('old_passwords').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('old_passwords')
    .values({ user_id: userId, replaced_at: new Date(nowMs), password_hash: before })
    .execute()
}

async function isOneOfLastTwo(
  kysely: Kysely<Tables>,
  userId: number,
  present: string | null,
  password: string,
): Promise<boolean> {
  const before = await kysely
    .selectFrom('old_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('replaced_at', 'desc')
    .executeTakeFirst()
  for (const stored of [present, before?.password_hash])
    if (stored && (await passwordMatches(stored, password))) return true
  return false
}

export type Change = Readonly<{
  session: Session
  mail: Mail
  nowMs: number
  address: string
  /** The host whose brand the email carries. */
  host: string
}>

/** Changes the user's own password. All other sessions and refresh tokens end. @throws Refusal */
export async function changePassword(db: Db, password: string, change: Change): Promise<void> {
  const { session, mail, nowMs, address, host } = change
  const prepared = await preparePassword(db.kysely, session.userId, password)
  await db.transaction(async (transaction) => {
    await storePassword(transaction, prepared, nowMs)
    await endOtherSessions(transaction, session.userId, session.id)
    const user = await transaction
      .selectFrom('users')
      .select(['account', 'email', 'language'])
      .where('id', '=', session.userId)
      .executeTakeFirst()
    if (!user?.email) return
    const { account, language } = user
    await mail.sendEmail(
      { to: user.email, language, kind: 'passwordChanged', values: { account, at: nowMs, address }, host },
      transaction,
    )
  })
}
