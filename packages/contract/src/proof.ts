import { z } from 'zod'
import { humanCheck } from './human-check.ts'

export const passwordText = z.string().min(1).max(200)
export const codeText = z.string().trim().min(1).max(40)

/**
 * Re-authentication before a call that cannot be undone or that gives others access to the account. It is the password,
 * plus the authenticator's code (or a recovery code) when an authenticator is on; a mailed code when the account has
 * neither a password nor an authenticator.
 */
export const proof = z.strictObject({
  password: passwordText.optional(),
  code: codeText.optional(),
  humanCheck: humanCheck.optional(),
})
export type Proof = z.output<typeof proof>
