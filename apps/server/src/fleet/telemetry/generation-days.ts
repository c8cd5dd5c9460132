import type { Db } from '../../platform/db/database.ts'

/** A plant's days whose generation was measured, both dates included: a lean form of `plantDays` for long spans. */
export async function generationDays(
  db: Db,
  plantId: number,
  from: string,
  to: string,
): Promise<readonly Readonly<{ day: string; generationWh: number }>[]> {
  const { rows } = await db.pool.query<{ day: string; wh: number }>(
    `select day::text as day, generation_wh as wh from plant_days
     where plant_id = $1 and day >= $2 and day <= $3 and generation_wh is not null order by day`,
    [plantId, from, to],
  )
  return rows.map(({ day, wh }) => ({ day, generationWh: wh }))
}
