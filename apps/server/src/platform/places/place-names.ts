/** Names of countries, areas and zones in the languages of the page, English where the data has no other. */
import { countries } from '@heliograph/domain/countries.ts'
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { readPacked } from './place-data.ts'

type Names = Readonly<Partial<Record<LanguageCode, string>>>
export type PlaceNames = Readonly<{
  areas: Readonly<Record<string, Names>>
  /** The city of each zone, as the language calls it. */
  zones: Readonly<Record<string, Names>>
  /** The currency of each country. */
  currencies: Readonly<Record<string, string>>
}>

let opened: Promise<PlaceNames> | undefined

export function openNames(): Promise<PlaceNames> {
  opened ??= readPacked('names').then(({ part }) => JSON.parse(part('names').toString('utf8')) as PlaceNames)
  return opened
}

export const nameOf = (names: Names | undefined, language: LanguageCode): string | null =>
  names?.[language] || names?.en || null

const countryNames = new Map<LanguageCode, ReadonlyMap<string, string>>()

/** All countries by code, in the order of the language. */
export function listCountryNames(language: LanguageCode): ReadonlyMap<string, string> {
  const known = countryNames.get(language)
  if (known) return known
  const { locale } = getLanguage(language)
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' })
  const order = new Intl.Collator(locale)
  const sorted = new Map(
    countries
      .map(({ code }) => [code, names.of(code) ?? code] as const)
      .sort(([, left], [, right]) => order.compare(left, right)),
  )
  countryNames.set(language, sorted)
  return sorted
}
