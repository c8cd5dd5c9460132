import { type Status, statuses } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { incomeToday } from '../finance/finance.ts'
import { findCovers } from '../plant-images/plant-images.ts'
import { type DayGeneration, lastDays } from '../telemetry/telemetry.ts'
import { findPlants, type PlantSearch, type PlantView } from './list-plants.ts'
import { findNeighbors, type Neighbors } from './neighbors.ts'
import { toFacts } from './plant-facts.ts'
import type { PlantFilter } from './plant-filter.ts'
import { tagsOf } from './plant-tags.ts'
import { fromSought, seek } from './sought-plants.ts'
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

type Priced = Readonly<{
  currency: string
  known: number
  priced: number
  tariffed: number
  wh: number | null
  amount: number | null
}>

/** The day of a plant with a tariff is priced hour by hour, so the money of more of them is left out. */
const MOST_TARIFFS = 5_000
/** Priced at once. */
const TARIFFS_AT_ONCE = 500

/**
 * The energy of all the holder's plants today, each by its own date: one statement, and four for all that have a tariff.
 */
export async function getFleetToday(db: Db, filter: PlantFilter, nowMs: number): Promise<FleetToday> {
  const hasTariff = sql`exists (select from tariffs t where t.plant_id = p.id)`
  const plainPrice = sql`case when ${hasTariff} then null else p.price_per_kwh end`
  const sought = fromSought(await seek(db, filter, nowMs), { now: true, plants: true })
  const [{ rows }, { rows: tariffed }] = await Promise.all([
    sql<Priced>`select p.currency, count(n.today_wh)::int as known, count(${plainPrice})::int as priced,
        (count(*) filter (where ${hasTariff}))::int as tariffed, sum(n.today_wh) as wh,
        sum(n.today_wh / 1000 * ${plainPrice}) as amount
      ${sought} group by p.currency`.execute(db.kysely),
    sql<Selectable<PlantsTable>>`select p.* ${sought} and ${hasTariff} order by p.id limit ${MOST_TARIFFS}`.execute(
      db.kysely,
    ),
  ])
  const plants = tariffed.map(toFacts)
  const incomes = new Map<number, number | null>()
  for (let at = 0; at < plants.length; at += TARIFFS_AT_ONCE)
    for (const [plantId, income] of await incomeToday(db, plants.slice(at, at + TARIFFS_AT_ONCE), nowMs))
      incomes.set(plantId, income)
  const amounts = new Map(rows.map((row) => [row.currency, { priced: row.priced, amount: row.amount }]))
  for (const { plantId, currency } of plants) {
    const income = incomes.get(plantId) ?? null
    const sum = amounts.get(currency)
    if (income !== null && sum) amounts.set(currency, { priced: sum.priced + 1, amount: (sum.amount ?? 0) + income })
  }
  const known = rows.reduce((sum, row) => sum + row.known, 0)
  return {
    known,
    unpriced: rows.reduce((sum, { tariffed: count }) => sum + count, 0) - plants.length,
    generationWh: known === 0 ? null : rows.reduce((sum, { wh }) => sum + (wh ?? 0), 0),
    income: [...amounts]
      .sort(([a, { priced }], [b, other]) => other.priced - priced || (a < b ? -1 : 1))
      .flatMap(([currency, { amount }]) => (amount === null ? [] : [{ currency, amount }])),
  }
}

export type FleetPlace = Readonly<{
  latitudeDeg: number
  longitudeDeg: number
  count: number
  status: Status
  plantId: number | null
  name: string | null
}>
export type Bounds = Readonly<{ west: number; south: number; east: number; north: number }>

/** Up to this number each plant is a separate place; more are grouped on a grid of 24 x 24. */
const MOST_SINGLE = 500
const GRID = 24

type Cell = { latitude: number; longitude: number; count: number; rank: number; id: number; name: string }
type Single = { id: number; name: string; latitude: number; longitude: number; status: string }

/** Where plants stand. */
export async function listPlaces(
  db: Db,
  filter: PlantFilter & Readonly<{ bounds?: Bounds | undefined }>,
  nowMs: number,
): Promise<Readonly<{ total: number; isMerged: boolean; places: readonly FleetPlace[] }>> {
  const { west, south, east, north } = filter.bounds ?? { west: -180, south: -90, east: 180, north: 90 }
  const inside = sql`${fromSought(await seek(db, filter, nowMs), { now: true, plants: true })}
    and p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`
  // Points on the outer edge belong to the last cell.
  const column = sql`least(${GRID - 1}, floor((p.longitude - ${west}) / ${Math.max(1e-9, (east - west) / GRID)}))`
  const row = sql`least(${GRID - 1}, floor((p.latitude - ${south}) / ${Math.max(1e-9, (north - south) / GRID)}))`
  const { rows } = await sql<Cell>`select avg(p.latitude) as latitude, avg(p.longitude) as longitude,
      count(*)::int as count, min(n.status_rank)::int as rank, min(p.id) as id, min(p.name) as name
    ${inside} group by ${column}, ${row} order by rank`.execute(db.kysely)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total <= MOST_SINGLE) {
    const single = await sql<Single>`select p.id, p.name, p.latitude, p.longitude, n.status
      ${inside} order by n.status_rank, p.id`.execute(db.kysely)
    const places = single.rows.map(({ id, name, latitude, longitude, status }) => ({
      latitudeDeg: latitude,
      longitudeDeg: longitude,
      count: 1,
      status: status as Status,
      plantId: id,
      name,
    }))
    return { total, isMerged: false, places }
  }
  const places = rows.map(({ latitude, longitude, count, rank, id, name }) => ({
    latitudeDeg: latitude,
    longitudeDeg: longitude,
    count,
    status: statuses[rank] ?? 'well',
    plantId: count === 1 ? id : null,
    name: count === 1 ? name : null,
  }))
  return { total, isMerged: true, places }
}
