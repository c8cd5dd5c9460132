import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { takeCode } from '../verification/verification.ts'
import { hasAuthenticator, takeSecondFactor } from './authenticator.ts'
import { countGuess } from './locks.ts'
import { passwordMatches } from './password-hash.ts'

/** What somebody shows to prove again who is there; `contract/proof.ts` says when which part is due. */
export type ReAuthentication = Readonly<{ password?: string | undefined; code?: string | undefined }>

/**
 * Lets only the person of the account pass: their password, with a code of the authenticator app (or a recovery code) where
 * that is on. Without a password it is that code alone, for a mailed one must not turn the authenticator off; where there is
 * neither, the code that was sent to the e-mail address, else to the phone number. Wrong guesses are counted, whatever they
 * were made for.
 * @throws Refusal PROOF_REQUIRED (`missing` or `wrong` names the part), SECOND_FACTOR_WRONG, USER_LOCKED, IP_LOCKED, VERIFICATION_...
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
    // Came through somebody else's sign-in and has nothing to show yet: an e-mail address comes first.
    if (target === null) throw new Refusal('PROOF_REQUIRED', { missing: 'contact' })
    if (!code) throw new Refusal('PROOF_REQUIRED', { missing: 'mailedCode' })
    return takeCode(db, { purpose: 'proof', target, code, nowMs })
  }
  if (stored !== null && !password) throw new Refusal('PROOF_REQUIRED', { missing: 'password' })
  if (isOn && !code) throw new Refusal('PROOF_REQUIRED', { missing: 'code' })
  await countGuess(db, { userId, address, nowMs }, async () => {
    if (stored !== null && !(await passwordMatches(stored, password ?? '')))
      throw new Refusal('PROOF_REQUIRED', { wrong: 'password' })
    if (isOn && !(await takeSecondFactor(db.kysely, userId, code ?? '', nowMs)))
      throw new Refusal('SECOND_FACTOR_WRONG')
  })
}
