import { localDate } from '@heliograph/domain/time.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { incomeToday } from '../finance/finance.ts'
import { findCovers } from '../plant-images/plant-images.ts'
import { type DayGeneration, lastDays } from '../telemetry/telemetry.ts'
import { type FleetSum, sumFleet } from './fleet-sums.ts'
import { findPlants, type PlantSearch, type PlantView } from './list-plants.ts'
import { findNeighbors, type Neighbors } from './neighbors.ts'
import { type PlantFacts, toFacts } from './plant-facts.ts'
import type { PlantFilter } from './plant-filter.ts'
import { tagsOf } from './plant-tags.ts'
import { fromSought, type Sought, seek } from './sought-plants.ts'
import type { PlantsTable } from './tables.ts'

/** A plant among others. */
export type FleetPlant = Omit<PlantView, 'sums'> &
  Readonly<{ neighbors: Neighbors; days: readonly DayGeneration[]; tagIds: readonly number[]; coverId: number | null }>

const SHOWN_DAYS = 7
const alone: Neighbors = { count: 0, specificYield: null }

/** A page of plants, each with its week and its neighbors: five statements more than the page itself. */
export async function listFleet(
  db: Db,
  search: PlantSearch,
  nowMs: number,
): Promise<Readonly<{ total: number; plants: readonly FleetPlant[] }>> {
  const { total, plants } = await findPlants(db, search, nowMs)
  const compared = plants.map(({ facts, today }) => ({
    plantId: facts.plantId,
    latitudeDeg: facts.latitudeDeg,
    longitudeDeg: facts.longitudeDeg,
    // The row's own date, so that its energy is compared with that of the same day.
    today: today ?? localDate(nowMs, facts.zone),
  }))
  const ids = compared.map(({ plantId }) => plantId)
  const [days, neighbors, tags, covers] = await Promise.all([
    lastDays(db, compared, SHOWN_DAYS),
    findNeighbors(db, search.holder, compared, nowMs),
    tagsOf(db, search.holder, ids),
    findCovers(db, ids),
  ])
  return {
    total,
    plants: plants.map((plant) => ({
      ...plant,
      neighbors: neighbors.get(plant.facts.plantId) ?? alone,
      coverId: covers.get(plant.facts.plantId) ?? null,
      tagIds: tags.get(plant.facts.plantId) ?? [],
      days: (days.get(plant.facts.plantId) ?? []).map((day, at) =>
        // Today's energy is the one that the row shows.
        at === SHOWN_DAYS - 1 ? { ...day, generationWh: plant.todayWh } : day,
      ),
    })),
  }
}

export type FleetToday = Readonly<{
  /** Plants whose energy of today is known. */
  known: number
  generationWh: number | null
  income: readonly Readonly<{ currency: string; amount: number }>[]
  /** Plants with a tariff beyond those that are priced: their money is not in `income`. */
  unpriced: number
}>

/** The day of a plant with a tariff is priced hour by hour, so the money of more of them is left out. */
const MOST_TARIFFS = 5_000
/** Priced at once. */
const TARIFFS_AT_ONCE = 500

/**
 * The energy of all the holder's plants today, each by its own date: one statement, and five where plants have a tariff.
 */
export async function getFleetToday(db: Db, filter: PlantFilter, nowMs: number): Promise<FleetToday> {
  const sought = await seek(db, filter, nowMs)
  return todayOf(db, sought, await sumFleet(db, sought))
}

/** @param sums of the sought plants */
export async function todayOf(db: Db, sought: Sought, sums: readonly FleetSum[]): Promise<FleetToday> {
  const tariffed = sums.reduce((sum, { tariffed: count }) => sum + count, 0)
  const plants = tariffed === 0 ? [] : await readTariffed(db, sought)
  const incomes = new Map<number, number | null>()
  for (let at = 0; at < plants.length; at += TARIFFS_AT_ONCE)
    for (const [plantId, income] of await incomeToday(db, plants.slice(at, at + TARIFFS_AT_ONCE), sought.nowMs))
      incomes.set(plantId, income)
  const amounts = new Map<string, { priced: number; amount: number | null }>()
  const add = (currency: string, priced: number, amount: number | null): void => {
    const sum = amounts.get(currency) ?? { priced: 0, amount: null }
    amounts.set(currency, {
      priced: sum.priced + priced,
      amount: amount === null ? sum.amount : (sum.amount ?? 0) + amount,
    })
  }
  for (const { currency, priced, earning, amount } of sums) add(currency, priced, earning === 0 ? null : amount)
  for (const { plantId, currency } of plants) {
    const income = incomes.get(plantId) ?? null
    if (income !== null) add(currency, 1, income)
  }
  const known = sums.reduce((sum, { known: count }) => sum + count, 0)
  return {
    known,
    unpriced: tariffed - plants.length,
    generationWh: known === 0 ? null : sums.reduce((sum, { todayWh }) => sum + todayWh, 0),
    income: [...amounts]
      .sort(([a, { priced }], [b, other]) => other.priced - priced || (a < b ? -1 : 1))
      .flatMap(([currency, { amount }]) => (amount === null ? [] : [{ currency, amount }])),
  }
}

async function readTariffed(db: Db, sought: Sought): Promise<readonly PlantFacts[]> {
  const { rows } = await sql<Selectable<PlantsTable>>`select p.* ${fromSought(sought, { now: true, plants: true })}
    and n.tariffs > 0 and exists (select from tariffs t where t.plant_id = p.id) order by p.id limit ${MOST_TARIFFS}`.execute(
    db.kysely,
  )
  return rows.map(toFacts)
}
