import { toCountedAddress } from '@heliograph/domain/address.ts'
import { type Contact, hideContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { checkPasswordShape } from '@heliograph/domain/password.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Kysely } from 'kysely'
import type { AcceptedTexts } from '../../platform/branding/branding.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { type CodeSent, placeOf, requestCode, useCode } from '../verification/verification.ts'
import { checkNewPassword } from './broken-passwords.ts'
import { lockNameOf, locksOf, placeKeyOf } from './locks.ts'
import { setPassword } from './password-change.ts'
import { openVerifiedSession, type SignedIn, type SignInServices } from './session-opening.ts'
import { type Client, hashToken } from './sessions.ts'
import { insertUser, prepareUser } from './users.ts'

/** Opening an account and getting back into one, by a code that goes to an address or a number. */
type Asked = Readonly<{
  contact: Contact
  language: string
  host: string
  publicUrl: string
  address: string
  nowMs: number
}>

/**
 * An address that already has an account receives an email saying so; the reply is the same.
 * @throws Refusal as `requestCode`
 */
export async function requestRegistrationCode(db: Db, mail: Mail, asked: Asked): Promise<CodeSent> {
  // The contact becomes the account name.
  if (asked.contact.value.length > 100) throw new Refusal('PARAM_ERROR', { field: 'contact' })
  const isUsed = await isContactUsed(db.kysely, asked.contact)
  return requestCode(db, mail, {
    ...asked,
    purpose: 'register',
    send: isUsed ? 'accountExists' : 'code',
    link: `${asked.publicUrl}/login`,
  })
}

/**
 * Sends nothing when the account is missing or has moved to another data center; the reply is the same.
 * @throws Refusal as `requestCode`
 */
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
 * Creates an account named like the contact, and signs in.
 * @throws Refusal VERIFICATION_..., PASSWORD_...; EMAIL_USED or PHONE_USED when another account took the contact first
 */
export async function register(
  db: Db,
  options: Client &
    Readonly<{
      contact: Contact
      code: string
      password: string
      nickname: string | undefined
      country: string
      language: string
      accepted: AcceptedTexts | null
      keep: boolean
      nowMs: number
    }>,
  services: SignInServices,
): Promise<SignedIn> {
  const { contact, code, password, country, language, accepted, nowMs } = options
  const nickname = cleanLine(options.nickname ?? '') || nicknameOf(contact)
  const fault = checkNewPassword(password, [contact.value, nickname])
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  return useCode(
    db,
    { purpose: 'register', target: contact.value, code, nowMs, from: placeOf(options) },
    async (transaction) => {
      // The slow hash runs after the code check: without a valid code no caller can spend the server's time.
      const user = await prepareUser({
        account: contact.value,
        password,
        nickname,
        [contact.kind]: contact.value,
        country,
        language,
        accepted,
        nowMs,
      })
      const isUsed = await isContactUsed(transaction, contact)
      if (isUsed) throw new Refusal(contact.kind === 'email' ? 'EMAIL_USED' : 'PHONE_USED')
      const userId = await insertUser(transaction, user)
      return openVerifiedSession(transaction, { ...options, userId, method: 'register' }, services)
    },
  )
}

/**
 * Sets a new password for the holder of the code. Every session and access token ends, every known device is forgotten,
 * and locks from guessing are lifted: an attacker who knew the old password may hold the rest too.
 * @throws Refusal VERIFICATION_..., PASSWORD_...; a refused password leaves the code usable
 */
export async function resetPassword(
  db: Db,
  mail: Mail,
  options: Readonly<{
    contact: Contact
    code: string
    password: string
    nowMs: number
    address: string
    host: string
    browser?: string | undefined
  }>,
): Promise<void> {
  const { contact, code, password, nowMs, address, host, browser } = options
  // Public checks come first; only the code may reveal whether the account exists.
  const fault = checkPasswordShape(password)
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  const isKnown = browser !== undefined && (await isKnownBrowser(db.kysely, contact, browser))
  const from = isKnown ? { place: hashToken(browser).toString('hex'), isKnown } : placeOf(options)
  const owner = await useCode(
    db,
    { purpose: 'reset', target: contact.value, code, nowMs, from },
    async (transaction) => {
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
    },
  )
  const locks = locksOf(db)
  locks.people.forget(String(owner.id))
  for (const name of [owner.account, owner.email, owner.phone]) {
    if (!name) continue
    locks.names.forget(lockNameOf(name))
    locks.here.forget(placeKeyOf(name, toCountedAddress(address)))
    if (isKnown) locks.here.forget(placeKeyOf(name, from.place))
  }
}

/** The contact for a code to the signed-in user: the email address, else the phone number. */
export async function findOwnContact({ kysely }: Db, userId: number): Promise<Contact | undefined> {
  const user = await kysely.selectFrom('users').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()
  if (user?.email) return { kind: 'email', value: user.email.toLowerCase() }
  return user?.phone ? { kind: 'phone', value: user.phone } : undefined
}

/** Finds any account with this address or number, or with this name. */
async function isContactUsed(kysely: Kysely<Tables>, { kind, value }: Contact): Promise<boolean> {
  const row = await kysely
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['account']), '=', value),
        kind === 'email' ? eb(eb.fn('lower', ['email']), '=', value) : eb('phone', '=', value),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account of this address or number was used in this browser before. */
async function isKnownBrowser(kysely: Kysely<Tables>, contact: Contact, browser: string): Promise<boolean> {
  const owner = await findOwner(kysely, contact)
  const row = await kysely
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', owner?.id ?? 0)
    .where('cookie_hash', '=', hashToken(browser))
    .executeTakeFirst()
  return row !== undefined
}

/** Ignores account names: the reader of an address owns the account it is linked to, not an account named like it. */
const findOwner = (kysely: Kysely<Tables>, { kind, value }: Contact) =>
  kysely
    .selectFrom('users')
    .select(['id', 'account', 'email', 'phone', 'language'])
    .where('moved_to', 'is', null)
    .where((eb) => (kind === 'email' ? eb(eb.fn('lower', ['email']), '=', value) : eb('phone', '=', value)))
    .limit(1)
    .executeTakeFirst()

const nicknameOf = (contact: Contact): string =>
  contact.kind === 'email' ? (contact.value.split('@')[0] ?? contact.value) : hideContact(contact)
