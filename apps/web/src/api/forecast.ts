/** Forecast of a plant's production, and the accuracy of past forecasts. */
import type {
  ForecastAccuracy,
  ForecastDay,
  ForecastHour,
  HorizonScore,
  JudgedForecast,
  ProductionForecast,
} from '@heliograph/contract/maintain-s/forecast.ts'
import { call } from './call.ts'

export type { ForecastAccuracy, ForecastDay, ForecastHour, HorizonScore, JudgedForecast, ProductionForecast }

/** @param date a past day, of which its morning's word is kept */
export const fetchForecast = (
  id: number,
  date: string | undefined,
  signal?: AbortSignal,
): Promise<ProductionForecast> =>
  call('GET /maintain-s/history/power/{id}/forecast', { params: { id }, query: { date } }, { signal })

export const fetchAccuracy = (id: number, days: number, signal?: AbortSignal): Promise<ForecastAccuracy> =>
  call(
    'GET /maintain-s/history/power/{id}/forecast/accuracy',
    { params: { id }, query: { days: String(days) } },
    { signal },
  )
