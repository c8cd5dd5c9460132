import { countries, findCountry } from '@heliograph/domain/countries.ts'
import { useMemo } from 'react'
import { readCountry } from '../../api/visitor.ts'
import { useLanguage } from '../../texts/language-context.ts'
import type { ComboOption } from '../../ui/find-options.ts'

/** The visitor's, where the server knows it; else the one in a browser's languages. English alone names no country. */
export function suggestCountry(languages: readonly string[]): string | undefined {
  const known = readCountry()
  if (known && findCountry(known)) return known
  const locales = languages.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)]
    } catch {
      return []
    }
  })
  const named = locales.find((locale) => locale.region !== undefined)?.region
  const likely = locales.find((locale) => locale.language !== 'en')?.maximize().region
  return [named, likely].find((code) => code !== undefined && findCountry(code) !== undefined)
}

/** All countries in the page's language and its order, with their phone prefix. */
export function useCountries(): readonly ComboOption[] {
  const { locale } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return countries
      .map(({ code, prefix }) => ({ value: code, label: names.of(code) ?? code, note: `+${prefix}` }))
      .sort((left, right) => left.label.localeCompare(right.label, locale))
  }, [locale])
}
