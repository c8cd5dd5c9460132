/** The tree of areas: countries, their regions, the cities of a region. */
import { findCountry } from '@heliograph/domain/countries.ts'
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { openCities } from './cities.ts'
import { cityName } from './city-name.ts'
import { nameOf, openNames, type PlaceNames } from './place-names.ts'

export type Area = Readonly<{
  /** `DE`, `DE.02`, or the number of a city in GeoNames. */
  id: string
  name: string
  level: 'region' | 'city'
  place: Readonly<{ latitude: number; longitude: number }> | null
}>

const orders = new Map<LanguageCode, Intl.Collator>()
const codesOf = new WeakMap<PlaceNames, ReadonlyMap<string, readonly string[]>>()

/** A country's regions in the order of the language. */
function listRegions(names: PlaceNames, country: string, language: LanguageCode): readonly Area[] {
  const order = orders.get(language) ?? new Intl.Collator(getLanguage(language).locale)
  orders.set(language, order)
  const codes = codesOf.get(names) ?? groupByCountry(Object.keys(names.areas))
  codesOf.set(names, codes)
  return (codes.get(country) ?? [])
    .flatMap((code): Area[] => {
      const name = nameOf(names.areas[code], language)
      return name === null ? [] : [{ id: code, name, level: 'region', place: null }]
    })
    .sort((left, right) => order.compare(left.name, right.name))
}

function groupByCountry(codes: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const code of codes) {
    const country = code.slice(0, code.indexOf('.'))
    const group = groups.get(country)
    if (group) group.push(code)
    else groups.set(country, [code])
  }
  return groups
}

/**
 * Below a country its regions and the cities that lie in none, below a region its cities, the largest first; undefined
 * for an unknown id.
 */
export async function listAreasBelow(id: string, language: LanguageCode): Promise<readonly Area[] | undefined> {
  const [cities, names] = await Promise.all([openCities(), openNames()])
  const isCountry = findCountry(id) !== undefined
  if (!isCountry && names.areas[id] === undefined) return undefined
  const regions = isCountry ? listRegions(names, id, language) : []
  const { from, to } = cities.rangeOf(id)
  const below = Array.from({ length: to - from }, (_, at): Area => {
    const city = cities.at(from + at)
    return {
      id: String(city.id),
      name: cityName(city, cities.namesAt(from + at), names.zones, language),
      level: 'city',
      place: { latitude: city.latitudeDeg, longitude: city.longitudeDeg },
    }
  })
  return [...regions, ...below]
}
