import { z } from 'zod'
import { humanCheck } from './human-check.ts'

export const passwordText = z.string().min(1).max(200)
export const codeText = z.string().trim().min(1).max(40)

/**
 * Shows again who is there, before something that cannot be undone or that opens the account to others: the password, with
 * the authenticator's code (or a recovery code) where there is an authenticator; a mailed code where there is
 * neither a password nor an authenticator.
 */
export const proof = z.object({
  password: passwordText.optional(),
  code: codeText.optional(),
  humanCheck: humanCheck.optional(),
})
export type Proof = z.output<typeof proof>
