import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'
import { utcDay } from './days.ts'
import { readText, toArray, toStamp } from './statement.ts'

/**
 * The number of days for which each resolution is kept; null: forever. Months, years and the plants' days are always
 * kept.
 */
export type Retention = Readonly<{
  samplesDays: number | null
  hoursDays: number | null
  daysDays: number | null
  quarantineDays: number | null
}>

/** Sealed samples and hours are small. */
export const DEFAULT_RETENTION: Retention = { samplesDays: null, hoursDays: 800, daysDays: null, quarantineDays: 400 }

/** How many rows went, of each kind. */
type Removed = Readonly<{
  sealedDays: number
  sealedMonths: number
  rollups: number
  hourMonths: number
  quarantine: number
}>

const STILL_KEPT = `exists (select 1 from sealed_months m where m.plant_id = t.plant_id and m.device_id = t.device_id
  and m.month = date_trunc('month', t.day::timestamp)::date)`

const PAGE = 100

/**
 * Deletes data that is older than configured. Sealed samples only: run it after sealing. Safe on several nodes at once.
 */
export async function applyRetention(db: Db, retention: Retention, nowMs: number): Promise<Removed> {
  const { samplesDays, hoursDays, daysDays, quarantineDays } = retention
  const before = (days: number): string => toStamp(nowMs - days * DAY_MS)
  const removed = { sealedDays: 0, sealedMonths: 0, rollups: 0, hourMonths: 0, quarantine: 0 }
  for (const keys of await pagesOfDevices(db)) {
    const remove = async (table: string, condition: string, limit: string): Promise<number> => {
      const text = `delete from ${table} t using unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
        where t.plant_id = k.plant_id and t.device_id = k.device_id and ${condition}`
      return (await db.pool.query(text, [...keys, limit])).rowCount ?? 0
    }
    if (samplesDays !== null) {
      const day = utcDay(nowMs - samplesDays * DAY_MS)
      removed.sealedDays += await remove('sealed_days', 't.day < $3::date', day)
      // A month at a time, once all of it is older.
      removed.sealedMonths += await remove('sealed_months', "t.month < date_trunc('month', $3::timestamp)::date", day)
      // A recount can only start where samples start.
      await remove('meter_days', `t.day < $3::date and not ${STILL_KEPT}`, day)
    }
    if (hoursDays !== null) {
      removed.rollups += await remove('device_rollups', "t.resolution = 'h' and t.start < $3", before(hoursDays))
      removed.hourMonths += await remove(
        'sealed_hours',
        "t.month < (date_trunc('month', $3::timestamptz at time zone 'UTC'))::date",
        before(hoursDays),
      )
    }
    if (daysDays !== null)
      removed.rollups += await remove('device_rollups', "t.resolution = 'd' and t.start < $3", before(daysDays))
    if (quarantineDays !== null) removed.quarantine += await remove('quarantine', 't.at < $3', before(quarantineDays))
  }
  return removed
}

/**
 * Few devices at a time: a first run over years must not hold locks and write log for minutes. The keys lead to their
 * rows.
 */
export async function pagesOfDevices(db: Db): Promise<[string, string][]> {
  const rows = await readText(db.pool, 'select plant_id, device_id from device_latest order by 1, 2', [])
  const pages: [string, string][] = []
  for (let i = 0; i < rows.length; i += PAGE) {
    const page = rows.slice(i, i + PAGE)
    pages.push([toArray(page.map(([plantId]) => plantId ?? '')), toArray(page.map(([, deviceId]) => deviceId ?? ''))])
  }
  return pages
}
