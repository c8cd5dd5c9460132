import { sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { keyOf } from './plant-keyword.ts'

export type Neighbors = Readonly<{ count: number; specificYield: number | null }>

/** The same weather, mostly. */
const WITHIN_KM = 50
/** The nearest; enough for a median. */
const MOST_NEIGHBORS = 30
/** The number of nearby plants of any holder that are examined: a large holder's own are among them. */
const MOST_LOOKED_AT = 100
/** A holder of fewer plants has all of them compared. */
const FEW_PLANTS = 2_000

const KM_PER_DEGREE = 111.2

export type Compared = Readonly<{ plantId: number; latitudeDeg: number; longitudeDeg: number; today: string }>

/**
 * Per plant the holder's other plants nearby that report: how many, and the median of their specific yields (Wh per Wp) on
 * the same date. Never the plants of others. Across the 180th meridian only holders of few plants see their neighbors.
 */
export async function findNeighbors(
  db: Db,
  holder: Holder,
  plants: readonly Compared[],
  nowMs: number,
  few = FEW_PLANTS,
): Promise<ReadonlyMap<number, Neighbors>> {
  if (plants.length === 0) return new Map()
  const held =
    holder.organizationId === null
      ? sql`m.user_id = ${holder.userId}`
      : sql`m.organization_id = ${holder.organizationId}`
  const holds = sql`${held} and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})`
  const yieldOf = sql`n.today_wh / q.capacity_wp as yield`
  // One that is in trouble says nothing of the sky.
  const reports = sql`n.status in ('well', 'asleep') and n.today_wh is not null`
  const columns = sql`q.id, q.latitude, q.longitude, n.today, ${yieldOf}`
  const own = sql`select ${columns} from plant_viewers m join plants q on q.id = m.plant_id
    join plant_now n on n.plant_id = q.id where ${holds} and ${reports}`
  const height = WITHIN_KM / KM_PER_DEGREE
  const near = sql`select ${columns} from (
      select q.id, q.latitude, q.longitude, q.capacity_wp from plants q
      where point(q.longitude, q.latitude) <@ box(point(s.lng - s.width, s.lat - ${height}::float8),
          point(s.lng + s.width, s.lat + ${height}::float8))
      order by point(q.longitude, q.latitude) <-> point(s.lng, s.lat) limit ${MOST_LOOKED_AT}
    ) q join plant_now n on n.plant_id = q.id where ${reports} and (${keyOf(holder)}::bigint = any(n.holders)
      or exists (select from plant_viewers m where m.plant_id = q.id and ${holds}))`
  const most = await sql<{ many: boolean }>`
    select exists (select from plant_viewers m where ${held} offset ${few}) as many`.execute(db.kysely)
  const isFew = most.rows[0]?.many === false
  const { rows } = await sql<{ id: number; count: number; median: number | null }>`
    with held as materialized (${isFew ? own : sql`select null::bigint as id where false`}),
      subject as (
        select id, lat, lng, today, ${height}::float8 / greatest(0.01, cosd(lat)) as width
        from unnest(${list(plants, 'plantId')}::bigint[], ${list(plants, 'latitudeDeg')}::float8[],
          ${list(plants, 'longitudeDeg')}::float8[], ${list(plants, 'today')}::date[]) u (id, lat, lng, today)
      )
    select s.id, count(c.yield)::int as count, percentile_cont(0.5) within group (order by c.yield) as median
    from subject s cross join lateral (
      select c.yield, 2 * 6371 * asin(sqrt(least(1, power(sind((c.latitude - s.lat) / 2), 2)
          + cosd(c.latitude) * cosd(s.lat) * power(sind((c.longitude - s.lng) / 2), 2)))) as km
      from (${isFew ? sql`select * from held` : near}) c
      where c.id <> s.id and c.today = s.today and abs(c.latitude - s.lat) <= ${height}::float8
      order by km limit ${MOST_NEIGHBORS}
    ) c
    where c.km <= ${WITHIN_KM}
    group by s.id`.execute(db.kysely)
  return new Map(rows.map(({ id, count, median }) => [id, { count, specificYield: median }]))
}

const list = <K extends keyof Compared>(plants: readonly Compared[], part: K): Compared[K][] =>
  plants.map((plant) => plant[part])
