import { brightSky } from './bright-sky.ts'
import { metNorway } from './met-norway.ts'
import { openMeteo } from './open-meteo.ts'
import { openWeather } from './openweather.ts'
import { type Provider, type ProviderName, providerNames } from './provider.ts'
import { solcast } from './solcast.ts'

export const providers: Readonly<Record<ProviderName, Provider>> = {
  'open-meteo': openMeteo,
  'met-norway': metNorway,
  'bright-sky': brightSky,
  openweather: openWeather,
  solcast,
}

/** The operator's choice; null: no weather. Addresses have no slash at their end. */
export type WeatherSettings = Readonly<{
  provider: Provider
  baseUrl: string
  /** Years of the past; absent or null: not requested. */
  archiveUrl?: string | null
  key: string
  callsPerDay: number
}> | null

/**
 * Reads WEATHER_PROVIDER, WEATHER_URL, WEATHER_ARCHIVE_URL, WEATHER_KEY and WEATHER_CALLS_PER_DAY. Off unless a
 * provider is named: a request reveals to a stranger where plants are.
 * @throws Error for an unknown provider, a missing key, an address that is none
 */
export function readWeatherSettings(env: NodeJS.ProcessEnv): WeatherSettings {
  const name = env.WEATHER_PROVIDER || 'none'
  if (name === 'none') return null
  const known = providerNames.find((providerName) => providerName === name)
  if (known === undefined) throw new Error(`WEATHER_PROVIDER must be none, ${providerNames.join(', ')}, not "${name}"`)
  const provider = providers[known]
  const key = env.WEATHER_KEY ?? ''
  if (provider.needsKey && key === '') throw new Error(`WEATHER_PROVIDER ${known} needs WEATHER_KEY`)
  const baseUrl = readAddress('WEATHER_URL', env.WEATHER_URL || provider.baseUrl)
  // An operator with a server of their own reveals to no stranger where plants are, in requests for the past neither.
  const archive = env.WEATHER_ARCHIVE_URL || env.WEATHER_URL || provider.archive?.baseUrl
  const archiveUrl =
    provider.archive === null || archive === undefined || archive === 'none'
      ? null
      : readAddress('WEATHER_ARCHIVE_URL', archive)
  const callsPerDay = Number(env.WEATHER_CALLS_PER_DAY || provider.callsPerDay)
  if (!Number.isInteger(callsPerDay) || callsPerDay < 1 || callsPerDay > 10_000_000)
    throw new Error('WEATHER_CALLS_PER_DAY must be a whole number from 1 to 10000000')
  return { provider, baseUrl, archiveUrl, key, callsPerDay }
}

function readAddress(name: string, options: string): string {
  const address = options.replace(/\/+$/, '')
  if (!/^https?:\/\/\S+$/.test(address) || !URL.canParse(address))
    throw new Error(`${name} must begin with http:// or https://`)
  return address
}
