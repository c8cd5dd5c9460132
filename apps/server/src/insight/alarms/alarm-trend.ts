import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { openedDay, visibleAlarms } from './search-filter.ts'

/** Alarms that opened on a date, each by the clock of its plant. */
type TrendDay = Readonly<{ day: string; faults: number; warnings: number; tips: number }>

const TREND_DAYS = 30
const nameOf = { 0: 'tips', 1: 'warnings', 2: 'faults' } as const satisfies Record<AlarmLevel, string>

/** Alarms of the last thirty dates by level, the oldest first; blocked and withdrawn ones are in none. */
export async function readAlarmTrend(db: Db, holder: Holder, nowMs: number): Promise<readonly TrendDay[]> {
  // A date more at each end: plants east and west of Greenwich have other ones.
  const fromMs = nowMs - (TREND_DAYS + 1) * DAY_MS
  const { rows } = await sql<{ day: string; level: AlarmLevel; count: number }>`
    select ${openedDay}::text as day, a.level, count(*)::int as count ${visibleAlarms(holder, nowMs)}
    where a.opened_at >= ${new Date(fromMs)} and not a.is_blocked and a.end_reason is distinct from 'withdrawn'
    group by 1, 2`.execute(db.kysely)
  const days = listDays(
    rows.map(({ day }) => day),
    nowMs,
  )
  const byDay = new Map(days.map((day) => [day, { day, faults: 0, warnings: 0, tips: 0 }]))
  for (const { day, level, count } of rows) {
    const counts = byDay.get(day)
    if (counts) counts[nameOf[level]] += count
  }
  return [...byDay.values()]
}

/** Thirty dates up to today, or to the tomorrow that plants in the east already have. */
function listDays(met: readonly string[], nowMs: number): readonly string[] {
  const today = localDate(nowMs, 'UTC')
  const last = met.reduce((newest, day) => (day > newest ? day : newest), today)
  return Array.from({ length: TREND_DAYS }, (_, at) => addDays(last, at + 1 - TREND_DAYS))
}
