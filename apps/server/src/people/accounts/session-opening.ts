import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type Mail, nameBrowser } from '../../platform/mail/mail.ts'
import { countUse, putOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { hasAuthenticator } from './authenticator.ts'
import type { CaptchaPort } from './credentials.ts'
import { recognizeDevice } from './known-devices.ts'
import { type Client, type OpenedSession, openSession, type SignInMethod } from './sessions.ts'
import { noteAttempt, settleAttempt } from './sign-in-log.ts'

/** A new session, with the secret that marks the browser from now on. */
export type SignedIn = OpenedSession & Readonly<{ browser: string }>

/** A sign-in whose first step is verified, by any method. */
export type VerifiedSignIn = Client &
  Readonly<{
    userId: number
    /** The organization that the session acts for. */
    organizationId?: number | null
    method: SignInMethod
    /** Stay signed in for 15 days. */
    keep: boolean
    nowMs: number
    /** The row of the sign-in log for this attempt; without it a new row is written. */
    attemptId?: number | undefined
  }>

export type SignInServices = Readonly<{
  mail?: Mail | undefined
  /** The host whose brand emails carry. */
  host?: string | undefined
  publicUrl?: string | undefined
  humanCheck?: CaptchaPort | undefined
}>

/** The kind of one-time token for the second step; its `data` is a `PendingSecondStep`. */
export const SECOND_STEP_KIND = 'secondStep'
export type PendingSecondStep = Pick<VerifiedSignIn, 'method' | 'keep' | 'attemptId'>
const SECOND_STEP_MS = 5 * MINUTE_MS
/** A program that keeps no cookie is a new browser at each sign-in; more emails than this help no reader. */
const mostEmails = { most: 10, withinMs: DAY_MS }
/** The same kind of browser at the same address says nothing new within a day; the log of sign-ins has each. */
const mostAlike = { most: 1, withinMs: DAY_MS }

/**
 * Finishes the first step of a sign-in. The user's row stays locked meanwhile, so that a password change cannot come in
 * between.
 * @param passwordHash the hash that the password matched; a hash changed since refuses the sign-in
 * @throws Refusal AUTH_USER_ALREADY_MIGRATED with the data center; SECOND_FACTOR_REQUIRED with the challenge when an
 * authenticator is on and the method is not a passkey, which is two factors by itself
 */
export async function finishFirstStep(
  db: Db,
  entry: VerifiedSignIn,
  services: SignInServices,
  password?: Readonly<{ hash: string; isWeak: boolean }>,
): Promise<SignedIn> {
  const outcome = await db.transaction(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['moved_to', 'password_hash', 'password_is_weak'])
      .where('id', '=', entry.userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined || (password !== undefined && password.hash !== user.password_hash))
      return new Refusal('AUTH_INVALID_USERNAME_OR_PASSWORD')
    if (user.moved_to !== null) return new Refusal('AUTH_USER_ALREADY_MIGRATED', { center: user.moved_to })
    if (password !== undefined && password.isWeak !== user.password_is_weak)
      await transaction
        .updateTable('users')
        .set({ password_is_weak: password.isWeak })
        .where('id', '=', entry.userId)
        .execute()
    if (entry.method !== 'passkey' && (await hasAuthenticator(transaction, entry.userId)))
      return new Refusal('SECOND_FACTOR_REQUIRED', { challenge: await askSecondStep(transaction, entry) })
    return openVerifiedSession(transaction, entry, services)
  })
  // Thrown only here: the challenge must stay.
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

async function askSecondStep(transaction: Kysely<Tables>, entry: VerifiedSignIn): Promise<string> {
  const { userId, method, keep, nowMs, attemptId } = entry
  if (attemptId !== undefined) await settleAttempt(transaction, attemptId, 'secondStep')
  const data: PendingSecondStep = {
    method,
    keep,
    attemptId: attemptId ?? (await noteAttempt(transaction, { ...entry, outcome: 'secondStep' })),
  }
  return putOneTimeToken(transaction, { kind: SECOND_STEP_KIND, userId, data, expiresAtMs: nowMs + SECOND_STEP_MS })
}

/** Opens the session, writes the log, marks the browser and sends an email for a new one. */
export async function openVerifiedSession(
  transaction: Kysely<Tables>,
  entry: VerifiedSignIn,
  services: SignInServices,
): Promise<SignedIn> {
  const { userId, nowMs, method, attemptId } = entry
  if (attemptId === undefined) await noteAttempt(transaction, { ...entry, outcome: 'success' })
  else await settleAttempt(transaction, attemptId, 'success')
  const browser = await recognizeDevice(transaction, userId, entry.browser, nowMs)
  if (browser.isNew) await sendNewDeviceEmail(transaction, entry, services)
  const opened = await openSession(transaction, { ...entry, method, isLong: entry.keep })
  return { ...opened, browser: browser.secret }
}

async function sendNewDeviceEmail(
  transaction: Kysely<Tables>,
  { userId, address, userAgent, nowMs }: VerifiedSignIn,
  { mail, host = '', publicUrl = '' }: SignInServices,
): Promise<void> {
  if (mail === undefined) return
  const user = await transaction
    .selectFrom('users')
    .select(['account', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email) return
  const { account, email, language } = user
  const alike = `${userId} ${address} ${nameBrowser(userAgent)}`
  if (!(await countUse(transaction, { kind: 'newBrowserAlike', of: alike, ...mostAlike, nowMs }))) return
  if (!(await countUse(transaction, { kind: 'newBrowserLetter', of: String(userId), ...mostEmails, nowMs }))) return
  const values = {
    account,
    at: nowMs,
    address,
    browser: userAgent.slice(0, 300),
    link: `${publicUrl}/account/settings/security`,
  }
  await mail.sendEmail({ to: email, language, kind: 'newBrowser', values, host }, transaction)
}
