/** How a person is reached and signs in: an email address or a phone number, in the form that is stored. */
import { countries } from './countries.ts'
import { Refusal } from './errors.ts'

/** `value` of an email address: lower case, its domain in ASCII (RFC 5890); of a phone number: E.164, `+` and up to 15 digits. */
export type Contact = Readonly<{ kind: 'email' | 'phone'; value: string }>

const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/**
 * Characters that mail servers accept without the UTF-8 extension (RFC 5321, dot-string); quoted local parts are left
 * out on purpose.
 */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const prefixes: ReadonlySet<string> = new Set(countries.map((country) => country.prefix))

/** @returns undefined when the text is neither; a user name is neither */
export function findContact(text: string): Contact | undefined {
  const trimmed = text.normalize('NFKC').trim()
  const value = trimmed.includes('@') ? findEmail(trimmed) : findPhone(trimmed)
  return value === undefined ? undefined : { kind: trimmed.includes('@') ? 'email' : 'phone', value }
}

/** @throws Refusal EMAIL_FORMAT; PARAM_ERROR for an invalid phone number, or one without its country code */
export function normalizeContact(text: string): Contact {
  const found = findContact(text)
  if (found !== undefined) return found
  throw /^[\s+(\d]/.test(text) && !text.includes('@')
    ? new Refusal('PARAM_ERROR', { field: 'contact' })
    : new Refusal('EMAIL_FORMAT', { field: 'contact' })
}

function findEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).toLowerCase()
  const domain = toAsciiDomain(text.slice(at + 1))
  if (domain === undefined || local.length > MAX_LOCAL_LENGTH || !localPart.test(local)) return undefined
  const value = `${local}@${domain}`
  return value.length <= MAX_EMAIL_LENGTH ? value : undefined
}

function toAsciiDomain(text: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(text)) return undefined
  let ascii: string
  try {
    ascii = new URL(`http://${text}`).hostname
  } catch {
    return undefined
  }
  const labels = ascii.split('.')
  const top = labels.at(-1) ?? ''
  // A last label of digits only would be an IP address.
  return labels.length >= 2 && labels.every((item) => label.test(item)) && /[a-z]/.test(top) && top.length >= 2
    ? ascii
    : undefined
}

function findPhone(text: string): string | undefined {
  if (!/^(?:\+|00)[\d\s()./-]+$/.test(text)) return undefined
  const digits = text
    // The national zero, often written in brackets behind the prefix, is not dialled from abroad.
    .replace('(0)', '')
    .replace(/^00/, '+')
    .replace(/[^\d]/g, '')
  if (digits.length < 7 || digits.length > 15) return undefined
  return [1, 2, 3, 4].some((length) => prefixes.has(digits.slice(0, length))) ? `+${digits}` : undefined
}

/** Masks a contact so that only its owner recognizes it: `m***@example.org`, `+49***20`. */
export function hideContact({ kind, value }: Contact): string {
  if (kind === 'phone') return `${value.slice(0, 3)}***${value.slice(-2)}`
  const [local = '', domain = ''] = value.split('@')
  return `${local.slice(0, 1)}***@${domain}`
}

/** An account name as other people may see it: a new account is named like its address or number. */
export function hideAccount(account: string): string {
  const contact = findContact(account)
  return contact === undefined ? account : hideContact(contact)
}
