/** Forecast of a plant's production, and the accuracy of past forecasts, in our words. */
import type { ForecastAccuracyWire, ProductionForecast } from '@heliograph/contract/maintain-s/forecast.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

/** The middle, and what one in ten stays below and one in ten exceeds. */
export type ForecastPoint = Readonly<{ atMs: number; lowW: number; powerW: number; highW: number }>
export type ForecastDay = Readonly<{
  date: string
  lowKwh: number
  kwh: number
  highKwh: number
  planesKwh: readonly number[]
}>
export type Forecast = Readonly<{
  reason: ProductionForecast['reason']
  madeAtMs: number | null
  learnedDays: number
  planes: readonly string[]
  hours: readonly ForecastPoint[]
  days: readonly ForecastDay[]
}>

/** @param date a past day, of which its morning's word is kept */
export async function fetchForecast(id: number, date: string | undefined, signal?: AbortSignal): Promise<Forecast> {
  const query = date === undefined ? {} : { date }
  const wire = await call('GET /maintain-s/history/power/{id}/forecast', { params: { id }, query }, { signal })
  return {
    reason: wire.reason,
    madeAtMs: toMs(wire.madeAt),
    learnedDays: wire.calibratedDays,
    planes: wire.planes,
    hours: wire.hours.map(({ time, low, value, high }) => ({
      atMs: toMs(time),
      lowW: low,
      powerW: value,
      highW: high,
    })),
    days: wire.data.map(({ date: day, low, value, high, planes }) => ({
      date: day,
      lowKwh: low,
      kwh: value,
      highKwh: high,
      planesKwh: planes,
    })),
  }
}

/** Errors as shares of the measured energy, 0 = perfect; null: nothing to judge. */
export type HorizonScore = Readonly<{
  horizon: number
  days: number
  calibrated: number | null
  bare: number | null
  persistence: number | null
  bias: number | null
  inside: number | null
}>
export type JudgedForecast = Readonly<{
  date: string
  measuredKwh: number | null
  lowKwh: number | null
  kwh: number | null
  highKwh: number | null
}>
export type Accuracy = Readonly<{ horizons: readonly HorizonScore[]; days: readonly JudgedForecast[] }>

export async function fetchAccuracy(id: number, days: number, signal?: AbortSignal): Promise<Accuracy> {
  const path = 'GET /maintain-s/history/power/{id}/forecast/accuracy'
  return toAccuracy(await call(path, { params: { id }, query: { days: String(days) } }, { signal }))
}

const toAccuracy = ({ horizons, records }: ForecastAccuracyWire): Accuracy => ({
  horizons: horizons.map(({ horizon, days, calibratedError, modelledError, persistenceError, bias, inRange }) => ({
    horizon,
    days,
    bias,
    inside: inRange,
    calibrated: calibratedError,
    bare: modelledError,
    persistence: persistenceError,
  })),
  days: records.map(({ date, measured, low, value, high }) => ({
    date,
    measuredKwh: measured,
    lowKwh: low,
    kwh: value,
    highKwh: high,
  })),
})
