/**
 * Texts by key, independent of any framework: the page passes the messages to react-intl, the server writes emails with
 * `createTranslate`.
 */
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import IntlMessageFormat from 'intl-messageformat'
import { endOnce } from './end-once.ts'
import { type Feature, features, type TextKey } from './keys.ts'

/** The texts of one file, ICU messages by key. */
export type Texts = Readonly<Record<string, string>>

/** Fetches one file (`locales/<language>/<feature>.json`); undefined when the language has none. */
export type LoadTexts = (language: LanguageCode, feature: Feature) => Promise<Texts | undefined>

/**
 * Loads all messages of a language, or those of some features.
 * @throws Error when a file is missing, and the errors of the loader
 */
export async function loadMessages(
  language: LanguageCode,
  load: LoadTexts,
  wanted: readonly Feature[] = features,
): Promise<Texts> {
  const texts = await Promise.all(wanted.map((feature) => load(language, feature)))
  const lacking = texts.indexOf(undefined)
  if (lacking >= 0) throw new Error(`No texts for ${language}/${wanted[lacking]}`)
  return Object.assign({}, ...texts)
}

export type TextValue = string | number | bigint | boolean | Date | null | undefined
export type TextValues = Readonly<Record<string, TextValue>>
export type Translate = (key: TextKey, values?: TextValues) => string

export type TranslateOptions = Readonly<{
  /** Called for a missing key or invalid values; the reader then sees the key or the unformatted text. */
  onFault?: (key: string, fault: unknown) => void
}>

/** A function that writes texts in one language. Tags in a text are left as they are: this is for plain text. */
export function createTranslate(language: LanguageCode, messages: Texts, options: TranslateOptions = {}): Translate {
  const { locale } = getLanguage(language)
  const parsed = new Map<string, IntlMessageFormat>()
  return (key, values) => {
    const text = hasText(messages, key) ? messages[key] : undefined
    if (text === undefined) {
      options.onFault?.(key, new Error(`No text for ${key}`))
      return key
    }
    try {
      const message = parsed.get(key) ?? new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
      parsed.set(key, message)
      return endOnce(String(message.format(values)))
    } catch (fault) {
      options.onFault?.(key, fault)
      return text
    }
  }
}

/** Whether a key from outside (`error.<code>`) has a text. */
export const hasText = (messages: Texts, key: string): key is TextKey => Object.hasOwn(messages, key)
