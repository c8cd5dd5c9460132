/** Facts about a place by its coordinates. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { listZones } from '@heliograph/domain/time.ts'
import { openCities } from './cities.ts'
import { cityName } from './city-name.ts'
import { findOutlines } from './country-at.ts'
import { distanceKm, findNearestCity, findSurroundingCity } from './nearest-city.ts'
import { readPacked } from './place-data.ts'
import { listCountryNames, nameOf, openNames } from './place-names.ts'

/** The place that gives each time zone its name: small islands and zones that the list of cities does not know. */

type ZonePlace = Readonly<{ zone: string; latitude: number; longitude: number }>

let opened: Promise<ReadonlyMap<string, readonly ZonePlace[]>> | undefined

async function open(): Promise<ReadonlyMap<string, readonly ZonePlace[]>> {
  const { part } = await readPacked('zones')
  const rows = JSON.parse(part('places').toString('utf8')) as [string, string, number, number][]
  // A runtime may be older than a zone.
  const known = new Set(listZones())
  const byCountry = new Map<string, ZonePlace[]>()
  for (const [zone, country, latitude, longitude] of rows)
    if (known.has(zone)) byCountry.set(country, [...(byCountry.get(country) ?? []), { zone, latitude, longitude }])
  return byCountry
}

/** The nearest of a country's; undefined where it has none within `mostKm`. */
async function findZonePlace(
  { latitude, longitude }: Readonly<{ latitude: number; longitude: number }>,
  country: string,
  mostKm: number,
): Promise<Readonly<{ zone: string; km: number }> | undefined> {
  opened ??= open()
  let best: Readonly<{ zone: string; km: number }> | undefined
  for (const place of (await opened).get(country) ?? []) {
    const km = distanceKm(latitude, longitude, place.latitude, place.longitude)
    if (km <= (best?.km ?? mostKm)) best = { zone: place.zone, km }
  }
  return best
}

/** Farther than this, a city is no help to say where a place is. */
const CITY_KM = 150
/** So near to a city a place is on land, even beyond the outline of the coast. */
const COAST_KM = 25
/** The list of cities knows the zones of some small towns badly: around its own place a zone is sure. */
const ZONE_PLACE_KM = 5
/** The outline of a country covers another one, which has its own code: the nearest city decides. */
const covered: Readonly<Record<string, string>> = { MA: 'EH' }
/** The widest stretch without a city (Greenland, the Sahara): its zone is that of the nearest one all the same. */
const ZONE_KM = 2_500

export type PlaceDetails = Readonly<{
  country: Readonly<{ code: string; name: string; currency: string | null }>
  area: Readonly<{ id: string; name: string }> | null
  city: Readonly<{ id: number; name: string; km: number }> | null
  zone: string | null
}>

/** Undefined at sea. The city is the one whose district the nearest place is. The area is that of the country's nearest city; so is the zone where no zone's own place is nearer. */
export async function describePlace(
  place: Readonly<{ latitude: number; longitude: number }>,
  language: LanguageCode,
): Promise<PlaceDetails | undefined> {
  const { country: outlined, isLand } = await findOutlines(place.latitude, place.longitude)
  if (outlined === null) return undefined
  const [cities, names] = await Promise.all([openCities(), openNames()])
  const nearest = outlined in covered ? findNearestCity(cities, place, CITY_KM) : undefined
  const code = nearest && cities.countryAt(nearest.index) === covered[outlined] ? covered[outlined] : outlined
  const near = findNearestCity(cities, place, CITY_KM, code) ?? findNearestCity(cities, place, ZONE_KM, code)
  const zonePlace = await findZonePlace(place, code, CITY_KM)
  if (!isLand && Math.min(near?.km ?? CITY_KM, zonePlace?.km ?? CITY_KM) > COAST_KM) return undefined
  const city = near && cities.at(near.index)
  const around = (near && findSurroundingCity(cities, place, near)) ?? near
  const town = around && cities.at(around.index)
  const areaName = city && nameOf(names.areas[city.area], language)
  return {
    country: { code, name: listCountryNames(language).get(code) ?? code, currency: names.currencies[code] ?? null },
    area: city && areaName ? { id: city.area, name: areaName } : null,
    city:
      town && around && around.km <= CITY_KM
        ? {
            id: town.id,
            name: cityName(town, cities.namesAt(around.index), names.zones, language),
            km: around.km,
          }
        : null,
    zone:
      (zonePlace && zonePlace.km <= Math.max(near?.km ?? CITY_KM, ZONE_PLACE_KM) ? zonePlace.zone : city?.zone) ?? null,
  }
}
