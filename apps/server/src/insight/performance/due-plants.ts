import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A plant whose days wait, and since when. */
export type DuePlant = Readonly<{ id: number; since: Date; isRecounted: boolean }>

/** Plants of each kind that take a turn per run. */
const MOST_TURNS = 20

/**
 * Time of the last reason to judge the plant `p` with its state `q` and recount `r`: it was created, records of past
 * days came, or it was edited. null: only the clock moved on.
 */
export const wish = sql<Date | null>`greatest(
  case when q.plant_id is null then p.created_at end,
  case when q.fed_at > q.counted_at then q.fed_at end,
  case when r.finished_at > q.counted_at then r.finished_at end)`

/**
 * Plants whose days are due: by turns the plant that was fed or edited last, whose owner may be looking at the page,
 * and the one that has waited longest, so none is held back for long.
 */
export async function listDuePlants(db: Db, nowMs: number): Promise<readonly DuePlant[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ id: number; since: Date; again: boolean }>`
    with due as materialized (
      select p.id, coalesce(q.waiting_since, w.wish, q.due_at) as since, w.wish, coalesce(q.due_at, p.created_at) as due_at,
        coalesce(r.finished_at > q.counted_at, false) as again
      from plants p
        left join performance_plants q on q.plant_id = p.id
        left join recounts r on r.plant_id = p.id and r.state = 'done'
        cross join lateral (select ${wish} as wish) w
      where w.wish is not null or q.due_at <= ${now}
    ), wished as (
      select *, row_number() over (order by wish desc, id) as place from due where wish is not null
      order by place limit ${MOST_TURNS}
    ), waiting as (
      select *, row_number() over (order by due_at, id) as place from due order by place limit ${MOST_TURNS}
    )
    select id, since, again from (
      select id, since, again, place, 0 as kind from wished union all select id, since, again, place, 1 from waiting
    ) turns order by place, kind`.execute(db.kysely)
  const seen = new Set<number>()
  return rows.flatMap(({ id, since, again }) => {
    if (seen.has(id)) return []
    seen.add(id)
    return [{ id, since, isRecounted: again }]
  })
}
