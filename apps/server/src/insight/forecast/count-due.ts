import { setImmediate } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Calibration } from '@heliograph/domain/forecast/calibrate.ts'
import type { ForecastDay, ForecastHour } from '@heliograph/domain/forecast/forecast.ts'
import { findRange, HORIZONS } from '@heliograph/domain/forecast/range.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { clippingLimitW, getFacts, type PlantFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { readPlantHours } from '../weather/weather.ts'
import { forecastDay } from './forecast-hours.ts'
import { readPastForecasts, writeForecast } from './forecast-rows.ts'
import { learnPlant } from './learn-plant.ts'
import { modelHours, siteOf } from './model-hours.ts'

const MOST_PLANTS = 500
const EVERY_MS = HOUR_MS
/** The first weather of a new plant arrives within minutes. */
const SOON_MS = 5 * MINUTE_MS

/** Why a plant has no forecast; '': it has one. */
export type NoForecast = '' | 'place' | 'capacity' | 'weather'

/**
 * Makes the forecasts that are due: each plant's once an hour. Safe on several nodes at once: the same weather gives
 * the same rows. Plants beyond the time follow in the next run, the longest due first.
 * @returns the number of plants that were looked at
 */
export async function makeDueForecasts(
  db: Db,
  nowMs: number,
  { signal, mostMs = 20_000 }: Readonly<{ signal?: AbortSignal; mostMs?: number }> = {},
): Promise<number> {
  const endsAt = performance.now() + mostMs
  const { rows } = await sql<{ id: number }>`select p.id from plants p
    left join plant_forecasts q on q.plant_id = p.id
    where q.plant_id is null or q.due_at <= ${new Date(nowMs)}
    order by q.due_at nulls first, p.id limit ${MOST_PLANTS}`.execute(db.kysely)
  let done = 0
  for (const { id } of rows) {
    if (signal?.aborted || performance.now() > endsAt) break
    await makeForecast(db, id, nowMs)
    done++
    // Loggers and pages are served between the plants.
    await setImmediate()
  }
  return done
}

async function makeForecast(db: Db, plantId: number, nowMs: number): Promise<void> {
  const facts = await getFacts(db, plantId)
  const reason: NoForecast = !hasPlace(facts) ? 'place' : facts.capacityWp > 0 ? '' : 'capacity'
  const refuse = (why: NoForecast, waitMs: number): Promise<void> =>
    writeForecast(db, plantId, { reason: why, dueMs: nowMs + waitMs })
  if (reason !== '') return refuse(reason, EVERY_MS)
  const today = localDate(nowMs, facts.zone)
  const dates = Array.from({ length: HORIZONS }, (_, ahead) => addDays(today, ahead))
  const fromMs = dayBounds(today, facts.zone).fromMs - HOUR_MS
  const weather = await readPlantHours(db, plantId, fromMs, fromMs + (HORIZONS + 2) * DAY_MS)
  if (weather.length === 0) return refuse('weather', SOON_MS)
  const devices = (await listDevicesOfPlants(db, [plantId])).get(plantId) ?? []
  const limitW = clippingLimitW(devices, facts.capacityWp)
  const calibration = await findCalibration(db, facts, limitW, today, nowMs)
  const past = await readPastForecasts(db, plantId, addDays(today, -60), addDays(today, -1))
  const days: ForecastDay[] = []
  const hours: ForecastHour[] = []
  dates.forEach((date, horizon) => {
    const model = modelHours(siteOf(facts), weather, hoursOf(date, facts.zone))
    // A day that the answer only begins is no forecast of the day.
    if (model.length < 20) return
    const known = past.flatMap(({ p50Wh, measuredWh }) => {
      const forecastWh = p50Wh[horizon] ?? null
      return forecastWh === null || measuredWh === null ? [] : [{ forecastWh, measuredWh }]
    })
    const made = forecastDay(date, model, calibration, findRange(known, horizon, calibration.spread), limitW)
    days.push(made.day)
    hours.push(...made.hours)
  })
  if (days.length === 0) return refuse('weather', SOON_MS)
  await writeForecast(db, plantId, {
    reason: '',
    dueMs: nowMs + EVERY_MS,
    madeMs: nowMs,
    today,
    calibration,
    days,
    hours,
    todayHours: hours.filter(({ atMs }) => atMs < dayBounds(today, facts.zone).toMs),
  })
}

/** Learned once a day. */
async function findCalibration(
  db: Db,
  facts: PlantFacts,
  limitW: number,
  today: string,
  nowMs: number,
): Promise<Calibration> {
  const row = await db.kysely
    .selectFrom('plant_forecasts')
    .select(['calibration', 'calibrated_on'])
    .where('plant_id', '=', facts.plantId)
    .executeTakeFirst()
  // A new plant's history arrives in pieces. A calibration of an older version has another shape.
  const known = row?.calibration?.clear ? row.calibration : null
  const isYoung = (known?.days ?? 0) < 14
  if (known && row?.calibrated_on === today && !isYoung) return known
  return learnPlant(db, facts, limitW, nowMs)
}

/** The hours of a plant's day by its clock. */
function hoursOf(date: string, zone: string): readonly number[] {
  const { fromMs, toMs } = dayBounds(date, zone)
  return Array.from({ length: Math.ceil((toMs - fromMs) / HOUR_MS) }, (_, i) => fromMs + i * HOUR_MS)
}
