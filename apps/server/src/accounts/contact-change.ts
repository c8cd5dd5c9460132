import { type Contact, hideContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { hasAuthenticator } from './authenticator.ts'
import type { Change } from './password-change.ts'

type ContactKind = Contact['kind']

/**
 * Sets the own address or number; its code proved that it is theirs, so that it may be told that another account has it.
 * The address before is written to: whoever lost it must learn of it there.
 * @throws Refusal EMAIL_USED, PHONE_USED
 */
export async function setContact(db: Db, contact: Contact, change: Change): Promise<void> {
  const used = contact.kind === 'email' ? 'EMAIL_USED' : 'PHONE_USED'
  await db
    .transaction(async (transaction) => {
      const user = await lockUser(transaction, change.session.userId)
      const { kind, value } = contact
      if (user[kind] === value) return
      if (await isSomebodysName(transaction, user.id, value)) throw new Refusal(used)
      // An account that is called like its contact, as it was when it was opened, goes on to be.
      const isNamedSo = user.account.toLowerCase() === user[kind]?.toLowerCase()
      await transaction
        .updateTable('users')
        .set({ [kind]: value, ...(isNamedSo ? { account: value } : {}) })
        .where('id', '=', user.id)
        .execute()
      await tellOldAddress(transaction, user, contact.kind, hideContact(contact), change)
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? new Refusal(used) : error
    })
}

/**
 * @throws Refusal LAST_SIGN_IN when nothing would be left by which a forgotten password is set anew, or, for an account
 * without a password, by which anybody signs in
 */
export async function removeContact(db: Db, kind: ContactKind, change: Change): Promise<void> {
  await db.transaction(async (transaction) => {
    const user = await lockUser(transaction, change.session.userId)
    if (user[kind] === null) return
    const other = kind === 'email' ? user.phone : user.email
    if (other === null && !(await hasOtherWayIn(transaction, user.id))) throw new Refusal('LAST_SIGN_IN')
    await transaction
      .updateTable('users')
      .set({ [kind]: null })
      .where('id', '=', user.id)
      .execute()
    await tellOldAddress(transaction, user, kind, '', change)
  })
}

/**
 * Whether there is anything to show who is there with. Whoever came through somebody else's sign-in and has neither a
 * password, a contact nor an authenticator must be able to add the first contact.
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

/** By which another account would be found in place of this one. */
async function isSomebodysName(kysely: Kysely<Tables>, userId: number, value: string): Promise<boolean> {
  const other = await kysely
    .selectFrom('users')
    .select('id')
    .where((one) => one(one.fn('lower', ['account']), '=', value.toLowerCase()))
    .where('id', '<>', userId)
    .executeTakeFirst()
  return other !== undefined
}

/** A passkey or a binding opens the account without a password, and a new one may be set from there. */
async function hasOtherWayIn(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  const passkey = await kysely.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (passkey !== undefined) return true
  const binding = kysely.selectFrom('bindings').select('provider').where('user_id', '=', userId)
  return (await binding.executeTakeFirst()) !== undefined
}

/** @param contact the new one, hidden but for a little; empty: it was removed */
async function tellOldAddress(
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

/** PostgreSQL's word for a row that breaks a unique index. */
export const isTaken = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '23505'
