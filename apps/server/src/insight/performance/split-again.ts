import { type PastDay, toPastDay } from '@heliograph/domain/performance/past-days.ts'
import { STEP_DAYS } from '@heliograph/domain/performance/soiling.ts'
import { joinRest, splitRest } from '@heliograph/domain/performance/split-rest.ts'
import { addDays } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { lookAtDaysAgain, writeLosses } from './day-rows.ts'
import { instantsOfDay, numberOfDay } from './judge-days.ts'

/** Days that are compared in one turn: some milliseconds each. */
const MOST_DAYS = 200
/** How far back a day is compared. */
const BACK_DAYS = STEP_DAYS

/**
 * Compares days once more whose past was judged after them, as the newest come first: nothing is read but rows.
 * @returns whether none is left
 */
export async function splitAgain(db: Db, plantId: number, zone: string): Promise<boolean> {
  const from = await db.kysely
    .selectFrom('performance_plants')
    .select('compare_from')
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  if (!from?.compare_from) return true
  const first = from.compare_from
  const rows = await db.kysely
    .selectFrom('performance_days')
    .select(['day', 'source', 'potential_wh', 'losses', 'shape'])
    .where('plant_id', '=', plantId)
    .where('day', '>=', addDays(first, -BACK_DAYS))
    .orderBy('day')
    .limit(BACK_DAYS + MOST_DAYS)
    .execute()
  const past: PastDay[] = []
  const changed: { day: string; losses: string }[] = []
  for (const { day, source, potential_wh: potentialWh, losses, shape } of rows) {
    if (day >= first) {
      const whole = { losses: joinRest(losses, source), shape, potentialWh }
      const split = JSON.stringify(splitRest(whole, instantsOfDay(day, zone), past))
      if (split !== JSON.stringify(losses)) changed.push({ day, losses: split })
    }
    const own = shape && toPastDay(numberOfDay(day), shape)
    if (own !== null) past.push(own)
  }
  const last = rows.at(-1)?.day
  const isDone = rows.length < BACK_DAYS + MOST_DAYS || last === undefined
  await db.transaction(async (transaction) => {
    await writeLosses(transaction, plantId, changed)
    if (last !== undefined && changed.length > 0) await lookAtDaysAgain(transaction, plantId, last)
    await transaction
      .updateTable('performance_plants')
      .set({ compare_from: isDone ? null : addDays(last, 1) })
      .where('plant_id', '=', plantId)
      .execute()
  })
  return isDone
}
