/**
 * Password rules (specification, section 5): the client's seven in their order, then the server's own. A fault is the
 * symbolic code of `errors.ts`, whose number names the message: 57 length, 58 characters, 62 runs, 63 repeats, 64 the
 * login itself, 61 too simple. 60 (one of the last two) needs their hashes and is checked where they are.
 */
export type PasswordFault =
  | 'PASSWORD_TOO_SHORT'
  | 'PASSWORD_CHARACTERS'
  | 'PASSWORD_RUN'
  | 'PASSWORD_REPEATED'
  | 'PASSWORD_TOO_SIMPLE'
  | 'PASSWORD_LOGIN'

/** In characters as people count them, not in UTF-16 units. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 100

const RUN_LENGTH = 4
/** The specification gives no number for "consecutive repeated"; two are normal spelling, three are a pattern. */
const REPEAT_LENGTH = 3
const MIN_DISTINCT = 5

/** Checked in both directions and in any case. */
const runs = runsOf(['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'])
/** Keyboard rows of other countries, which only the server checks. */
const furtherRuns = runsOf([
  '1234567890',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
])

/** Every piece of a run's length, in both directions. */
function runsOf(rows: readonly string[]): ReadonlySet<string> {
  return new Set(
    [...rows, ...rows.map(reverse)].flatMap((row) =>
      Array.from({ length: row.length - RUN_LENGTH + 1 }, (_, at) => row.slice(at, at + RUN_LENGTH)),
    ),
  )
}

/** Words at the top of lists of leaked passwords, and words of this trade. */
const wellKnown: ReadonlySet<string> = new Set(
  (
    'password passwort passwd secret letmein welcome iloveyou monkey dragon master sunshine princess football baseball ' +
    'superman batman trustno admin administrator root user guest login changeme default solar inverter heliograph'
  ).split(' '),
)
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The letters that stand behind digits and signs: p4$$w0rd is password. */
export const undisguise = (word: string): string => [...word].map((text) => disguises[text] ?? text).join('')

function reverse(text: string): string {
  return [...text].reverse().join('')
}

/** One form per password, however a keyboard composes its accents. */
export const normalizePassword = (password: string): string => password.normalize('NFC')

/**
 * The client's first rule that a password breaks, or undefined. The maximum of 100 characters appears only in the
 * message; the server enforces it.
 */
export function checkPasswordShape(password: string): PasswordFault | undefined {
  const characters = [...normalizePassword(password)]
  if (characters.length < MIN_PASSWORD_LENGTH) return 'PASSWORD_TOO_SHORT'
  if (characters.some((character) => /[\s\p{Script=Han}]/u.test(character))) return 'PASSWORD_CHARACTERS'
  if (new Set(characters.map(characterClass)).size < 2) return 'PASSWORD_CHARACTERS'
  if (hasRun(characters, runs)) return 'PASSWORD_RUN'
  return undefined
}

/** The first rule that a new password breaks, or undefined. @param login the names of the account */
export function checkPassword(
  password: string,
  login: readonly (string | null | undefined)[],
): PasswordFault | undefined {
  const fault = checkPasswordShape(password)
  if (fault !== undefined) return fault
  const characters = [...normalizePassword(password)]
  if (characters.length > MAX_PASSWORD_LENGTH) return 'PASSWORD_TOO_SHORT'
  // Neither letter, digit nor symbol: such a character cannot be typed reliably.
  if (characters.some((character) => /\p{C}/u.test(character))) return 'PASSWORD_CHARACTERS'
  if (hasRun(characters, furtherRuns)) return 'PASSWORD_RUN'
  if (hasRepeat(characters)) return 'PASSWORD_REPEATED'
  const folded = normalizePassword(password).toLowerCase()
  if (loginNames(login).includes(folded)) return 'PASSWORD_LOGIN'
  if (new Set(characters).size < MIN_DISTINCT || isWellKnown(folded)) return 'PASSWORD_TOO_SIMPLE'
  return undefined
}

/** An email address is also a login by what stands before its @. */
const loginNames = (login: readonly (string | null | undefined)[]): readonly (string | undefined)[] =>
  login
    .map((name) => normalizePassword(name ?? '').toLowerCase())
    .flatMap((name) => (name === '' ? [] : [name, name.split('@')[0]]))

function characterClass(character: string): 'lower' | 'upper' | 'digit' | 'symbol' {
  if (/\p{Nd}/u.test(character)) return 'digit'
  if (/\p{Lu}/u.test(character)) return 'upper'
  // Letters of scripts without case count as lowercase.
  return /\p{L}/u.test(character) ? 'lower' : 'symbol'
}

function hasRun(characters: readonly string[], known: ReadonlySet<string>): boolean {
  const folded = characters.map((character) => character.toLowerCase())
  return folded.some((_, at) => known.has(folded.slice(at, at + RUN_LENGTH).join('')))
}

const hasRepeat = (characters: readonly string[]): boolean =>
  characters.some(
    (character, at) =>
      at >= REPEAT_LENGTH - 1 && characters.slice(at - REPEAT_LENGTH + 1, at).every((other) => other === character),
  )

/** `P@ssw0rd2024!` is `password` with a tail. */
function isWellKnown(folded: string): boolean {
  const word = folded.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '')
  const plain = undisguise(folded)
  const letters = plain.replace(/[^a-z]+/g, '')
  return wellKnown.has(word) || wellKnown.has(undisguise(word)) || wellKnown.has(letters)
}
