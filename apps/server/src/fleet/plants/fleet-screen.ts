import { localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countPlants, type PlantCounts } from './count-plants.ts'
import { savingsOf } from './energy-saved.ts'
import { type FleetToday, getFleetToday } from './fleet.ts'
import { findPlants, type PlantView } from './list-plants.ts'
import type { PlantFilter } from './plant-filter.ts'
import { fromSought, seek } from './sought-plants.ts'

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
  const [counts, today, sums, best, worst] = await Promise.all([
    countPlants(db, filter, nowMs),
    getFleetToday(db, filter, nowMs),
    readSums(db, filter, nowMs),
    findPlants(db, { ...page, order: 'fullPowerHoursDay' }, nowMs),
    findPlants(db, { ...page, order: 'status', statuses: ['fault', 'silent', 'partSilent', 'late'] }, nowMs),
  ])
  return {
    counts,
    capacityWp: sums.capacity_wp ?? 0,
    today,
    yesterday: { known: sums.known, generationWh: sums.known === 0 ? null : sums.yesterday_wh },
    co2T: today.generationWh === null ? null : savingsOf(today.generationWh).co2T,
    ranking: best.plants.filter(({ todayWh }) => todayWh !== null),
    troubles: worst.plants,
  }
}

/**
 * Each plant's yesterday is the day before the date that its row of now is of. The days around it are named too: a
 * cluster sends no others.
 */
async function readSums(db: Db, filter: PlantFilter, nowMs: number) {
  const today = localDate(nowMs, 'UTC')
  const sought = await seek(db, filter, nowMs)
  const { rows } = await sql<{ capacity_wp: number | null; known: number; yesterday_wh: number | null }>`
    select sum(n.capacity_wp) as capacity_wp, count(d.shown_generation_wh)::int as known, sum(d.shown_generation_wh) as yesterday_wh
    from (select n.plant_id, n.capacity_wp, n.today ${fromSought(sought, { now: true })}) n
      left join plant_day_entries d on d.plant_id = n.plant_id and d.day = n.today - 1
        and d.day between ${today}::date - 2 and ${today}::date`.execute(db.kysely)
  return rows[0] ?? { capacity_wp: null, known: 0, yesterday_wh: null }
}
