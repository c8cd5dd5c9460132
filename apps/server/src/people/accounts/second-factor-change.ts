import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { confirmAuthenticator, hasAuthenticator, removeAuthenticator } from './authenticator.ts'
import { countGuess } from './locks.ts'
import type { Change } from './password-change.ts'
import { addRecoveryCodes } from './recovery-codes.ts'

/** The change that the email reports. */
type SecondFactorChange = 'authenticatorOn' | 'authenticatorOff' | 'recoveryCodes' | 'passkeyAdded' | 'passkeyRemoved'

/** Does the work and writes to the person about it, both or neither. */
export function changeSecondFactor<T>(
  db: Db,
  kind: SecondFactorChange,
  { session, mail, nowMs, host }: Change,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['account', 'email', 'language'])
      .where('id', '=', session.userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
    const result = await work(transaction)
    const { account, email, language } = user
    const values = { account, change: kind, at: nowMs }
    if (email) await mail.sendEmail({ to: email, language, kind: 'secondFactorChanged', values, host }, transaction)
    return result
  })
}

/**
 * Turns the authenticator on with its first code.
 * @returns the recovery codes @throws Refusal SECOND_FACTOR_WRONG, USER_LOCKED, IP_LOCKED
 */
export function turnAuthenticatorOn(db: Db, code: string, change: Change): Promise<readonly string[]> {
  const { nowMs, address } = change
  const { userId } = change.session
  return countGuess(db, { userId, address, nowMs }, () =>
    changeSecondFactor(db, 'authenticatorOn', change, (transaction) =>
      confirmAuthenticator(transaction, userId, code, nowMs),
    ),
  )
}

/** @throws Refusal NOT_FOUND when it is off */
export const turnAuthenticatorOff = (db: Db, change: Change): Promise<void> =>
  changeSecondFactor(db, 'authenticatorOff', change, (transaction) =>
    removeAuthenticator(transaction, change.session.userId),
  )

/** Replace the recovery codes. @throws Refusal NOT_FOUND when the authenticator is off */
export const replaceRecoveryCodes = (db: Db, change: Change): Promise<readonly string[]> =>
  changeSecondFactor(db, 'recoveryCodes', change, async (transaction) => {
    const { userId } = change.session
    if (!(await hasAuthenticator(transaction, userId))) throw new Refusal('NOT_FOUND')
    return addRecoveryCodes(transaction, userId)
  })
