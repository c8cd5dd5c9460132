import { rankOf, type Status, statuses, wellStatuses } from '@heliograph/domain/status.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type FleetSum, isKept, sumFleet } from './fleet-sums.ts'
import type { PlantFilter } from './plant-filter.ts'
import { fromSought, type Sought, seek } from './sought-plants.ts'

/** How many plants have which status, and what all of them together make now. */
export type PlantCounts = Readonly<{
  total: number
  byStatus: Readonly<Record<Status, number>>
  /** Plants with the open alarm of a fault or a warning although their status is well or asleep. */
  alarmed: number
  /** W; null: nothing is known of any. */
  powerW: number | null
}>

/** Counts by status and the power of the holder's plants that pass the filter. */
export const countPlants = async (db: Db, filter: PlantFilter, nowMs: number): Promise<PlantCounts> =>
  toCounts(await sumFleet(db, await seek(db, filter, nowMs)))

export function toCounts(sums: readonly FleetSum[]): PlantCounts {
  const powered = sums.filter(({ powered: count }) => count > 0)
  const count = (status: Status): number =>
    sums.reduce((sum, { rank, plants }) => (rank === rankOf(status) ? sum + plants : sum), 0)
  const isWell = (rank: number): boolean => wellStatuses.some((status) => rankOf(status) === rank)
  return {
    total: sums.reduce((sum, { plants }) => sum + plants, 0),
    byStatus: Object.fromEntries(statuses.map((status) => [status, count(status)])) as Record<Status, number>,
    alarmed: sums.reduce((sum, { rank, alarmed }) => (isWell(rank) ? sum + alarmed : sum), 0),
    powerW: powered.length === 0 ? null : powered.reduce((sum, { powerW }) => sum + powerW, 0),
  }
}

/** The number of the holder's plants that pass the filter. */
export const countMatching = async (db: Db, filter: PlantFilter, nowMs: number): Promise<number> =>
  countSought(db, await seek(db, filter, nowMs))

export async function countSought(db: Db, sought: Sought): Promise<number> {
  if (isKept(sought)) return (await sumFleet(db, sought)).reduce((sum, { plants }) => sum + plants, 0)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${fromSought(sought, {})}`.execute(
    db.kysely,
  )
  return rows[0]?.total ?? 0
}
