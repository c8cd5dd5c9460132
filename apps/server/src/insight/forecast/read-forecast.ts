import { Refusal } from '@heliograph/domain/errors.ts'
import type { ForecastDay, ForecastHour } from '@heliograph/domain/forecast/forecast.ts'
import { HORIZONS } from '@heliograph/domain/forecast/range.ts'
import { type Score, type ScoredDay, scoreDays } from '@heliograph/domain/forecast/score.ts'
import { planesOf } from '@heliograph/domain/module-plane.ts'
import { addDays, isDate, localDate } from '@heliograph/domain/time.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { WeatherSettings } from '../weather/weather.ts'
import type { NoForecast } from './count-due.ts'
import { readPastForecasts } from './forecast-rows.ts'

/** A plant's newest forecast, or of a past day what its morning said. */
export type PlantForecast = Readonly<{
  zone: string
  /** Why there is none: no weather on this server, its first run is still to come, or the plant's own reason. */
  reason: NoForecast | 'off' | 'waiting'
  madeAtMs: number | null
  /** Days of the plant's own history that it was calibrated with. */
  calibratedDays: number
  planes: readonly string[]
  hours: readonly ForecastHour[]
  days: readonly ForecastDay[]
}>

/** @param date a past day: only its hours, as its morning saw them @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function getPlantForecast(
  db: Db,
  settings: WeatherSettings,
  plantId: number,
  date: string | undefined,
  nowMs: number,
): Promise<PlantForecast> {
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  if (date !== undefined && !isDate(date)) throw new Refusal('PARAM_ERROR', { field: 'date' })
  const row = await db.kysely
    .selectFrom('plant_forecasts')
    .selectAll()
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  const base = {
    zone: facts.zone,
    madeAtMs: row?.made_at?.getTime() ?? null,
    calibratedDays: row?.calibration?.days ?? 0,
    planes: planesOf(facts).map(({ name }) => name),
  }
  if (date !== undefined && date < today) {
    const past = await db.kysely
      .selectFrom('forecast_days')
      .select('hours')
      .where('plant_id', '=', plantId)
      .where('day', '=', date)
      .executeTakeFirst()
    return { ...base, reason: '', hours: past?.hours ?? [], days: [] }
  }
  const reason = settings === null ? 'off' : row === undefined ? 'waiting' : (row.reason as NoForecast)
  if (row === undefined || reason !== '') return { ...base, reason, hours: [], days: [] }
  return { ...base, reason, hours: row.hours, days: row.days.filter((day) => day.date >= today) }
}

/** How good the forecasts of a plant were. */
export type ForecastAccuracy = Readonly<{
  zone: string
  scores: readonly Readonly<{ horizon: number; score: Score; inRange: number | null }>[]
  /** Complete days, newest last: what the day before said, and what came. */
  days: readonly Readonly<{
    date: string
    measuredWh: number | null
    p10Wh: number | null
    p50Wh: number | null
    p90Wh: number | null
    modelledWh: number | null
  }>[]
}>

/** Of the last days before today. @throws Refusal NOT_FOUND */
export async function getForecastAccuracy(
  db: Db,
  plantId: number,
  count: number,
  nowMs: number,
): Promise<ForecastAccuracy> {
  const { zone } = await getFacts(db, plantId)
  const today = localDate(nowMs, zone)
  const [from, to] = [addDays(today, -count), addDays(today, -1)]
  const rows = await readPastForecasts(db, plantId, from, to)
  const measured = await readMeasured(db, plantId, addDays(from, -HORIZONS), to)
  const scores = Array.from({ length: HORIZONS }, (_, horizon) => {
    const known = rows.flatMap((row) => {
      const [calibratedWh, modelledWh] = [row.p50Wh[horizon] ?? null, row.modelledWh[horizon] ?? null]
      if (row.measuredWh === null || calibratedWh === null || modelledWh === null) return []
      // Knowledge at the time of the forecast: the last complete day before it.
      const persistenceWh = measured.get(addDays(row.date, -1 - horizon)) ?? null
      const scored: ScoredDay = { measuredWh: row.measuredWh, calibratedWh, modelledWh, persistenceWh }
      const [low, high] = [row.p10Wh[horizon] ?? 0, row.p90Wh[horizon] ?? 0]
      return [{ scored, isInside: row.measuredWh >= low && row.measuredWh <= high }]
    })
    return {
      horizon,
      score: scoreDays(known.map(({ scored }) => scored)),
      inRange: known.length === 0 ? null : known.filter(({ isInside }) => isInside).length / known.length,
    }
  })
  return {
    zone,
    scores,
    days: rows.map((row) => ({
      date: row.date,
      measuredWh: row.measuredWh,
      p10Wh: row.p10Wh[1] ?? null,
      p50Wh: row.p50Wh[1] ?? null,
      p90Wh: row.p90Wh[1] ?? null,
      modelledWh: row.modelledWh[1] ?? null,
    })),
  }
}

async function readMeasured(db: Db, plantId: number, from: string, to: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.kysely
    .selectFrom('plant_days')
    .select(['day', 'generation_wh'])
    .where('plant_id', '=', plantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  return new Map(
    rows.flatMap(({ day, generation_wh }) => (generation_wh === null ? [] : [[day, generation_wh] as const])),
  )
}
