/** The tree of areas: countries, their regions, the cities of a region. */
import { findCountry } from '@heliograph/domain/countries.ts'
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { openCities } from './cities.ts'
import { cityName } from './describe-place.ts'
import { nameOf, openNames } from './place-names.ts'

export type Area = Readonly<{
  /** `DE`, `DE.02`, or the number of a city in GeoNames. */
  id: string
  name: string
  level: 'region' | 'city'
  place: Readonly<{ latitude: number; longitude: number }> | null
}>

/**
 * Below a country its regions and the cities that lie in none, below a region its cities, the largest first; undefined
 * for an unknown id.
 */
export async function listAreasBelow(id: string, language: LanguageCode): Promise<readonly Area[] | undefined> {
  const [cities, names] = await Promise.all([openCities(), openNames()])
  const isCountry = findCountry(id) !== undefined
  if (!isCountry && names.areas[id] === undefined) return undefined
  const order = new Intl.Collator(getLanguage(language).locale)
  const regions = isCountry
    ? Object.keys(names.areas)
        .filter((code) => code.startsWith(`${id}.`))
        .flatMap((code): Area[] => {
          const name = nameOf(names.areas[code], language)
          return name === null ? [] : [{ id: code, name, level: 'region', place: null }]
        })
        .sort((left, right) => order.compare(left.name, right.name))
    : []
  const { from, to } = cities.rangeOf(id)
  const below = Array.from({ length: to - from }, (_, at): Area => {
    const city = cities.at(from + at)
    return {
      id: String(city.id),
      name: cityName(city, names.zones, language),
      level: 'city',
      place: { latitude: city.latitudeDeg, longitude: city.longitudeDeg },
    }
  })
  return [...regions, ...below]
}
