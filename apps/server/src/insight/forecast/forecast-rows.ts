import type { Calibration } from '@heliograph/domain/forecast/calibrate.ts'
import type { ForecastDay, ForecastHour } from '@heliograph/domain/forecast/forecast.ts'
import { daysBetween } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Forecasts of a complete day, by days ahead, beside the measured energy; Wh, null: none. */
export type PastForecast = Readonly<{
  date: string
  p10Wh: readonly (number | null)[]
  p50Wh: readonly (number | null)[]
  p90Wh: readonly (number | null)[]
  modelledWh: readonly (number | null)[]
  measuredWh: number | null
}>

/** From one date to another, both included, oldest first. */
export async function readPastForecasts(
  db: Db,
  plantId: number,
  from: string,
  to: string,
): Promise<readonly PastForecast[]> {
  const rows = await db.kysely
    .selectFrom('forecast_days as f')
    .leftJoin('plant_days as d', (join) => join.onRef('d.plant_id', '=', 'f.plant_id').onRef('d.day', '=', 'f.day'))
    .select(['f.day', 'f.p10_wh', 'f.p50_wh', 'f.p90_wh', 'f.modelled_wh', 'd.generation_wh'])
    .where('f.plant_id', '=', plantId)
    .where('f.day', '>=', from)
    .where('f.day', '<=', to)
    .orderBy('f.day')
    .execute()
  return rows.map((row) => ({
    date: row.day,
    p10Wh: row.p10_wh,
    p50Wh: row.p50_wh,
    p90Wh: row.p90_wh,
    modelledWh: row.modelled_wh,
    measuredWh: row.generation_wh,
  }))
}

type Made = Readonly<{
  reason: string
  dueMs: number
  madeMs?: number
  today?: string
  calibration?: Calibration
  days?: readonly ForecastDay[]
  hours?: readonly ForecastHour[]
  todayHours?: readonly ForecastHour[]
}>

/** Writes the newest forecast, and what it says about each day beside what was said before. */
export async function writeForecast(db: Db, plantId: number, made: Made): Promise<void> {
  const { today, days = [], hours = [], calibration } = made
  await db.transaction(async (transaction) => {
    const row = {
      due_at: new Date(made.dueMs),
      reason: made.reason,
      hours: JSON.stringify(hours),
      days: JSON.stringify(days),
      ...(made.madeMs === undefined ? {} : { made_at: new Date(made.madeMs) }),
      ...(calibration && today ? { calibration: JSON.stringify(calibration), calibrated_on: today } : {}),
    }
    await transaction
      .insertInto('plant_forecasts')
      .values({ plant_id: plantId, ...row })
      .onConflict((conflict) => conflict.column('plant_id').doUpdateSet(row))
      .execute()
    if (today === undefined || days.length === 0) return
    const known = await transaction
      .selectFrom('forecast_days')
      .selectAll()
      .where('plant_id', '=', plantId)
      .where(
        'day',
        'in',
        days.map(({ date }) => date),
      )
      .execute()
    const before = new Map(known.map((item) => [item.day, item]))
    for (const day of days) {
      const ahead = daysBetween(today, day.date)
      const old = before.get(day.date)
      // Of the day itself the first word counts: later ones have seen a part of it.
      if (ahead === 0 && (old?.p50_wh[0] ?? null) !== null) continue
      const put = (list: readonly (number | null)[] | undefined, value: number): (number | null)[] =>
        Array.from({ length: Math.max(list?.length ?? 0, ahead + 1) }, (_, i) =>
          i === ahead ? value : (list?.[i] ?? null),
        )
      const next = {
        p10_wh: put(old?.p10_wh, day.p10Wh),
        p50_wh: put(old?.p50_wh, day.p50Wh),
        p90_wh: put(old?.p90_wh, day.p90Wh),
        modelled_wh: put(old?.modelled_wh, day.modelledWh),
        ...(ahead === 0 ? { hours: JSON.stringify(made.todayHours ?? []) } : {}),
      }
      await sql`insert into forecast_days (plant_id, day, p10_wh, p50_wh, p90_wh, modelled_wh, hours)
        values (${plantId}, ${day.date}, ${next.p10_wh}, ${next.p50_wh}, ${next.p90_wh}, ${next.modelled_wh},
          ${next.hours ?? null}::jsonb)
        on conflict (plant_id, day) do update set p10_wh = excluded.p10_wh, p50_wh = excluded.p50_wh,
          p90_wh = excluded.p90_wh, modelled_wh = excluded.modelled_wh,
          hours = coalesce(excluded.hours, forecast_days.hours)`.execute(transaction)
    }
  })
}
