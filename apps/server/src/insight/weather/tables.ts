import type { WeatherColumns } from '@heliograph/domain/weather/weather-hour.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    weather_places: {
      latitude_cdeg: number
      longitude_cdeg: number
      provider: Generated<string>
      next_at: Generated<Stamp>
      leased_until: Stamp | null
      answered_at: Stamp | null
      failures: Generated<number>
      fault: string | null
      archive_next_at: Generated<Stamp>
      archive_asked_at: Stamp | null
    }
    weather_days: {
      latitude_cdeg: number
      longitude_cdeg: number
      day: string
      provider: string
      fetched_at: Stamp
      hours: WeatherColumns
    }
    weather_pauses: {
      provider: string
      until: Stamp
      failures: number
    }
  }
}
