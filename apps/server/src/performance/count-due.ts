import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { getFacts } from '../plants/plants.ts'
import { countPlantDays, SETTLES_MS } from './count-plant-days.ts'

const MOST_PLANTS = 200
const YOUNG_MS = 3 * DAY_MS
const AGAIN_MS = 10 * MINUTE_MS
const SOON_MS = 2 * MINUTE_MS

/**
 * Judges complete days that are due: of plants whose day ended, of new plants, and all days of plants that were
 * recounted. Safe on several nodes at once: the same days give the same rows. What the time does not suffice for follows
 * in the next run.
 * @returns the number of plants that were finished
 */
export async function countDuePerformance(
  db: Db,
  nowMs: number,
  { signal, mostMs = 20_000 }: Readonly<{ signal?: AbortSignal; mostMs?: number }> = {},
): Promise<number> {
  const endsAt = performance.now() + mostMs
  const isOver = (): boolean => signal?.aborted === true || performance.now() > endsAt
  const { rows } = await sql<{ id: number; again: boolean }>`select p.id,
      coalesce(r.finished_at > q.counted_at, false) as again
    from plants p
    left join performance_plants q on q.plant_id = p.id
    left join recounts r on r.plant_id = p.id and r.state = 'done'
    where q.plant_id is null or q.due_at <= ${new Date(nowMs)} or r.finished_at > q.counted_at
    order by q.due_at nulls first, p.id limit ${MOST_PLANTS}`.execute(db.kysely)
  let finished = 0
  for (const { id, again } of rows) {
    if (isOver()) break
    if (again) await forgetDays(db, id, nowMs)
    if (await finishPlant(db, id, nowMs, isOver)) finished++
  }
  return finished
}

/** All rows of a plant are counted again; each stays until its new one is there. */
async function forgetDays(db: Db, plantId: number, nowMs: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.updateTable('performance_days').set({ samples: -1 }).where('plant_id', '=', plantId).execute()
    const counted_at = new Date(nowMs)
    // Due at once, until the last day is counted.
    await transaction
      .updateTable('performance_plants')
      .set({ counted_at, due_at: counted_at })
      .where('plant_id', '=', plantId)
      .execute()
  })
}

async function finishPlant(db: Db, plantId: number, nowMs: number, isOver: () => boolean): Promise<boolean> {
  const facts = await getFacts(db, plantId)
  const reason = await countPlantDays(db, facts, nowMs, isOver)
  if (reason === null) return false
  const nextDayMs = dayBounds(localDate(nowMs - SETTLES_MS, facts.zone), facts.zone).toMs + SETTLES_MS
  // The history of a new plant arrives in pieces.
  const isYoung = nowMs - facts.createdAtMs < YOUNG_MS
  // Of a plant without any day yet the first ones come soon.
  const againMs = isYoung && reason !== '' ? SOON_MS : AGAIN_MS
  const dueMs = Math.max(isYoung ? nowMs + againMs : nextDayMs, nowMs + againMs)
  const row = { due_at: new Date(dueMs), counted_at: new Date(nowMs), reason }
  await db.kysely
    .insertInto('performance_plants')
    .values({ plant_id: plantId, ...row })
    .onConflict((conflict) => conflict.column('plant_id').doUpdateSet(row))
    .execute()
  return true
}
