import { localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'

/** Generation of a plant in Wh by its own calendar; null: not measured in that time. */
export type GenerationSums = Readonly<{
  dayWh: number | null
  monthWh: number | null
  yearWh: number | null
  totalWh: number | null
}>

type Row = { plant_id: number; day: number | null; month: number | null; year: number | null; total: number | null }

/** The four sums of a page of plants in one statement over their days (primary key plant_id, day). */
export async function sumGeneration(
  db: Db,
  plants: readonly Readonly<{ plantId: number; zone: string }>[],
  nowMs: number,
): Promise<ReadonlyMap<number, GenerationSums>> {
  if (plants.length === 0) return new Map()
  const { rows } = await db.pool.query<Row>(
    `select p.plant_id,
       sum(d.shown_generation_wh) filter (where d.day = p.today) as day,
       sum(d.shown_generation_wh) filter (where date_trunc('month', d.day) = date_trunc('month', p.today)) as month,
       sum(d.shown_generation_wh) filter (where date_trunc('year', d.day) = date_trunc('year', p.today)) as year,
       sum(d.shown_generation_wh) as total
     from unnest($1::bigint[], $2::date[]) as p (plant_id, today)
       join plant_day_entries d on d.plant_id = p.plant_id
     -- Said once more: the planner takes no condition of a join into the view, and would read the days of all plants.
     where d.plant_id = any($1::bigint[])
     group by p.plant_id`,
    [plants.map(({ plantId }) => plantId), plants.map(({ zone }) => localDate(nowMs, zone))],
  )
  return new Map(
    rows.map(({ plant_id, day, month, year, total }) => [
      plant_id,
      { dayWh: toEnergy(day), monthWh: toEnergy(month), yearWh: toEnergy(year), totalWh: toEnergy(total) },
    ]),
  )
}

/** Removes binary rounding errors of a sum, as in plant-periods. */
const toEnergy = (sumWh: number | null): number | null => (sumWh === null ? null : Math.round(sumWh * 10_000) / 10_000)
