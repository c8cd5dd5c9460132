import { troubleStatuses } from '@heliograph/domain/status.ts'
import type { Db } from '../../platform/db/database.ts'
import { type PlantCounts, toCounts } from './count-plants.ts'
import { savingsOf } from './energy-saved.ts'
import { type FleetToday, todayOf } from './fleet.ts'
import { readKeptYesterday, readYesterday, sumFleet } from './fleet-sums.ts'
import { findPlants, type PlantView } from './list-plants.ts'
import type { PlantFilter } from './plant-filter.ts'
import { seek } from './sought-plants.ts'

const SHOWN = 8

type ScreenPlant = Omit<PlantView, 'sums'>

export type FleetScreen = Readonly<{
  counts: PlantCounts
  capacityWp: number
  today: FleetToday
  yesterday: Readonly<{ known: number; generationWh: number | null }>
  /** Tonnes, of today. */
  co2T: number | null
  /** The highest specific yields of today. */
  ranking: readonly ScreenPlant[]
  /** The worst first. */
  troubles: readonly ScreenPlant[]
}>

export async function readFleetScreen(
  db: Db,
  filter: Pick<PlantFilter, 'holder' | 'tagIds'>,
  nowMs: number,
): Promise<FleetScreen> {
  const page = { ...filter, page: 1, size: SHOWN, direction: 'DESC' } as const
  const sought = await seek(db, filter, nowMs)
  const [sums, kept] = await Promise.all([sumFleet(db, sought), readKeptYesterday(db, sought, nowMs)])
  const [today, yesterday, best, worst] = await Promise.all([
    todayOf(db, sought, sums),
    kept ?? readYesterday(db, sought),
    findPlants(db, { ...page, order: 'fullPowerHoursDay' }, nowMs),
    findPlants(db, { ...page, order: 'status', statuses: troubleStatuses }, nowMs),
  ])
  return {
    counts: toCounts(sums),
    capacityWp: sums.reduce((sum, { capacityWp }) => sum + capacityWp, 0),
    today,
    yesterday: { known: yesterday.known, generationWh: yesterday.known === 0 ? null : yesterday.wh },
    co2T: today.generationWh === null ? null : savingsOf(today.generationWh).co2T,
    ranking: best.plants.filter(({ todayWh }) => todayWh !== null),
    troubles: worst.plants,
  }
}
