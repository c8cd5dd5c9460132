import type { LanguageCode } from '@heliograph/domain/languages.ts'
import de from './texts/de.json'
import en from './texts/en.json'
import zh from './texts/zh.json'

/** `[cause, remedy]` by kind. */
type Texts = Readonly<Record<string, readonly string[]>>

const english: Texts = en
const byLanguage: Readonly<Partial<Record<LanguageCode, Texts>>> = { de, en, zh }

/**
 * The likely cause of a kind of fault (`grid-ov`) and what to do, in a language or, where it has no text, in English.
 * General knowledge, in our own words: the maker's manual says more.
 * @returns undefined for an unknown kind
 */
export function explainFault(type: string, language: string): Readonly<{ cause: string; remedy: string }> | undefined {
  const [cause, remedy] = (byLanguage[language as LanguageCode] ?? english)[type] ?? english[type] ?? []
  return cause === undefined || remedy === undefined ? undefined : { cause, remedy }
}
