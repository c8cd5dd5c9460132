import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'

export const providerNames = ['open-meteo', 'met-norway', 'bright-sky', 'openweather', 'solcast'] as const
export type ProviderName = (typeof providerNames)[number]

/** A rounded place, degrees (north +, east +): two decimals, about a kilometer. */
export type WeatherPlace = Readonly<{ latitudeDeg: number; longitudeDeg: number }>

/** A request without the base address. */
export type WeatherRequest = Readonly<{ path: string; headers?: Readonly<Record<string, string>> }>

/** One weather service: how it is asked, and what its answer means. */
export type Provider = Readonly<{
  name: ProviderName
  baseUrl: string
  needsKey: boolean
  /** How many requests a day its free use allows, with some left over. */
  callsPerDay: number
  /** Shown wherever its data is: its name with its license, as both are written in every language, and a link. */
  attribution: Readonly<{ text: string; url: string }>
  /** @param pastDays whole days of the past that are wanted, where the service has them */
  request: (place: WeatherPlace, key: string, pastDays: number, nowMs: number) => WeatherRequest
  /** Where it keeps years of the past, and how they are asked for: whole UTC days, both included; null: nowhere. */
  archive: Readonly<{
    baseUrl: string
    request: (place: WeatherPlace, key: string, from: string, to: string) => WeatherRequest
  }> | null
  /** Whether it knows the light itself; else only its clouds say something of it, and no past day is judged by them. */
  knowsLight: boolean
  /** Whether its answers reach into the past; else an hour that is over keeps what was expected of it, and judges no day. */
  knowsPast: boolean
  /** @throws WeatherFault for an answer that is not what was asked for */
  parse: (body: unknown, place: WeatherPlace) => readonly WeatherHour[]
}>

/** Why there is no answer: what was refused, in one word for the page and one sentence for the log. */
export const faultKinds = ['unreachable', 'timeout', 'refused', 'busy', 'broken', 'units', 'place', 'size'] as const
export type FaultKind = (typeof faultKinds)[number]

export class WeatherFault extends Error {
  readonly kind: FaultKind
  /** The service itself says when to ask again. */
  readonly retryAfterMs: number | null
  constructor(kind: FaultKind, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
