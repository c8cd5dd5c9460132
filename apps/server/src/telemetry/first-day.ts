import type { Db } from '../db/database.ts'

/** The first date of a plant with data, as yyyy-mm-dd; records may be older than the device that they are of. */
export async function firstDay({ pool }: Pick<Db, 'pool'>, plantId: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ day: string }>(
    'select day::text as day from plant_days where plant_id = $1 order by plant_days.day limit 1',
    [plantId],
  )
  return rows[0]?.day
}
