import { findContact } from '@heliograph/domain/contact.ts'
import { findCountry } from '@heliograph/domain/countries.ts'

/** The typed contact, with the country whose prefix precedes a number; '' for none. */
export type ContactDraft = Readonly<{ typed: string; country: string }>

const MIN_DIGITS = 3
/** Countries that dial their leading zero from abroad too. */
const keepsZero = ['IT', 'SM', 'VA']

/** A number without its country's prefix, as people know their own by heart. */
export const isNationalNumber = (typed: string): boolean =>
  /^[\d\s()./-]+$/.test(typed.trim()) && typed.replace(/\D/g, '').length >= MIN_DIGITS && !typed.trim().startsWith('00')

/** An email address or user name as typed; a number with the chosen prefix (E.164). */
export function composeContact({ typed, country }: ContactDraft): string {
  const text = typed.trim()
  const prefix = findCountry(country)?.prefix
  if (!prefix || !isNationalNumber(text)) return text
  const digits = text.replace(/\D/g, '')
  return `+${prefix}${keepsZero.includes(country) ? digits : digits.replace(/^0/, '')}`
}

/** The kind of a draft that can receive a code, or undefined. */
export const kindOf = (draft: ContactDraft): 'email' | 'phone' | undefined => findContact(composeContact(draft))?.kind
