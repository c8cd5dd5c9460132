import { type Contact, hideContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hasAuthenticator } from './authenticator.ts'
import type { Change } from './password-change.ts'

type ContactKind = Contact['kind']

/**
 * Sets the user's own address or number. The verified code proves ownership, so the reply may reveal that another
 * account uses it. The previous address receives an email: its owner must learn of the change.
 * @throws Refusal EMAIL_USED, PHONE_USED
 */
export async function setContact(db: Db, contact: Contact, change: Change): Promise<void> {
  const used = contact.kind === 'email' ? 'EMAIL_USED' : 'PHONE_USED'
  await db
    .transaction(async (transaction) => {
      const user = await lockUser(transaction, change.session.userId)
      const { kind, value } = contact
      if (user[kind] === value) return
      if (await isNameOfAnotherUser(transaction, user.id, value)) throw new Refusal(used)
      // An account named like its old contact (as at registration) is renamed with it.
      const isNamedSo = user.account.toLowerCase() === user[kind]?.toLowerCase()
      await transaction
        .updateTable('users')
        .set({ [kind]: value, ...(isNamedSo ? { account: value } : {}) })
        .where('id', '=', user.id)
        .execute()
      await notifyOldAddress(transaction, user, contact.kind, hideContact(contact), change)
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? new Refusal(used) : error
    })
}

/**
 * @throws Refusal LAST_SIGN_IN when no way would be left to reset a forgotten password or, for an account without a
 * password, to sign in
 */
export async function removeContact(db: Db, kind: ContactKind, change: Change): Promise<void> {
  await db.transaction(async (transaction) => {
    const user = await lockUser(transaction, change.session.userId)
    if (user[kind] === null) return
    const other = kind === 'email' ? user.phone : user.email
    if (other === null && !(await hasOtherSignInMethod(transaction, user.id))) throw new Refusal('LAST_SIGN_IN')
    await transaction
      .updateTable('users')
      .set({ [kind]: null })
      .where('id', '=', user.id)
      .execute()
    await notifyOldAddress(transaction, user, kind, '', change)
  })
}

/**
 * Whether the account has anything to re-authenticate with. An account from an identity provider may have no
 * password, contact or authenticator; its owner must still be able to add a first contact.
 */
export async function canReAuthenticate({ kysely }: Db, userId: number): Promise<boolean> {
  const user = await kysely
    .selectFrom('users')
    .select(['password_hash', 'email', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined || user.password_hash !== null || user.email !== null || user.phone !== null) return true
  return hasAuthenticator(kysely, userId)
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>

async function lockUser(transaction: Kysely<Tables>, userId: number) {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'account', 'email', 'phone', 'language'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  return user
}

/** Whether another account has this value as its name and would be found by it. */
async function isNameOfAnotherUser(kysely: Kysely<Tables>, userId: number, value: string): Promise<boolean> {
  const other = await kysely
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['account']), '=', value.toLowerCase()))
    .where('id', '<>', userId)
    .executeTakeFirst()
  return other !== undefined
}

/** A passkey or a linked provider account opens the account without a password, and lets its owner set one. */
async function hasOtherSignInMethod(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  const passkey = await kysely.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (passkey !== undefined) return true
  const binding = kysely.selectFrom('bindings').select('provider').where('user_id', '=', userId)
  return (await binding.executeTakeFirst()) !== undefined
}

/** @param contact the new one, mostly hidden; empty: it was removed */
async function notifyOldAddress(
  kysely: Kysely<Tables>,
  { account, email, language }: LockedUser,
  kind: ContactKind,
  contact: string,
  { mail, nowMs, host }: Change,
): Promise<void> {
  if (email === null) return
  const values = { account, kind, contact, at: nowMs }
  await mail.sendEmail({ to: email, language, kind: 'contactChanged', values, host }, kysely)
}

/** PostgreSQL's name for a row that violates a unique index. */
export const isTaken = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '23505'
