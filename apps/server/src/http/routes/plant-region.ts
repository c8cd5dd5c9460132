import { findCountry } from '@heliograph/domain/countries.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dataCenterOf } from '@heliograph/domain/regions.ts'
import { findCountryAt } from '../../platform/places/places.ts'
import type { UserContext } from './handler.ts'

type Place = Readonly<{
  regionNationId?: string | undefined
  locationLat?: number | undefined
  locationLng?: number | undefined
}>

/**
 * A plant belongs to the data center of its country, where there is one, and to none that refuses its country.
 * @throws Refusal REGION_NOT_ALLOWED
 */
export async function refuseForeignPlace({ services }: UserContext, place: Place): Promise<void> {
  const { here, others } = services.dataCenters
  const { plantCountriesRefused: refused } = services.regionRules
  if (others.length === 0 && refused.size === 0) return
  const country = place.regionNationId || (await countryOf(place))
  if (country === null) return
  const home = dataCenterOf(country)
  if (home !== here && others.some(({ center }) => center === home)) throw new Refusal('REGION_NOT_ALLOWED')
  if (refused.has(country) || refused.has(findCountry(country)?.region ?? '')) throw new Refusal('REGION_NOT_ALLOWED')
}

/** Of a plant that names no country: that of its coordinates. */
async function countryOf({ locationLat, locationLng }: Place): Promise<string | null> {
  return locationLat === undefined || locationLng === undefined ? null : findCountryAt(locationLat, locationLng)
}
