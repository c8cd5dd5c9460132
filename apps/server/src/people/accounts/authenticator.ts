import { randomBytes } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { AUTHENTICATOR, openStored, secretKey } from '../../platform/secret-key/secret-key.ts'
import { addRecoveryCodes, removeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'

/** RFC 6238 with the defaults of every app. The codes of the previous and next step pass too, because clocks drift. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const WINDOW = 1
const SECRET_BYTES = 20

export const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** The time step of a code, or undefined if the code is wrong. */
function findStep(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const delta = TOTP.validate({ ...totp, token: code, secret: toSecret(secret), timestamp: nowMs, window: WINDOW })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / totp.period) + delta
}

export async function hasAuthenticator(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  const row = await kysely
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

/**
 * Takes a code of the authenticator app or a recovery code; each works once, of any number of attempts at the same time.
 * @returns false when it is neither
 */
export async function takeSecondFactor(
  kysely: Kysely<Tables>,
  userId: number,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const plain = normalizeCode(code)
  if (!/^\d{6}$/.test(plain)) return useRecoveryCode(kysely, userId, plain, nowMs)
  const row = await kysely
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = row && findStep(openStored(row.secret, AUTHENTICATOR), plain, nowMs)
  if (step === undefined) return false
  const used = await kysely
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Starts the setup of an app and discards an unfinished one.
 * @param product the name that the app shows beside the account
 * @throws Refusal TOO_MANY when an app is already set up
 */
export async function beginAuthenticator(
  db: Db,
  userId: number,
  product: string,
): Promise<Readonly<{ secret: string; uri: string }>> {
  const user = await db.kysely.selectFrom('users').select('account').where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const plain = randomBytes(SECRET_BYTES)
  const secret = secretKey().seal(plain, AUTHENTICATOR)
  const kept = await db.kysely
    .insertInto('authenticators')
    .values({ user_id: userId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('authenticators.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (kept === undefined) throw new Refusal('TOO_MANY', { most: 1 })
  const shown = toSecret(plain)
  // A colon would end the issuer in the label.
  const issuer = product.replaceAll(':', ' ').trim()
  const uri = new TOTP({ ...totp, secret: shown, issuer, label: user.account }).toString()
  return { secret: shown.base32, uri }
}

/**
 * Turns the authenticator on with its first code.
 * @returns the recovery codes, shown this once @throws Refusal SECOND_FACTOR_WRONG
 */
export async function confirmAuthenticator(
  kysely: Kysely<Tables>,
  userId: number,
  code: string,
  nowMs: number,
): Promise<readonly string[]> {
  const row = await kysely
    .selectFrom('authenticators')
    .select(['secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const step = row && findStep(openStored(row.secret, AUTHENTICATOR), normalizeCode(code), nowMs)
  if (step === undefined) throw new Refusal('SECOND_FACTOR_WRONG')
  await kysely
    .updateTable('authenticators')
    .set({ confirmed_at: new Date(nowMs), last_step: step })
    .where('user_id', '=', userId)
    .execute()
  return addRecoveryCodes(kysely, userId)
}

/** @throws Refusal NOT_FOUND when none is on */
export async function removeAuthenticator(kysely: Kysely<Tables>, userId: number): Promise<void> {
  await kysely
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirstOrThrow(notFound)
  await removeRecoveryCodes(kysely, userId)
}
