/** Which countries this server does not serve, by the operator's configuration. */
import { isCountry } from '@heliograph/domain/countries.ts'
import { isRegion } from '@heliograph/domain/regions.ts'

export type RegionRules = Readonly<{
  /** Countries (ISO 3166-1 alpha-2) and regions in which no plant may be built here: message 46. */
  plantCountriesRefused: ReadonlySet<string>
  /** People of mainland China are sent to the data center there, even if this server does not know it: message 47. */
  chinaUsersRefused: boolean
}>

export const noRegionRules: RegionRules = { plantCountriesRefused: new Set(), chinaUsersRefused: false }

/** @throws Error for a code that is neither a country nor a region */
export function readRegionRules(env: NodeJS.ProcessEnv): RegionRules {
  const codes = (env.PLANT_COUNTRIES_REFUSED ?? '').split(',').map((code) => code.trim().toUpperCase())
  const named = codes.filter((code) => code !== '')
  const unknown = named.find((code) => !isCountry(code) && !isRegion(code))
  if (unknown !== undefined) throw new Error(`PLANT_COUNTRIES_REFUSED names no country or region: ${unknown}`)
  const setting = env.CHINA_USERS_REFUSED ?? ''
  if (!['', 'true', 'false', '1', '0'].includes(setting)) throw new Error('CHINA_USERS_REFUSED is true or false')
  return { plantCountriesRefused: new Set(named), chinaUsersRefused: setting === 'true' || setting === '1' }
}
