import type { Db } from '../../platform/db/database.ts'

/** The date of a plant's first day with data; undefined: there is none. Read from the end of an index. */
export async function firstDay(db: Db, plantId: number): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ day: string }>(
    'select day::text as day from plant_days where plant_id = $1 order by day limit 1',
    [plantId],
  )
  return rows[0]?.day
}
