/** What is known of a place by its coordinates. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { type City, openCities } from './cities.ts'
import { findOutlines } from './country-at.ts'
import { findNearestCity } from './nearest-city.ts'
import { listCountryNames, nameOf, openNames } from './place-names.ts'

/** Farther than this, a city is no help to say where a place is. */
const CITY_KM = 150
/** So near to a city a place is on land, whatever the outline of the coast says. */
const COAST_KM = 25
/** The widest stretch without a city (Greenland, the Sahara): its zone is that of the nearest one all the same. */
const ZONE_KM = 2_500

export type PlaceDetails = Readonly<{
  country: Readonly<{ code: string; name: string; currency: string | null }>
  area: Readonly<{ id: string; name: string }> | null
  city: Readonly<{ id: number; name: string; km: number }> | null
  zone: string | null
}>

/** Undefined at sea. The area and the zone are those of the country's nearest city. */
export async function describePlace(
  place: Readonly<{ latitude: number; longitude: number }>,
  language: LanguageCode,
): Promise<PlaceDetails | undefined> {
  const { country: code, isLand } = await findOutlines(place.latitude, place.longitude)
  if (code === null) return undefined
  const [cities, names] = await Promise.all([openCities(), openNames()])
  const near = findNearestCity(cities, place, CITY_KM, code) ?? findNearestCity(cities, place, ZONE_KM, code)
  if (!isLand && !(near && near.km <= COAST_KM)) return undefined
  const city = near && cities.at(near.index)
  const areaName = city && nameOf(names.areas[city.area], language)
  return {
    country: { code, name: listCountryNames(language).get(code) ?? code, currency: names.currencies[code] ?? null },
    area: city && areaName ? { id: city.area, name: areaName } : null,
    city:
      city && near && near.km <= CITY_KM
        ? { id: city.id, name: cityName(city, names.zones, language), km: near.km }
        : null,
    zone: city?.zone ?? null,
  }
}

/** A city that gives its name to a zone has one in each language. */
export function cityName(
  city: City,
  zones: Readonly<Record<string, Readonly<Partial<Record<LanguageCode, string>>>>>,
  language: LanguageCode,
): string {
  const named = zones[city.zone]
  return named?.en === city.name || city.zone.endsWith(`/${city.name.replaceAll(' ', '_')}`)
    ? (named?.[language] ?? city.name)
    : city.name
}
