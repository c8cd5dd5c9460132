import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import {
  type WeatherColumns,
  type WeatherHour,
  type WeatherKind,
  type WeatherPart,
  weatherParts,
} from '@heliograph/domain/weather/weather-hour.ts'

/** Hours as columns by UTC day (YYYY-MM-DD). */
export function toColumns(hours: readonly WeatherHour[]): ReadonlyMap<string, WeatherColumns> {
  const days = new Map<string, WeatherHour[]>()
  for (const hour of hours) {
    const day = new Date(hour.atMs).toISOString().slice(0, 10)
    const own = days.get(day)
    if (own) own.push(hour)
    else days.set(day, [hour])
  }
  return new Map([...days].map(([day, own]) => [day, fillColumns(own)]))
}

const hourOf = (atMs: number): number => Math.floor((((atMs % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS)

function fillColumns(hours: readonly WeatherHour[]): WeatherColumns {
  const kind = new Array<WeatherKind | null>(24).fill(null)
  const columns: Partial<Record<WeatherPart, (number | null)[]>> = {}
  for (const hour of hours) {
    const index = hourOf(hour.atMs)
    kind[index] = hour.kind
    for (const part of weatherParts) {
      const value = hour[part]
      if (value === null || value === undefined) continue
      const column = columns[part] ?? new Array<number | null>(24).fill(null)
      columns[part] = column
      column[index] = Math.round(value * 100) / 100
    }
  }
  return { kind, ...columns }
}

/** Values after a new answer: its own, and older ones where it has none. */
export function mergeColumns(before: WeatherColumns | undefined, after: WeatherColumns): WeatherColumns {
  if (before === undefined) return after
  const merge = <T>(old: readonly (T | null)[] = [], fresh: readonly (T | null)[] = []): readonly (T | null)[] =>
    Array.from({ length: 24 }, (_, index) => fresh[index] ?? old[index] ?? null)
  const parts = weatherParts.flatMap((part) =>
    before[part] || after[part] ? [[part, merge(before[part], after[part])] as const] : [],
  )
  const kind = Array.from({ length: 24 }, (_, index) => {
    const fresh = after.kind[index] ?? null
    return fresh === null || fresh === 'unknow' ? (before.kind[index] ?? fresh) : fresh
  })
  return { kind, ...Object.fromEntries(parts) }
}

/** The known hours of a UTC day, in order. */
export function toHours(day: string, columns: WeatherColumns): readonly WeatherHour[] {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return columns.kind.flatMap((kind, index): WeatherHour[] => {
    if (kind === null || kind === undefined) return []
    const parts = weatherParts.flatMap((part) => {
      const value = columns[part]?.[index]
      return value === null || value === undefined ? [] : [[part, value] as const]
    })
    return [{ atMs: startMs + index * HOUR_MS, kind, ...Object.fromEntries(parts) }]
  })
}
