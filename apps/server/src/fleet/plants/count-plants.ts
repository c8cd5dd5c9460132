import { rankOf, type Status, statuses } from '@heliograph/domain/status.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PlantFilter } from './plant-filter.ts'
import { fromSought, type Sought, seek } from './sought-plants.ts'

/** How many plants have which status, and what all of them together make now. */
export type PlantCounts = Readonly<{
  total: number
  byStatus: Readonly<Record<Status, number>>
  /** W; null: nothing is known of any. */
  powerW: number | null
}>

type Group = { rank: number; count: number; power: number | null }

/** Counts by status and the power of the holder's plants that pass the filter. */
export async function countPlants(db: Db, filter: PlantFilter, nowMs: number): Promise<PlantCounts> {
  const { rows: groups } = await sql<Group>`
    select n.status_rank as rank, count(*)::int as count, sum(n.pv_w) as power
    ${fromSought(await seek(db, filter, nowMs), { now: true })} group by n.status_rank`.execute(db.kysely)
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
export const countMatching = async (db: Db, filter: PlantFilter, nowMs: number): Promise<number> =>
  countSought(db, await seek(db, filter, nowMs))

export async function countSought(db: Db, sought: Sought): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${fromSought(sought, {})}`.execute(
    db.kysely,
  )
  return rows[0]?.total ?? 0
}
