import { explainLowDay, type WhyLow } from '@heliograph/domain/performance/why-low.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { readDays } from './day-rows.ts'

const COMPARED_DAYS = 14

/** Why a plant's yesterday brought less than usual; null: it did not, or is not judged yet. @throws Refusal NOT_FOUND */
export async function explainYesterday(db: Db, plantId: number, nowMs: number): Promise<WhyLow | null> {
  const { zone } = await getFacts(db, plantId)
  const yesterday = addDays(localDate(nowMs, zone), -1)
  const rows = await readDays(db, plantId, addDays(yesterday, -COMPARED_DAYS), yesterday)
  const days = rows.map(({ day, ...row }) => ({ date: day, ...row }))
  const last = days.at(-1)
  return last?.date === yesterday ? explainLowDay(last, days.slice(0, -1)) : null
}
