import type { Calibration } from '@heliograph/domain/forecast/calibrate.ts'
import type { ForecastDay, ForecastHour } from '@heliograph/domain/forecast/forecast.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    plant_forecasts: {
      plant_id: number
      due_at: Stamp
      made_at: Stamp | null
      reason: Generated<string>
      calibrated_on: string | null
      calibration: ColumnType<Calibration | null, string | undefined, string>
      hours: ColumnType<ForecastHour[], string, string>
      days: ColumnType<ForecastDay[], string, string>
    }
    forecast_days: {
      plant_id: number
      day: string
      p10_wh: (number | null)[]
      p50_wh: (number | null)[]
      p90_wh: (number | null)[]
      modelled_wh: (number | null)[]
      hours: ColumnType<ForecastHour[] | null, string | null, string>
    }
  }
}
