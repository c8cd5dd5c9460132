/** Initial values of the form, from the browser's settings. */

import { formatOffset } from '@heliograph/domain/format/timestamp.ts'
import { isZone, listZones, offsetMinutes, presentZoneName } from '@heliograph/domain/time.ts'
import type { ListedZone } from '../../api/zones.ts'
import type { ComboOption } from '../../ui/find-options.ts'

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
const byRegion: Readonly<Record<string, string>> = {
  AE: 'AED',
  AR: 'ARS',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CN: 'CNY',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  EG: 'EGP',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  JP: 'JPY',
  KE: 'KES',
  KR: 'KRW',
  LI: 'CHF',
  MA: 'MAD',
  MX: 'MXN',
  MY: 'MYR',
  NG: 'NGN',
  NO: 'NOK',
  NZ: 'NZD',
  PH: 'PHP',
  PK: 'PKR',
  PL: 'PLN',
  RO: 'RON',
  RS: 'RSD',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  TW: 'TWD',
  UA: 'UAH',
  US: 'USD',
  VN: 'VND',
  ZA: 'ZAR',
}
// The currency suggested by a zone's name, for browsers whose language has no region.
const byZone: readonly (readonly [RegExp, string])[] = [
  [/^Asia\/(Shanghai|Urumqi|Chongqing|Harbin)$/, 'CNY'],
  [/^Asia\/Tokyo$/, 'JPY'],
  [/^Asia\/Seoul$/, 'KRW'],
  [/^Asia\/(Kolkata|Calcutta)$/, 'INR'],
  [/^Europe\/(Amsterdam|Andorra|Athens|Berlin|Bratislava|Brussels|Busingen|Dublin|Helsinki|Lisbon|Ljubljana)$/, 'EUR'],
  [/^Europe\/(Luxembourg|Madrid|Malta|Monaco|Paris|Riga|Rome|Sofia|Tallinn|Vienna|Vilnius|Zagreb)$/, 'EUR'],
  [/^Europe\/London$/, 'GBP'],
  [/^Europe\/Zurich$/, 'CHF'],
  [/^Europe\/Warsaw$/, 'PLN'],
  [/^Europe\/Prague$/, 'CZK'],
  [/^Australia\//, 'AUD'],
  [/^Pacific\/Auckland$/, 'NZD'],
  [/^America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit)$/, 'USD'],
  [/^America\/Sao_Paulo$/, 'BRL'],
]

/** The region of a language tag, written or likely: `de` is Germany's. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}

/** @param zone the browser's zone: more reliable than its language, which many keep in English */
export function guessCurrency(tag: string, zone: string): string {
  const found = byZone.find(([pattern]) => pattern.test(zone))?.[1]
  if (found) return found
  const region = regionOf(tag) ?? ''
  return byRegion[region] ?? (EURO.includes(region) ? 'EUR' : 'USD')
}

export const guessZone = (): string => presentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/**
 * Every zone with its offset of today, and the chosen one even under an old name: an empty field would lose it.
 * @param listed by the server; until it has answered, those that the browser knows
 */
export function toZoneOptions(
  chosen: string,
  nowMs: number,
  listed: readonly ListedZone[] = listZones().map((key) => ({ key, offset: offsetMinutes(nowMs, key) })),
): readonly ComboOption[] {
  const all = new Map([
    ...(isZone(chosen) ? [[chosen, offsetMinutes(nowMs, chosen)] as const] : []),
    ...listed.map(({ key, offset }) => [key, offset] as const),
  ])
  return [...all]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, offset]) => ({ value: name, label: name.replaceAll('_', ' '), note: formatOffset(offset) }))
}

/** Codes with their names in the page's language. */
export function listCurrencies(codes: readonly string[], locale: string): readonly ComboOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return codes.map((code) => ({ value: code, label: code, note: names.of(code) ?? code }))
}
