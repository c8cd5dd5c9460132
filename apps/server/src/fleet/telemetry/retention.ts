import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { utcDay, utcDayStart, utcMonth } from './days.ts'
import { pagesOfDevices } from './device-pages.ts'
import { dropMonths } from './sealing-hours.ts'
import { readText, toStamp } from './statement.ts'

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
  dayYears: number
  quarantine: number
}>

const STILL_KEPT = `exists (select 1 from sealed_months m where m.plant_id = t.plant_id and m.device_id = t.device_id
  and m.month = date_trunc('month', t.day::timestamp)::date)`

const MONTHS_AT_ONCE = 8

/**
 * Deletes data that is older than configured. Sealed samples only: run it after sealing. Safe on several nodes at once.
 */
export async function applyRetention(db: Db, retention: Retention, nowMs: number): Promise<Removed> {
  const { samplesDays, hoursDays, daysDays, quarantineDays } = retention
  const before = (days: number): string => toStamp(nowMs - days * DAY_MS)
  const removed = { sealedDays: 0, sealedMonths: 0, rollups: 0, hourMonths: 0, dayYears: 0, quarantine: 0 }
  for (const keys of await pagesOfDevices(db)) {
    const remove = async (table: string, condition: string, limit: string): Promise<number> => {
      const text = `delete from ${table} t using unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
        where t.plant_id = k.plant_id and t.device_id = k.device_id and ${condition}`
      return (await db.pool.query(text, [...keys, limit])).rowCount ?? 0
    }
    // Before the samples: hours that stay longer are written whole when these go.
    if (hoursDays !== null) {
      removed.rollups += await remove('device_rollups', "t.resolution = 'h' and t.start < $3", before(hoursDays))
      removed.hourMonths += await remove(
        'sealed_periods',
        "t.resolution = 'h' and t.since < (date_trunc('month', $3::timestamptz at time zone 'UTC'))::date",
        before(hoursDays),
      )
    }
    if (samplesDays !== null) {
      const day = utcDay(nowMs - samplesDays * DAY_MS)
      removed.sealedDays += await remove('sealed_days', 't.day < $3::date', day)
      // A month at a time, once all of it is older.
      removed.sealedMonths += await removeMonths(db, keys, utcMonth(utcDayStart(day)))
      // A recount can only start where samples start.
      await remove('meter_days', `t.day < $3::date and not ${STILL_KEPT}`, day)
    }
    if (daysDays !== null) {
      removed.rollups += await remove('device_rollups', "t.resolution = 'd' and t.start < $3", before(daysDays))
      removed.dayYears += await remove(
        'sealed_periods',
        "t.resolution = 'd' and t.since < (date_trunc('year', $3::timestamptz at time zone 'UTC'))::date",
        before(daysDays),
      )
    }
    if (quarantineDays !== null) removed.quarantine += await remove('quarantine', 't.at < $3', before(quarantineDays))
  }
  return removed
}

async function removeMonths(db: Db, page: readonly string[], before: string): Promise<number> {
  const rows = await readText(
    db.pool,
    `select m.plant_id, m.device_id, m.month from unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
     join sealed_months m on m.plant_id = k.plant_id and m.device_id = k.device_id and m.month < $3::date
     order by 1, 2, 3`,
    [...page, before],
  )
  const due = rows.map(([plantId, deviceId, month]) => ({
    plantId: Number(plantId),
    deviceId: Number(deviceId),
    month: month ?? '',
  }))
  for (let i = 0; i < due.length; i += MONTHS_AT_ONCE)
    await runClientTransaction(db.pool, (client) => dropMonths(client, due.slice(i, i + MONTHS_AT_ONCE)))
  return due.length
}
