import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { keyOf } from './plant-keyword.ts'
import { fromSought, hasStatus, isOneOf, type Sought } from './sought-plants.ts'

/** Plants of one status and one currency, all together. */
export type FleetSum = Readonly<{
  rank: number
  currency: string
  plants: number
  /** Plants whose power is known, and the sum of it. */
  powered: number
  powerW: number
  /** Plants whose energy of today is known, and the sum of it. */
  known: number
  todayWh: number
  /** Plants with a plain price; of how many today's money is known; and the sum of it. */
  priced: number
  earning: number
  amount: number
  /** Plants with a tariff: their money is not in the amount. */
  tariffed: number
  capacityWp: number
  /** Plants with the open alarm of a fault or a warning. */
  alarmed: number
}>

/** Whether kept sums say what is sought: all of a large holder's plants, or those of some statuses. */
export const isKept = ({ filter, found, large }: Sought): boolean =>
  large?.isSummed === true &&
  found === undefined &&
  filter.plantIds === undefined &&
  filter.type === undefined &&
  filter.gridType === undefined &&
  filter.createdBy === undefined &&
  (filter.tagIds ?? []).length === 0

/** A plant's own part of each figure, in the units of the kept sums. */
const parts = sql`num_nonnulls(n.pv_w) as powered, fleet_part(n.pv_w, 1e3) as power, num_nonnulls(n.today_wh) as known,
  fleet_part(n.today_wh, 1e4) as energy,
  case when n.tariffs = 0 then num_nonnulls(n.price_per_kwh) else 0 end as priced,
  case when n.tariffs = 0 then num_nonnulls(n.today_wh * n.price_per_kwh) else 0 end as earning,
  case when n.tariffs = 0 then fleet_part(n.today_wh / 1000 * n.price_per_kwh, 1e6) else 0 end as money,
  (n.tariffs > 0)::int as tariffed, fleet_part(n.capacity_wp, 1e3) as capacity,
  coalesce(n.alarm_level > 0, false)::int as alarmed`

/** The holder's plants that pass the filter, by status and currency: from the kept sums, or added up. */
export async function sumFleet(db: Db, sought: Sought): Promise<readonly FleetSum[]> {
  const rows = isKept(sought)
    ? keptRows(sought)
    : sql`select n.status_rank, n.currency, 1 as plants, ${parts}
    ${fromSought(sought, { now: true })}`
  const { rows: sums } = await sql<FleetSum>`
    select status_rank as rank, currency, sum(plants)::float8 as plants, sum(powered)::float8 as powered,
      sum(power)::float8 / 1e3 as "powerW", sum(known)::float8 as known, sum(energy)::float8 / 1e4 as "todayWh",
      sum(priced)::float8 as priced, sum(earning)::float8 as earning, sum(money)::float8 / 1e6 as amount,
      sum(tariffed)::float8 as tariffed, sum(capacity)::float8 / 1e3 as "capacityWp", sum(alarmed)::float8 as alarmed
    from (${rows}) s group by status_rank, currency having sum(plants) > 0`.execute(db.kysely)
  return sums
}

/** Plants that are held for a time are in no kept sum: they are few, and added. */
function keptRows({ filter, large }: Sought): RawBuilder<unknown> {
  const key = keyOf(filter.holder)
  return sql`select n.status_rank, n.currency, n.plants, n.powered, n.power, n.known, n.energy, n.priced, n.earning, n.money,
      n.tariffed, n.capacity, n.alarmed
    from fleet_sums n where n.holder = ${key} and ${hasStatus(filter)}
    union all select n.status_rank, n.currency, 1, ${parts} from plant_now n
    where ${isOneOf(large?.endingIds ?? [], sql`n.plant_id`)} and not ${key}::bigint = any(n.holders) and ${hasStatus(filter)}`
}

/** Figures of an earlier look are not shown any more: the clock stood still. */
const STALE_MS = 10 * MINUTE_MS

export type TileBounds = Readonly<{ west: number; south: number; east: number; north: number }>

/** Of the sizes of kept tiles, in degrees 360 / 2^level (db/migrations/126). */
export const COARSE_LEVEL = 9
export const FINE_LEVEL = 12
export const tileSizeDeg = (level: number): number => 360 / 2 ** level

/** Plants of one square. Degrees, the mean of their places: to the microdegree that of a plant that is alone. */
export type TileGroup = Readonly<{ latitude: number; longitude: number; count: number; rank: number }>

/**
 * A large holder's plants by squares of so many tiles, in all tiles that the bounds touch. Plants that are held for a time
 * come without a square: their tiles are counted as they stand.
 */
