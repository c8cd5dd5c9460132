import { addDays } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'

export type DayGeneration = Readonly<{ day: string; generationWh: number | null }>

type Row = { plant_id: number; day: string; wh: number | null }

/** Generation of the last dates of each plant, ending with its today, in one statement; null: never measured. */
export async function lastDays(
  db: Db,
  plants: readonly Readonly<{ plantId: number; today: string }>[],
  count: number,
): Promise<ReadonlyMap<number, readonly DayGeneration[]>> {
  if (plants.length === 0) return new Map()
  const todays = plants.map(({ today }) => today)
  const { rows } = await db.pool.query<Row>(
    `select d.plant_id, d.day::text as day, sum(d.shown_generation_wh) as wh
     from unnest($1::bigint[], $2::date[]) p (plant_id, today)
       join plant_day_entries d on d.plant_id = p.plant_id and d.day > p.today - $3::integer and d.day <= p.today
     -- Said once more: the planner takes no condition of a join into the view, and would read the days of all plants.
     where d.plant_id = any($1::bigint[]) and d.day > $4::date - $3::integer and d.day <= $5::date
     group by d.plant_id, d.day`,
    [plants.map(({ plantId }) => plantId), todays, count, todays.reduce(earlier), todays.reduce(later)],
  )
  const found = new Map(rows.map(({ plant_id, day, wh }) => [`${plant_id} ${day}`, wh]))
  return new Map(
    plants.map(({ plantId, today }) => {
      const dates = Array.from({ length: count }, (_, back) => addDays(today, back - count + 1))
      return [plantId, dates.map((day) => ({ day, generationWh: found.get(`${plantId} ${day}`) ?? null }))]
    }),
  )
}

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)
