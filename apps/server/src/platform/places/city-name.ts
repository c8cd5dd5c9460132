/** Name of a city in a language. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { City } from './cities.ts'
import type { PlaceNames } from './place-names.ts'

/** Cities that the data names in English, by their number in GeoNames; each spelling is one that the data has too. */
export const ownSpellings: Readonly<Record<number, Readonly<Partial<Record<LanguageCode, string>>>>> = {
  2867714: { de: 'München', nl: 'München', it: 'Monaco di Baviera', pl: 'Monachium', pt: 'Munique' },
  2886242: { de: 'Köln', nl: 'Keulen', it: 'Colonia', es: 'Colonia', pl: 'Kolonia' },
  2861650: { de: 'Nürnberg' },
  2660646: { de: 'Genf', fr: 'Genève', it: 'Ginevra' },
  3173435: { de: 'Mailand', it: 'Milano' },
  3176959: { de: 'Florenz', it: 'Firenze' },
  3164603: { de: 'Venedig', it: 'Venezia' },
  3172394: { de: 'Neapel', it: 'Napoli' },
  3165524: { it: 'Torino' },
  2747373: { de: 'Den Haag', nl: 'Den Haag' },
  3094802: { de: 'Krakau', pl: 'Kraków' },
}

/** The data does not state the language of a spelling: only one whose letters prove it is taken. */
function findByLetters(names: readonly string[], country: string, language: LanguageCode): string | undefined {
  const like = (pattern: RegExp) => names.find((name) => pattern.test(name))
  if (language === 'zh') return like(/^\p{Script=Han}+$/u)
  if (language === 'ko') return like(/^\p{Script=Hangul}+$/u)
  if (language === 'ja')
    return country === 'JP'
      ? like(/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u)
      : like(/^[\p{Script=Katakana}ー・]+$/u)
  return language === 'uk' && country === 'UA' ? like(/^[\p{Script=Cyrillic}’' -]+$/u) : undefined
}

/** A city that gives its name to a zone has one in each language. @param spellings the city's names in the data */
export function cityName(
  city: City,
  spellings: readonly string[],
  zones: PlaceNames['zones'],
  language: LanguageCode,
): string {
  const named = zones[city.zone]
  const isOfZone = named?.en === city.name || city.zone.endsWith(`/${city.name.replaceAll(' ', '_')}`)
  return (
    (isOfZone ? named?.[language] : undefined) ??
    ownSpellings[city.id]?.[language] ??
    findByLetters(spellings, city.country, language) ??
    city.name
  )
}
