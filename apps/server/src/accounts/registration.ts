import { type Contact, hideContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '@heliograph/domain/languages.ts'
import { checkPassword, checkPasswordShape } from '@heliograph/domain/password.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Mail } from '../mail/mail.ts'
import { type CodeSent, requestCode, useCode } from '../verification/verification.ts'
import { lockNameOf, locksOf } from './locks.ts'
import { setPassword } from './password-change.ts'
import { openVerifiedSession, type SignedIn, type SignInServices } from './session-opening.ts'
import type { Client } from './sessions.ts'
import { cleanName, insertUser, prepareUser } from './users.ts'

/** Opening an account and getting back into one, by a code that goes to an address or a number. */
type Asked = Readonly<{
  contact: Contact
  language: string
  host: string
  publicUrl: string
  address: string
  nowMs: number
}>

/** To who has an account already goes a letter that says so; the reply is the same. @throws Refusal as `requestCode` */
export async function requestRegistrationCode(db: Db, mail: Mail, asked: Asked): Promise<CodeSent> {
  // It becomes the name of the account.
  if (asked.contact.value.length > 100) throw new Refusal('PARAM_ERROR', { field: 'contact' })
  const isUsed = await isContactUsed(db.kysely, asked.contact)
  return requestCode(db, mail, {
    ...asked,
    purpose: 'register',
    send: isUsed ? 'accountExists' : 'code',
    link: `${asked.publicUrl}/login`,
  })
}

/** Without an account, or with one that moved to another data centre, nothing goes out; the reply is the same. @throws Refusal as `requestCode` */
export async function requestResetCode(db: Db, mail: Mail, asked: Asked): Promise<CodeSent> {
  const owner = await findOwner(db.kysely, asked.contact)
  return requestCode(db, mail, {
    ...asked,
    purpose: 'reset',
    send: owner === undefined ? 'nothing' : 'code',
    link: `${asked.publicUrl}/login`,
  })
}

/**
 * Opens an account whose name is the contact, and signs in.
 * @throws Refusal VERIFICATION_..., PASSWORD_...; EMAIL_USED or PHONE_USED when somebody else was faster with the same contact
 */
export async function register(
  db: Db,
  given: Client &
    Readonly<{
      contact: Contact
      code: string
      password: string
      nickname: string | undefined
      country: string
      language: string
      keep: boolean
      nowMs: number
    }>,
  services: SignInServices,
): Promise<SignedIn> {
  const { contact, code, password, country, nowMs } = given
  const nickname = cleanName(given.nickname ?? '') || nicknameOf(contact)
  const fault = checkPassword(password, [contact.value, nickname])
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  const language = isLanguage(given.language) ? given.language : DEFAULT_LANGUAGE
  return useCode(db, { purpose: 'register', target: contact.value, code, nowMs }, async (transaction) => {
    // The slow hash comes behind the code: without one nobody spends the server's time.
    const user = await prepareUser({
      account: contact.value,
      password,
      nickname,
      [contact.kind]: contact.value,
      country,
      language,
      nowMs,
    })
    const isUsed = await isContactUsed(transaction, contact)
    if (isUsed) throw new Refusal(contact.kind === 'email' ? 'EMAIL_USED' : 'PHONE_USED')
    const userId = await insertUser(transaction, user)
    return openVerifiedSession(transaction, { ...given, userId, method: 'register' }, services)
  })
}

/**
 * Sets a new password for who has the code. Every session and every access token ends, no browser is known any more, and what
 * guessing locked is open again: whoever lost the password may have lost the rest to the same person.
 * @throws Refusal VERIFICATION_..., PASSWORD_...; a password that is refused leaves the code usable
 */
export async function resetPassword(
  db: Db,
  mail: Mail,
  given: Readonly<{
    contact: Contact
    code: string
    password: string
    nowMs: number
    address: string
    host: string
  }>,
): Promise<void> {
  const { contact, code, password, nowMs, address, host } = given
  // What everybody can see of it, before the code tells whether there is an account.
  const fault = checkPasswordShape(password)
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  const owner = await useCode(db, { purpose: 'reset', target: contact.value, code, nowMs }, async (transaction) => {
    const user = await findOwner(transaction, contact)
    // Cancelled or moved since the code was sent.
    if (user === undefined) throw new Refusal('VERIFICATION_CODE_EXPIRED')
    await setPassword(transaction, user.id, password, nowMs)
    for (const held of ['sessions', 'access_tokens', 'known_browsers'] as const)
      await transaction.deleteFrom(held).where('user_id', '=', user.id).execute()
    const { account, email, language } = user
    if (email !== null)
      await mail.sendEmail(
        { to: email, language, host, kind: 'passwordChanged', values: { account, at: nowMs, address } },
        transaction,
      )
    return user
  })
  const locks = locksOf(db)
  locks.people.forget(String(owner.id))
  for (const name of [owner.account, owner.email, owner.phone]) if (name) locks.names.forget(lockNameOf(name))
}

/** Where a code reaches who is signed in: the e-mail address, else the phone number. */
export async function findOwnContact({ kysely }: Db, userId: number): Promise<Contact | undefined> {
  const user = await kysely.selectFrom('users').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()
  if (user?.email) return { kind: 'email', value: user.email.toLowerCase() }
  return user?.phone ? { kind: 'phone', value: user.phone } : undefined
}

/** Whoever has this address or number, or goes by it. */
async function isContactUsed(kysely: Kysely<Tables>, { kind, value }: Contact): Promise<boolean> {
  const row = await kysely
    .selectFrom('users')
    .select('id')
    .where((one) =>
      one.or([
        one(one.fn('lower', ['account']), '=', value),
        kind === 'email' ? one(one.fn('lower', ['email']), '=', value) : one('phone', '=', value),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Not by the name of an account: who reads an address owns what was bound to it, and nothing that is called like it. */
const findOwner = (kysely: Kysely<Tables>, { kind, value }: Contact) =>
  kysely
    .selectFrom('users')
    .select(['id', 'account', 'email', 'phone', 'language'])
    .where('moved_to', 'is', null)
    .where((one) => (kind === 'email' ? one(one.fn('lower', ['email']), '=', value) : one('phone', '=', value)))
    .limit(1)
    .executeTakeFirst()

const nicknameOf = (contact: Contact): string =>
  contact.kind === 'email' ? (contact.value.split('@')[0] ?? contact.value) : hideContact(contact)
