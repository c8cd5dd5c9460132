import { brotliDecompressSync } from 'node:zlib'
import {
  checkPassword as checkRules,
  normalizePassword,
  type PasswordFault,
  undisguise,
} from '@heliograph/domain/password.ts'
import { BROKEN_PASSWORDS_PACKED } from './broken-password-list.ts'

/** So much may surround a broken password without making it a good one: a year, a sign, a capital at the end. */
const MOST_AROUND = 8
/** Shorter words are part of too many good passwords. */
const SHORTEST_CORE = 5

let words: ReadonlySet<string> | undefined

/** Unpacked at the first use: 47,000 short words. */
function getWords(): ReadonlySet<string> {
  words ??= new Set(brotliDecompressSync(Buffer.from(BROKEN_PASSWORDS_PACKED, 'base64')).toString('utf8').split('\n'))
  return words
}

/** The password is on the list of broken ones, as it stands, disguised, or with little around it. */
export function isBroken(password: string): boolean {
  const known = getWords()
  const folded = normalizePassword(password).toLowerCase()
  return formsOf(folded).some((form) => known.has(form) || known.has(undisguise(form)))
}

function formsOf(folded: string): readonly string[] {
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isCore = core.length >= SHORTEST_CORE && folded.length - core.length <= MOST_AROUND
  // One or two characters more at either end are the commonest way round such a list.
  const cut = [folded.slice(0, -1), folded.slice(0, -2), folded.slice(1), folded.slice(1, -1)]
  return [folded, ...(isCore ? [core] : []), ...cut.filter(({ length }) => length > SHORTEST_CORE)]
}

/**
 * The first rule that a new password breaks, or undefined: the specification's and the page's first, then the list of
 * broken passwords, which only the server has.
 */
export const checkNewPassword = (
  password: string,
  login: readonly (string | null | undefined)[],
): PasswordFault | undefined => checkRules(password, login) ?? (isBroken(password) ? 'PASSWORD_TOO_SIMPLE' : undefined)
