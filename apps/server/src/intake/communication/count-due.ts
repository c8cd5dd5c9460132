import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { countDays } from './count-days.ts'
import { writeLoggerDays } from './logger-day.ts'

/** A plant that was never counted is counted this far back. */
const FIRST_DAYS = 30
/** Records that come later than this change no count any more: loggers keep them for as long (protocols.md 2.1). */
const LATE_DAYS = 40
/** A day is counted an hour after its end, so that what was under way is there. */
const SETTLE_MS = HOUR_MS
const PLANTS_PER_RUN = 200
const KEEP_CONTACTS_DAYS = 60
const KEEP_DAYS = 400

/**
 * Counts the days that are over and not counted, or that got late records since, of some plants; the rest has its turn in
 * the next run. Safe on several nodes at once: both write the same. @returns the number of plants
 */
export async function countDueDays(
  db: Db,
  nowMs: number,
  { signal, most = PLANTS_PER_RUN }: Readonly<{ signal?: AbortSignal; most?: number }> = {},
): Promise<number> {
  const { rows } = await db.pool.query<{
    id: number
    zone: string
    latitude: number
    longitude: number
    done: string | null
  }>(
    `select p.id, p.zone, p.latitude, p.longitude, c.done::text
     from plants p left join lateral (select max(day) as done from communication_counts c where c.plant_id = p.id) c on true
     where exists (select from loggers l where l.plant_id = p.id and l.last_data_at is not null)
       and (c.done is null or c.done < ($1::timestamptz at time zone p.zone)::date - 1)
     order by c.done nulls first, p.id limit $2`,
    [new Date(nowMs - SETTLE_MS).toISOString(), most],
  )
  let count = 0
  for (const row of rows) {
    if (signal?.aborted) break
    const yesterday = addDays(localDate(nowMs - SETTLE_MS, row.zone), -1)
    const first = row.done === null ? addDays(yesterday, 1 - FIRST_DAYS) : addDays(row.done, 1)
    const site = { plantId: row.id, zone: row.zone, latitudeDeg: row.latitude, longitudeDeg: row.longitude }
    for (const days of await daysToCount(db, row.id, first, yesterday))
      await writeLoggerDays(db, row.id, await countDays(db, site, days, nowMs))
    await noteCounted(db, row.id, first, yesterday)
    count++
  }
  if (rows.length < most) await removeOld(db, nowMs)
  return count
}

/** Stretches of days: those after the last count, and earlier ones that have other samples than when they were counted. */
async function daysToCount(
  db: Db,
  plantId: number,
  first: string,
  last: string,
): Promise<readonly (readonly string[])[]> {
  const { rows } = await db.pool.query<{ day: string }>(
    `select c.day::text from communication_counts c left join plant_days d using (plant_id, day)
     where c.plant_id = $1 and c.day >= $2 and coalesce(d.samples, 0) <> c.samples order by c.day`,
    [plantId, addDays(last, -LATE_DAYS)],
  )
  const days = rows.map(({ day }) => day)
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  const stretches: string[][] = []
  for (const day of days) {
    const open = stretches.at(-1)
    if (open && addDays(open.at(-1) ?? day, 1) === day) open.push(day)
    else stretches.push([day])
  }
  return stretches
}

/** A plant that counts nothing else counts its samples: late ones change that number. */
async function noteCounted(db: Db, plantId: number, first: string, last: string): Promise<void> {
  await db.pool.query(
    `insert into communication_counts (plant_id, day, samples)
     select $1, g::date, coalesce(d.samples, 0) from generate_series(least($2::date, $3::date - $4::integer), $3::date, interval '1 day') g
       left join plant_days d on d.plant_id = $1 and d.day = g::date
     where g::date >= $2::date or exists (select from communication_counts c where c.plant_id = $1 and c.day = g::date)
     on conflict (plant_id, day) do update set samples = excluded.samples`,
    [plantId, first, last, LATE_DAYS],
  )
}

async function removeOld(db: Db, nowMs: number): Promise<void> {
  const before = (days: number): string => localDate(nowMs - days * DAY_MS, 'UTC')
  await db.pool.query('delete from logger_contacts where day < $1', [before(KEEP_CONTACTS_DAYS)])
  await db.pool.query('delete from communication_counts where day < $1', [before(LATE_DAYS + 2)])
  await db.pool.query('delete from logger_days where day < $1', [before(KEEP_DAYS)])
  await db.pool.query('delete from server_times where to_at < $1', [new Date(nowMs - KEEP_DAYS * DAY_MS).toISOString()])
}
