/** The interface languages of the specification, one row each. A language has a row here and a locale folder in the i18n package. */
export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** Which fonts and line heights the page needs. */
export type FontHint = 'latin' | 'cyrillic' | 'chinese' | 'japanese' | 'korean'

type LanguageRow = Readonly<{
  code: string
  /** The language in its own words, as a chooser shows it. */
  name: string
  /** For Intl: numbers, dates, currency. */
  locale: string
  font: FontHint
  /** CLDR cardinal categories, each of which every plural text needs. */
  plurals: readonly PluralCategory[]
}>

const two: readonly PluralCategory[] = ['one', 'other']
const romance: readonly PluralCategory[] = ['one', 'many', 'other']
const slavic: readonly PluralCategory[] = ['one', 'few', 'many', 'other']
const single: readonly PluralCategory[] = ['other']

// biome-ignore format: a table
export const languages = [
  { code: 'en', name: 'English', locale: 'en-US', font: 'latin', plurals: two },
  { code: 'zh', name: '简体中文', locale: 'zh-CN', font: 'chinese', plurals: single },
  { code: 'de', name: 'Deutsch', locale: 'de-DE', font: 'latin', plurals: two },
  { code: 'es', name: 'Español', locale: 'es-ES', font: 'latin', plurals: romance },
  { code: 'pt', name: 'Português', locale: 'pt-BR', font: 'latin', plurals: romance },
  { code: 'pl', name: 'Polski', locale: 'pl-PL', font: 'latin', plurals: slavic },
  { code: 'nl', name: 'Nederlands', locale: 'nl-NL', font: 'latin', plurals: two },
  { code: 'fr', name: 'Français', locale: 'fr-FR', font: 'latin', plurals: romance },
  { code: 'ko', name: '한국어', locale: 'ko-KR', font: 'korean', plurals: single },
  { code: 'vi', name: 'Tiếng Việt', locale: 'vi-VN', font: 'latin', plurals: single },
  { code: 'ja', name: '日本語', locale: 'ja-JP', font: 'japanese', plurals: single },
  { code: 'it', name: 'Italiano', locale: 'it-IT', font: 'latin', plurals: romance },
  { code: 'cs', name: 'Čeština', locale: 'cs-CZ', font: 'latin', plurals: slavic },
  { code: 'sl', name: 'Slovenščina', locale: 'sl-SI', font: 'latin', plurals: ['one', 'two', 'few', 'other'] },
  { code: 'tr', name: 'Türkçe', locale: 'tr-TR', font: 'latin', plurals: two },
  { code: 'ca', name: 'Català', locale: 'ca-ES', font: 'latin', plurals: romance },
  { code: 'ro', name: 'Română', locale: 'ro-RO', font: 'latin', plurals: ['one', 'few', 'other'] },
  { code: 'uk', name: 'Українська', locale: 'uk-UA', font: 'cyrillic', plurals: slavic },
] as const satisfies readonly LanguageRow[]

export type LanguageCode = (typeof languages)[number]['code']
export type Language = LanguageRow & Readonly<{ code: LanguageCode }>

export const DEFAULT_LANGUAGE: LanguageCode = 'en'

const byCode = new Map<string, Language>(languages.map((row) => [row.code, row]))

export const languageCodes: readonly LanguageCode[] = languages.map((row) => row.code)

/** Whether a text is the code of a language in the table, complete or not. */
export const isLanguage = (code: string): code is LanguageCode => byCode.has(code)

/** The row of a language. @throws RangeError for an unknown code */
export function getLanguage(code: LanguageCode): Language {
  const row = byCode.get(code)
  if (!row) throw new RangeError(`Unknown language ${code}`)
  return row
}

/**
 * The languages that a visitor may choose: all of them, or those of the brand's list, in its order, when it names any.
 */
export function offeredLanguages(brandList: readonly string[] | null | undefined): readonly LanguageCode[] {
  const narrowed = [...new Set(brandList)].filter(isLanguage)
  return narrowed.length > 0 ? narrowed : languageCodes
}

/**
 * The locale for dates and numbers: the browser's own region where it speaks the chosen language (en-GB, de-AT), else
 * the language's usual one.
 * @param browser BCP 47 tags such as `navigator.languages`
 */
export function pickLocale(code: LanguageCode, browser: readonly string[]): string {
  const { locale } = getLanguage(code)
  // zh-TW is another script: its region must not change the letters of dates.
  if (code === 'zh') return locale
  const tag = browser.find((text) => new RegExp(`^${code}-[a-z]{2}$`, 'i').test(text))
  return tag === undefined ? locale : `${code}-${tag.slice(-2).toUpperCase()}`
}

/**
 * The language of a session (specification, section 4): the saved one if supported, else the browser's by its first two
 * letters, else English; where a brand does not offer English, the first language that it lists: a page in a language that
 * its menu does not have could not be left and come back to.
 * @param browser a BCP 47 tag such as `navigator.language`
 */
export function pickLanguage(
  saved: string | null | undefined,
  browser: string | null | undefined,
  supported: readonly string[],
): LanguageCode {
  const find = (code: string | undefined): LanguageCode | undefined =>
    code !== undefined && isLanguage(code) && supported.includes(code) ? code : undefined
  return (
    find(saved ?? undefined) ??
    find(browser?.slice(0, 2).toLowerCase()) ??
    find(DEFAULT_LANGUAGE) ??
    supported.find(isLanguage) ??
    DEFAULT_LANGUAGE
  )
}
