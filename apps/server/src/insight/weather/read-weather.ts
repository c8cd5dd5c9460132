import type { WeatherColumns, WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { toHours } from './day-columns.ts'
import { providers } from './providers.ts'

export type WeatherState = Readonly<{
  /** The service that answered last; '': none yet. */
  provider: string
  answeredAtMs: number | null
  /** Why the last request brought nothing; null: it did. */
  fault: string | null
}>

const withoutPast = Object.values(providers).flatMap(({ name, knowsPast }) => (knowsPast ? [] : [name]))
/** Hours from a service that reports the past. */
const isPast = sql<boolean>`w.provider <> all(${withoutPast}::text[])`

const onPlace = sql`cast(round(p.latitude * 100) as integer) = w.latitude_cdeg
  and cast(round(p.longitude * 100) as integer) = w.longitude_cdeg`

/**
 * The hours over a plant with `fromMs <= atMs < toMs`, in order; past and forecast alike.
 * @param isJudge only what a service says of the past may judge a day: no expectation does
 */
export async function readPlantHours(
  db: Db,
  plantId: number,
  fromMs: number,
  toMs: number,
  isJudge = false,
): Promise<readonly WeatherHour[]> {
  const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
  const { rows } = await sql<{ day: string; hours: WeatherColumns }>`select w.day, w.hours
    from plants p join weather_days w on ${onPlace}
    where p.id = ${plantId} and not (p.latitude = 0 and p.longitude = 0)
      and w.day between ${day(fromMs)} and ${day(toMs - 1)} and ${isJudge ? isPast : sql`true`}
    order by w.day`.execute(db.kysely)
  return rows.flatMap((row) => toHours(row.day, row.hours)).filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
}

/** undefined: the place was never asked for. */
export async function readWeatherState(db: Db, plantId: number): Promise<WeatherState | undefined> {
  const { rows } = await sql<{ provider: string; answered_at: Date | null; fault: string | null }>`
    select w.provider, w.answered_at, w.fault from plants p join weather_places w on ${onPlace}
    where p.id = ${plantId}`.execute(db.kysely)
  const [row] = rows
  return row && { provider: row.provider, answeredAtMs: row.answered_at?.getTime() ?? null, fault: row.fault }
}

/** The current hour over many plants at once; plants without one are absent. */
export async function readHourOfPlants(
  db: Db,
  plantIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, WeatherHour>> {
  if (plantIds.length === 0) return new Map()
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const { rows } = await sql<{ id: number; hours: WeatherColumns }>`select p.id, w.hours
    from plants p join weather_days w on ${onPlace}
    where p.id = any(${plantIds}::bigint[]) and not (p.latitude = 0 and p.longitude = 0) and w.day = ${day}`.execute(
    db.kysely,
  )
  return new Map(
    rows.flatMap(({ id, hours }) => {
      const hour = toHours(day, hours).findLast(({ atMs }) => atMs <= nowMs)
      return hour === undefined ? [] : [[id, hour] as const]
    }),
  )
}

/** UTC days (YYYY-MM-DD) whose irradiance over a plant is known for every hour. */
export async function listLitDays(db: Db, plantId: number, from: string, to: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: string }>`select w.day from plants p join weather_days w on ${onPlace}
    where p.id = ${plantId} and not (p.latitude = 0 and p.longitude = 0)
      and w.day between ${from}::date - 1 and ${to}::date + 1 and ${isPast}
      and w.hours ? 'ghiWm2' and not w.hours->'ghiWm2' @> 'null'::jsonb`.execute(db.kysely)
  return new Set(rows.map(({ day }) => day))
}
