import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import type { WeatherDayWire, WeatherHourWire, WeatherSourceWire } from '../region-s/weather.ts'
import { type Codec, fromFields, type Scale, seconds, toFields } from './fields.ts'

const hundredths: Scale = { toWire: (value) => Math.round(value * 100) / 100, fromWire: (value) => value }

/** degC, %, hPa at sea level, m/s, degrees that the wind comes from, mm; null: not known. */
type Air = Readonly<{
  kind: WeatherKind
  /** The word for it in the language of the request. */
  name: string
  temperatureC: number | null
  humidityPercent: number | null
  pressureHpa: number | null
  windMs: number | null
  windDeg: number | null
  cloudPercent: number | null
  precipitationMm: number | null
}>

const airFields = {
  kind: 'weatherPic',
  name: 'weatherName',
  temperatureC: ['temp', hundredths],
  humidityPercent: ['humidity', hundredths],
  pressureHpa: ['pressure', hundredths],
  windMs: ['windSpeed', hundredths],
  windDeg: ['windDeg', hundredths],
  cloudPercent: ['clouds', hundredths],
  precipitationMm: ['precipitation', hundredths],
} as const

/** The hour that begins at `atMs`; irradiance in W/m² on the horizontal, its mean. */
export type SkyHour = Air & Readonly<{ atMs: number; isSunUp: boolean; ghiWm2: number | null }>

const hourFields = {
  ...airFields,
  atMs: ['time', seconds],
  isSunUp: 'sunUp',
  ghiWm2: ['irradiance', hundredths],
} as const

export const skyHour = {
  toWire: (ours) => toFields(hourFields, ours),
  fromWire: (wire) => fromFields(hourFields, wire),
} satisfies Codec<SkyHour, WeatherHourWire>

/** Means of a day, except its extremes and sums. */
export type SkyDay = Air &
  Readonly<{
    /** YYYY-MM-DD at the plant. */
    date: string
    temperatureMinC: number | null
    temperatureMaxC: number | null
    sunshineS: number | null
    irradiationKwhM2: number | null
    /** null: the sun does not cross the horizon, and `polar` says on which side it stays. */
    sunriseMs: number | null
    sunsetMs: number | null
    polar: 'always-up' | 'always-down' | null
  }>

const dayFields = {
  ...airFields,
  date: 'date',
  temperatureMinC: ['tempMin', hundredths],
  temperatureMaxC: ['tempMax', hundredths],
  sunshineS: ['sunshineDuration', hundredths],
  irradiationKwhM2: ['irradiation', hundredths],
  sunriseMs: ['sunrise', seconds],
  sunsetMs: ['sunset', seconds],
} as const

export const skyDay = {
  toWire: (ours) => ({ ...toFields(dayFields, ours), polar: ours.polar ?? '' }),
  fromWire: (wire) => ({ ...fromFields(dayFields, wire), polar: wire.polar === '' ? null : wire.polar }),
} satisfies Codec<SkyDay, WeatherDayWire>

/** The service that the weather comes from, and its age. */
export type SkySource = Readonly<{
  zone: string
  /** Why there is no weather; '': there is. */
  reason: WeatherSourceWire['reason']
  provider: string
  attribution: Readonly<{ text: string; url: string }> | null
  /** Whether the service knows irradiance; else it is estimated from clouds. */
  knowsLight: boolean
  /** Whether it knows the past; else earlier days are its forecasts. */
  knowsPast: boolean
  answeredAtMs: number | null
  fault: WeatherSourceWire['fault']
}>

const sourceFields = {
  zone: 'timeZone',
  reason: 'reason',
  provider: 'provider',
  attribution: 'attribution',
  knowsLight: 'irradianceKnown',
  knowsPast: 'pastKnown',
  answeredAtMs: ['lastUpdateTime', seconds],
  fault: 'fault',
} as const

export const skySource = {
  toWire: (ours) => toFields(sourceFields, ours),
  fromWire: (wire) => fromFields(sourceFields, wire),
} satisfies Codec<SkySource, WeatherSourceWire>