export async function groupTiles(
  db: Db,
  { filter, large }: Sought,
  { west, south, east, north }: TileBounds,
  level: number,
  perGroup: number,
): Promise<readonly TileGroup[]> {
  const key = keyOf(filter.holder)
  const sizeDeg = tileSizeDeg(level)
  const x = (longitude: number): number => Math.floor((longitude + 180) / sizeDeg)
  const y = (latitude: number): number => Math.floor((latitude + 90) / sizeDeg)
  const inside = sql`n.holder = ${key} and n.level = ${level} and n.x between ${x(west)} and ${x(east)}
    and n.y between ${y(south)} and ${y(north)} and ${hasStatus(filter)}`
  const columns = sql`n.x, n.y, n.status_rank, n.plants, n.latitudes, n.longitudes`
  const tileX = sql`floor((n.longitude + 180) / ${sizeDeg}::float8)::int`
  const tileY = sql`floor((n.latitude + 90) / ${sizeDeg}::float8)::int`
  const { rows } = await sql<TileGroup>`
    with grouped as (select x / ${perGroup}::int as x, y / ${perGroup}::int as y, status_rank, sum(plants) as plants,
        sum(latitudes) as latitudes, sum(longitudes) as longitudes
      from (select ${columns} from fleet_tiles n where ${inside}
        union all select ${columns} from fleet_tile_changes n where ${inside}
        union all select ${tileX}, ${tileY}, n.status_rank, 1, round(n.latitude * 1e6), round(n.longitude * 1e6) from plant_now n
          where ${isOneOf(large?.endingIds ?? [], sql`n.plant_id`)} and not ${key}::bigint = any(n.holders)
            and ${tileX} between ${x(west)} and ${x(east)} and ${tileY} between ${y(south)} and ${y(north)}
            and ${hasStatus(filter)}) t
      group by 1, 2, 3 having sum(plants) > 0)
    select min(status_rank)::int as rank, sum(plants)::float8 as count, sum(latitudes)::float8 / sum(plants)::float8 / 1e6 as latitude,
      sum(longitudes)::float8 / sum(plants)::float8 / 1e6 as longitude
    from grouped group by x, y`.execute(db.kysely)
  return rows
}

/** How many plants are in the tiles that the bounds touch, at the finest level. */
export async function countInTiles(db: Db, sought: Sought, bounds: TileBounds): Promise<number> {
  const groups = await groupTiles(db, sought, bounds, FINE_LEVEL, 2 ** FINE_LEVEL)
  return groups.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Each plant's yesterday is the day before the date that its row of now is of. The days around it are named too: a
 * cluster sends no others. So are the plants where they are few, or the days of all plants would be read.
 */
export async function readYesterday(db: Db, sought: Sought): Promise<Readonly<{ known: number; wh: number | null }>> {
  const today = localDate(sought.nowMs, 'UTC')
  const dated = sql`select n.plant_id, n.today - 1 as day ${fromSought(sought, { now: true })}`
  const few = sought.large === undefined ? await sql<{ plant_id: number }>`${dated}`.execute(db.kysely) : undefined
  const isNamed = few
    ? sql`and ${isOneOf(
        few.rows.map((row) => row.plant_id),
        sql`d.plant_id`,
      )}`
    : sql``
  // A day has an entry of what was measured and one of what people added.
  const { rows } = await sql<{ known: number; wh: number | null }>`
    select count(wh)::int as known, sum(wh) as wh from (
      select sum(d.shown_generation_wh) as wh from (${dated}) n
        join plant_day_entries d on d.plant_id = n.plant_id and d.day = n.day
          and d.day between ${today}::date - 2 and ${today}::date ${isNamed}
        group by n.plant_id) p`.execute(db.kysely)
  return rows[0] ?? { known: 0, wh: null }
}

type KeptYesterday = Readonly<{ known: number; wh: number | null }>

/** Whether the clock looked at it lately. */
export const isRecent = (at: RawBuilder<unknown>, nowMs: number): RawBuilder<unknown> =>
  sql`${at} between ${new Date(nowMs - STALE_MS)} and ${new Date(nowMs + STALE_MS)}`

/** Yesterday as the clock found it last; undefined: it is not kept, or too old. */
export async function readKeptYesterday(db: Db, sought: Sought, nowMs: number): Promise<KeptYesterday | undefined> {
  if (!isKept(sought)) return undefined
  const { rows } = await sql<KeptYesterday>`select yesterday_known as known, yesterday_wh as wh from fleet_holders
    where holder = ${keyOf(sought.filter.holder)} and ${isRecent(sql`looked_at`, nowMs)}`.execute(db.kysely)
  return rows[0]
}
