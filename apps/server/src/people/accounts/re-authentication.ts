import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { placeOf, takeCode } from '../verification/verification.ts'
import { hasAuthenticator, takeSecondFactor } from './authenticator.ts'
import { countGuess } from './locks.ts'
import { passwordMatches } from './password-hash.ts'

/** The password and code that confirm an identity again; `contract/proof.ts` says when each part is due. */
export type ReAuthentication = Readonly<{ password?: string | undefined; code?: string | undefined }>

/**
 * Confirms that the caller is the owner of the account. A password is needed, plus a code of the authenticator app (or
 * a recovery code) when the app is on. Without a password the app's code alone is needed: a mailed code must not turn
 * the authenticator off. With neither, the code sent to the email address, else to the phone number, is needed. Wrong
 * guesses are counted for every purpose.
 * @throws Refusal PROOF_REQUIRED (`missing` names the part), OLD_PASSWORD_WRONG, SECOND_FACTOR_WRONG, USER_LOCKED, IP_LOCKED,
 * VERIFICATION_...
 */
export async function reAuthenticate(
  db: Db,
  userId: number,
  proof: ReAuthentication,
  { nowMs, address }: Readonly<{ nowMs: number; address: string }>,
): Promise<void> {
  const user = await db.kysely
    .selectFrom('users')
    .select(['password_hash', 'email', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const { password, code } = proof
  const stored = user.password_hash
  const isOn = await hasAuthenticator(db.kysely, userId)
  if (stored === null && !isOn) {
    const target = user.email?.toLowerCase() ?? user.phone
    // An account from an identity provider has nothing to confirm with yet: it needs an email address first.
    if (target === null) throw new Refusal('PROOF_REQUIRED', { missing: 'contact' })
    if (!code) throw new Refusal('PROOF_REQUIRED', { missing: 'mailedCode' })
    return takeCode(db, { purpose: 'proof', target, code, nowMs, from: { ...placeOf({ address }), isKnown: true } })
  }
  if (stored !== null && !password) throw new Refusal('PROOF_REQUIRED', { missing: 'password' })
  if (isOn && !code) throw new Refusal('PROOF_REQUIRED', { missing: 'code' })
  await countGuess(db, { userId, address, nowMs }, async () => {
    if (stored !== null && !(await passwordMatches(stored, password ?? ''))) throw new Refusal('OLD_PASSWORD_WRONG')
    if (isOn && !(await takeSecondFactor(db.kysely, userId, code ?? '', nowMs)))
      throw new Refusal('SECOND_FACTOR_WRONG')
  })
}
