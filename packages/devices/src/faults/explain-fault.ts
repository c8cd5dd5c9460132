import { languageCodes } from '@heliograph/domain/languages.ts'
import english from './texts/en.json'

/** `[cause, remedy]` by kind. */
type Texts = Readonly<Record<string, readonly string[]>>

const inEnglish: Texts = english
const load = async (code: string): Promise<readonly [string, Texts]> => [
  code,
  ((await import(`./texts/${code}.json`)) as { default: Texts }).default,
]
const byLanguage: Readonly<Partial<Record<string, Texts>>> = Object.fromEntries(
  await Promise.all(languageCodes.map(load)),
)

/**
 * The likely cause of a kind of fault (`grid-ov`) and what to do, in a language or, where it has no text, in English.
 * General knowledge, in our own words: the maker's manual says more.
 * @returns undefined for an unknown kind
 */
export function explainFault(type: string, language: string): Readonly<{ cause: string; remedy: string }> | undefined {
  const [cause, remedy] = (byLanguage[language] ?? inEnglish)[type] ?? inEnglish[type] ?? []
  return cause === undefined || remedy === undefined ? undefined : { cause, remedy }
}
