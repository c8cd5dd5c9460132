import { isCountry } from '@heliograph/domain/countries.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dataCentreOf } from '@heliograph/domain/regions.ts'
import type { PublicContext } from './handler.ts'

/**
 * An account of mainland China belongs in the Chinese data centre, and no other one does, where both are there to choose from.
 * @throws Refusal PARAM_ERROR for a country that there is not; CHINA_USERS_SWITCH with the data centre
 */
export function requireHomeDataCenter({ services: { dataCenters } }: PublicContext, country: string): void {
  if (!isCountry(country)) throw new Refusal('PARAM_ERROR', { field: 'country' })
  const belongs = dataCentreOf(country)
  if (dataCenters.others.length > 0 && belongs !== dataCenters.here)
    throw new Refusal('CHINA_USERS_SWITCH', { centre: belongs })
}
