import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { LegalFact, Paragraph } from '@heliograph/i18n/legal/legal-text.ts'
import { type Brand, isOwnLook } from '../../../api/brand.ts'
import type { KeptData } from '../../../api/kept-data.ts'

/** Facts that hold here. @param kept undefined while it is not known: then neither is true */
export function findLegalFacts(
  brand: Brand,
  language: LanguageCode,
  kept: KeptData | undefined,
): ReadonlySet<LegalFact> {
  const { support, blocked } = brand
  const holds: Readonly<Record<LegalFact, boolean>> = {
    named: !isOwnLook(brand, language),
    contact: hasContact(support),
    noContact: !hasContact(support),
    mayExport: !blocked.has('accountExport'),
    mayDelete: !blocked.has('accountCancel'),
    mayNotDelete: blocked.has('accountCancel'),
    centers: brand.hasCenters,
    weather: kept?.asksWeather === true,
    noWeather: kept?.asksWeather === false,
    foreignMaps: brand.maps.length > 0,
    tracking: brand.trackingCode !== '' && !blocked.has('gdpr'),
  }
  return new Set((Object.keys(holds) as LegalFact[]).filter((fact) => holds[fact]))
}

const hasContact = ({ link, mail }: Brand['support']): boolean => link !== undefined || mail !== undefined

export const chooseParagraphs = (paragraphs: readonly Paragraph[], facts: ReadonlySet<LegalFact>): readonly string[] =>
  paragraphs.flatMap((paragraph) =>
    typeof paragraph === 'string' ? [paragraph] : facts.has(paragraph.when) ? [paragraph.text] : [],
  )

/** The spans of the call in words, `180 days`, by the names that the texts use. */
export const writeSpans = (
  kept: KeptData,
  { locale, always }: Readonly<{ locale: string; always: string }>,
): Readonly<Record<string, string>> => {
  const inDays = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, days]) =>
      typeof days === 'boolean' ? [] : [[name, days === null ? always : inDays.format(days)]],
    ),
  )
}
