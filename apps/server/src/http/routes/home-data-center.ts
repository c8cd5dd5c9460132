import { isCountry } from '@heliograph/domain/countries.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dataCenterOf } from '@heliograph/domain/regions.ts'
import type { PublicContext } from './handler.ts'

/**
 * Accounts of mainland China belong in the Chinese data center, and only those, where both data centers are available.
 * @throws Refusal PARAM_ERROR for an unknown country; CHINA_USERS_SWITCH with the data center
 */
export function requireHomeDataCenter({ services }: PublicContext, country: string): void {
  if (!isCountry(country)) throw new Refusal('PARAM_ERROR', { field: 'country' })
  const { dataCenters, regionRules } = services
  const belongs = dataCenterOf(country)
  if (regionRules.chinaUsersRefused && belongs === 'CHINA' && dataCenters.here !== 'CHINA')
    throw new Refusal('CHINA_USERS_SWITCH', { center: belongs })
  if (dataCenters.others.length > 0 && belongs !== dataCenters.here)
    throw new Refusal('CHINA_USERS_SWITCH', { center: belongs })
}
