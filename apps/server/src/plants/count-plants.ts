import { rankOf, type Status, statuses } from '@heliograph/domain/status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import { filtersByPlant, type PlantFilter, selectMatching } from './plant-filter.ts'

/** How many plants have which status, and what all of them together make now. */
export type PlantCounts = Readonly<{
  total: number
  byStatus: Readonly<Record<Status, number>>
  /** W; null: nothing is known of any. */
  powerW: number | null
}>

/** A holder of more plants than this, and of more than a tenth of all, reads all rows of now: less than half the time of a join. */
const manyPlants = 2_000
const partOfAll = 10

type Group = { rank: number; count: number; power: number | null }

/** Counts by status and the power of the holder's plants that pass the filter. */
export async function countPlants(db: Db, filter: PlantFilter, nowMs: number): Promise<PlantCounts> {
  const groups = await groupByStatus(db, filter, nowMs)
  const known = groups.flatMap(({ power }) => (power === null ? [] : [power]))
  const count = (status: Status): number =>
    groups.reduce((sum, group) => (group.rank === rankOf(status) ? sum + group.count : sum), 0)
  return {
    total: groups.reduce((sum, group) => sum + group.count, 0),
    byStatus: Object.fromEntries(statuses.map((status) => [status, count(status)])) as Record<Status, number>,
    powerW: known.length === 0 ? null : known.reduce((sum, power) => sum + power, 0),
  }
}

/** The number of the holder's plants that pass the filter. */
export async function countMatching(db: Db, filter: PlantFilter, nowMs: number): Promise<{ total: number }> {
  if (!filtersByPlant(filter) && !isByStatus(filter)) {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from plant_holders m where ${isHeld(filter.holder)}
        and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})`.execute(db.kysely)
    return { total: rows[0]?.total ?? 0 }
  }
  const groups = await groupByStatus(db, filter, nowMs)
  return { total: groups.reduce((sum, { count }) => sum + count, 0) }
}

async function groupByStatus(db: Db, filter: PlantFilter, nowMs: number): Promise<readonly Group[]> {
  if (filtersByPlant(filter)) {
    const matching = await selectMatching(db, filter, nowMs)
    return matching
      .select([
        'n.status_rank as rank',
        sql<number>`count(*)::int`.as('count'),
        sql<number | null>`sum(n.pv_w)`.as('power'),
      ])
      .groupBy('n.status_rank')
      .execute()
  }
  const { holder } = filter
  const joined = (ends: RawBuilder<unknown>) =>
    sql`${groups} from plant_now n join plant_holders m on m.plant_id = n.plant_id
      where ${isHeld(holder)} and ${ends} and ${hasStatus(filter)} group by n.status_rank`
  const ending = sql`m.expires_at > ${new Date(nowMs)}`
  const scanned = sql`${groups} from plant_now n where ${keyOf(holder)}::bigint = any(n.holders) and ${hasStatus(filter)}
    group by n.status_rank union all ${joined(ending)}`
  const statement = (await isLargeHolder(db, holder)) ? scanned : joined(sql`(m.expires_at is null or ${ending})`)
  return (await sql<Group>`${statement}`.execute(db.kysely)).rows
}

const groups = sql`select n.status_rank as rank, count(*)::int as count, sum(n.pv_w) as power`

/** As plant_now.holders has it (db/migrations/021-plant-holders.sql). */
const keyOf = ({ userId, organisationId }: Holder): number => (organisationId === null ? userId : -organisationId)

const isHeld = ({ userId, organisationId }: Holder) =>
  organisationId === null ? sql`m.user_id = ${userId}` : sql`m.organisation_id = ${organisationId}`

const isByStatus = ({ statuses: wanted }: PlantFilter): boolean => wanted !== undefined && wanted.length > 0

const hasStatus = ({ statuses: wanted = [] }: PlantFilter) =>
  wanted.length === 0 ? sql`true` : sql`n.status_rank = any(${wanted.map(rankOf)}::smallint[])`

async function isLargeHolder(db: Db, holder: Holder): Promise<boolean> {
  const { rows } = await sql<{ large: boolean }>`
    select exists (select from plant_holders m where ${isHeld(holder)} offset greatest(${manyPlants}::float8,
      (select reltuples from pg_class where oid = 'plant_now'::regclass) / ${partOfAll})::bigint) as large`.execute(
    db.kysely,
  )
  return rows[0]?.large ?? false
}
