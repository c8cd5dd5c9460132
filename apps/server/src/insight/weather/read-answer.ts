import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { type WeatherHour, type WeatherPart, weatherRanges } from '@heliograph/domain/weather/weather-hour.ts'
import { WeatherFault, type WeatherPlace } from './provider.ts'

/** An answer of another cell is further away than this, degrees. */
const NEAR_DEG = 0.5
/** A fortnight and a quarter of a year of hours: no answer is longer. */
export const MOST_ROWS = 4_000
/** A larger share of impossible values means another unit. */
const MOST_IMPOSSIBLE = 0.2

export type Json = Readonly<Record<string, unknown>>

/** @throws WeatherFault broken */
export function toObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WeatherFault('broken', `${what} is no object`)
  return value as Json
}

/** @throws WeatherFault broken: no list, an empty or an endless one */
export function toList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new WeatherFault('broken', `${what} is no list of values`)
  if (value.length > MOST_ROWS) throw new WeatherFault('size', `${what} has ${value.length} entries`)
  return value
}

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** @throws WeatherFault place: the answer is about somewhere else */
export function checkPlace(latitude: unknown, longitude: unknown, asked: WeatherPlace, nearDeg = NEAR_DEG): void {
  const [north, east] = [numberOf(latitude), numberOf(longitude)]
  if (north === null || east === null) throw new WeatherFault('place', 'the answer names no place')
  const turn = Math.abs(east - asked.longitudeDeg) % 360
  const away = Math.max(Math.abs(north - asked.latitudeDeg), Math.min(turn, 360 - turn) * cosDeg(asked.latitudeDeg))
  if (away > nearDeg)
    throw new WeatherFault('place', `the answer is about ${north} ${east}, which is ${away.toFixed(1)} degrees away`)
}

const cosDeg = (deg: number): number => Math.cos((deg * Math.PI) / 180)

/**
 * Values of hours, without what cannot be true.
 * @throws WeatherFault units: too much cannot be true; broken: no hour
 */
export function cleanHours(hours: readonly WeatherHour[]): readonly WeatherHour[] {
  const parts = Object.entries(weatherRanges) as [WeatherPart, readonly [number, number]][]
  for (const [part, [least, most]] of parts) {
    const values = hours.flatMap((hour) => hour[part] ?? [])
    const impossible = values.filter((value) => value < least || value > most).length
    if (impossible > 2 && impossible > values.length * MOST_IMPOSSIBLE)
      throw new WeatherFault('units', `${impossible} of ${values.length} values of ${part} are impossible`)
  }
  const clean = hours
    .filter(({ atMs }) => Number.isFinite(atMs) && atMs % HOUR_MS === 0)
    .map((hour) => {
      const kept: Record<string, number | null> = {}
      for (const [part, [least, most]] of parts) {
        const value = hour[part]
        if (value !== null && value !== undefined && value >= least && value <= most) kept[part] = value
      }
      return { atMs: hour.atMs, kind: hour.kind, ...kept }
    })
  if (!clean.some((hour) => Object.keys(hour).length > 2)) throw new WeatherFault('broken', 'no hour has a value')
  return [...new Map(clean.map((hour) => [hour.atMs, hour])).values()].sort((a, b) => a.atMs - b.atMs)
}
