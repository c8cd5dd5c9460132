import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'

/*
 * Codes of each service in the words of the specification: one table per service. The specification has no moderate
 * rain: code 63 is heavy, because its light rain is drizzle.
 */

const rows = (table: Readonly<Partial<Record<WeatherKind, readonly (number | string)[]>>>) =>
  new Map(Object.entries(table).flatMap(([kind, codes]) => codes.map((code) => [code, kind as WeatherKind] as const)))

const wmoCodes = rows({
  sunny: [0, 1],
  cloudy: [2, 3],
  foggy: [45, 48],
  'rainy-s': [51, 53, 55, 56, 57, 61, 66, 80],
  'rainy-l': [63, 65, 67, 81, 82],
  'snow-s': [71, 73, 75, 77, 85, 86],
  thunder: [95, 96, 99],
})

/** WMO code 4677 as Open-Meteo uses it. */
export const kindOfWmo = (code: unknown): WeatherKind => wmoCodes.get(code as number) ?? 'unknow'

const metSymbols = rows({
  sunny: ['clearsky', 'fair'],
  cloudy: ['partlycloudy', 'cloudy'],
  foggy: ['fog'],
  'rainy-s': ['lightrain', 'lightrainshowers'],
  'rainy-l': ['rain', 'heavyrain', 'rainshowers', 'heavyrainshowers'],
})

/** symbol_code of MET Norway; thunder beats snow and rain, and two of its names are misspelled (`lightss...`). */
export function kindOfMetSymbol(code: unknown): WeatherKind {
  if (typeof code !== 'string') return 'unknow'
  const name = code.replace(/_(?:day|night|polartwilight)$/, '')
  if (!/^[a-z]{3,40}$/.test(name)) return 'unknow'
  if (name.endsWith('andthunder')) return 'thunder'
  if (/^(?:light|lights|heavy)?(?:snow|sleet)(?:showers)?$/.test(name)) return 'snow-s'
  return metSymbols.get(name) ?? 'unknow'
}

const openWeatherGroups: readonly (readonly [WeatherKind, number, number])[] = [
  ['thunder', 200, 232],
  ['rainy-s', 300, 321],
  ['rainy-s', 500, 500],
  ['rainy-s', 520, 520],
  ['rainy-l', 501, 511],
  ['rainy-l', 521, 531],
  ['snow-s', 600, 622],
  // Squall and tornado lie among the codes of fog.
  ['thunder', 771, 771],
  ['thunder', 781, 781],
  ['foggy', 701, 762],
  ['sunny', 800, 801],
  ['cloudy', 802, 804],
]

/** weather[].id of OpenWeather. */
export const kindOfOpenWeather = (id: unknown): WeatherKind =>
  (typeof id === 'number' && openWeatherGroups.find(([, from, to]) => id >= from && id <= to)?.[0]) || 'unknow'

const brightSkyIcons = rows({
  sunny: ['clear-day', 'clear-night'],
  cloudy: ['partly-cloudy-day', 'partly-cloudy-night', 'cloudy', 'wind'],
  foggy: ['fog'],
  'snow-s': ['snow', 'sleet'],
  thunder: ['thunderstorm', 'hail'],
})

/** icon of Bright Sky; rain below 1 mm in the hour is light. */
export function kindOfBrightSky(icon: unknown, precipitationMm: number | null | undefined): WeatherKind {
  if (icon === 'rain') return (precipitationMm ?? 1) < 1 ? 'rainy-s' : 'rainy-l'
  return brightSkyIcons.get(icon as string) ?? 'unknow'
}
