import { DAY_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { Db } from './database.ts'

/** Plants at a time: a first run over years must not hold locks for minutes. */
const PAGE = 200

/**
 * Deletes days of plants that are older than so many days, and two more: zones differ. Safe on several nodes at once.
 * @param table whose rows have `plant_id` and `day` @returns the number of rows
 */
export async function removeDays(
  db: Db,
  table: 'performance_days' | 'forecast_days',
  nowMs: number,
  keepDays: number,
): Promise<number> {
  const before = localDate(nowMs - (keepDays + 2) * DAY_MS, 'UTC')
  let removed = 0
  let after = 0
  for (;;) {
    const { rows } = await db.pool.query<{ id: number }>('select id from plants where id > $1 order by id limit $2', [
      ...[after, PAGE],
    ])
    const ids = rows.map(({ id }) => id)
    const { rowCount } = await db.pool.query(
      `delete from ${table} where plant_id = any($1::bigint[]) and day < $2::date`,
      [ids, before],
    )
    removed += rowCount ?? 0
    after = ids.at(-1) ?? after
    if (ids.length < PAGE) return removed
  }
}
