/** The currencies that are in use, named in a language. */

import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { mapInPieces } from './map-in-pieces.ts'

export type Currency = Readonly<{ code: string; name: string; symbol: string; digits: number }>

const known = new Map<LanguageCode, readonly Currency[]>()

/** In the order of their codes. */
export async function listCurrencies(language: LanguageCode): Promise<readonly Currency[]> {
  const found = known.get(language)
  if (found) return found
  const { locale } = getLanguage(language)
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'currency' })
  const listed = await mapInPieces(Intl.supportedValuesOf('currency'), (code): Currency => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    return {
      code,
      name: names.of(code) ?? code,
      symbol: format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code,
      digits: format.resolvedOptions().maximumFractionDigits ?? 2,
    }
  })
  known.set(language, listed)
  return listed
}
