import { Refusal } from '@heliograph/domain/errors.ts'
import type { PlantRight, PlantRole } from '@heliograph/domain/permissions.ts'
import { isPlantRight, rightsInOrganisation } from '@heliograph/domain/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { nowColumns, toPlantRow } from '../now/now.ts'
import { type GenerationSums, sumGeneration } from '../telemetry/telemetry.ts'
import { countMatching } from './count-plants.ts'
import { type Member, toFacts } from './plant-facts.ts'
import { type PlantFilter, selectMatching } from './plant-filter.ts'
import { type PlantState, toState } from './plant-now.ts'
import { readLifetimes, totalGenerationWh } from './total-figures.ts'

/** A plant in a list, as a session sees it: its record, its current state, its production. */
export type PlantView = PlantState & Readonly<{ member: Member; sums: GenerationSums; gatewayCount: number }>

export type PlantSearch = PlantFilter &
  Readonly<{
    /** From 1. */
    page: number
    size: number
    order: string
    direction: 'ASC' | 'DESC'
  }>

/** The wire's words for what a list can be ordered by. */
const orders = {
  id: 'p.id',
  name: 'p.name',
  installedCapacity: 'p.capacity_wp',
  createdDate: 'p.created_at',
  startOperatingTime: 'p.started_on',
  locationAddress: 'p.address',
} as const
const isOrder = (name: string): name is keyof typeof orders => Object.hasOwn(orders, name)

/** Orders by values that may be unknown; plants without the value come last in both directions. */
const figures = {
  generationPower: sql<number | null>`n.pv_w`,
  generationValue: sql<number | null>`n.today_wh`,
  batterySoc: sql<number | null>`n.soc_percent`,
  lastUpdateTime: sql<Date | null>`n.last_at`,
  fullPowerHoursDay: sql<number | null>`n.today_wh / p.capacity_wp`,
} as const
const isFigure = (name: string): name is keyof typeof figures => Object.hasOwn(figures, name)

/** @throws Refusal PARAM_ERROR for an order that does not exist */
export async function listPlants(
  db: Db,
  search: PlantSearch,
  nowMs: number,
): Promise<Readonly<{ total: number; plants: readonly PlantView[] }>> {
  const { total, plants } = await findPlants(db, search, nowMs)
  return { total, plants: await addSums(db, plants, nowMs) }
}

/** The ids of the plants that pass the filter and on which the holder has the right, at most 5,000. */
export async function findPlantIds(
  db: Db,
  filter: PlantFilter,
  right: PlantRight,
  nowMs: number,
): Promise<readonly number[]> {
  const matching = await selectMatching(db, filter, nowMs)
  const rows = await matching
    .where(sql<boolean>`${right} = any(m.rights)`)
    .select('p.id')
    .orderBy('p.id')
    .limit(5_000)
    .execute()
  return rows.map(({ id }) => id)
}

/** The rank of a plant's status; that of a fault where a fault's alarm is open. As the index `plant_now_worst` says it. */
const worstRank = sql<number>`case when n.alarm_level = 2 then 0 else n.status_rank end`

/** The same without the sums of their days. */
export async function findPlants(
  db: Db,
  search: PlantSearch,
  nowMs: number,
): Promise<Readonly<{ total: number; plants: readonly Omit<PlantView, 'sums'>[] }>> {
  const direction = search.direction === 'ASC' ? 'asc' : 'desc'
  // How bad it is falls: the worst has the lowest rank.
  const severity = search.direction === 'ASC' ? 'desc' : 'asc'
  const found = await selectMatching(db, search, nowMs)
  const selected = found
    .selectAll('p')
    .select(['m.role', 'm.rights'])
    .select(nowColumns)
    .select((one) => gatewaysOf(one.ref('p.id')).as('gateways'))
  const ordered =
    search.order === 'status'
      ? selected.orderBy(worstRank, severity).orderBy('n.plant_id', severity)
      : isFigure(search.order)
        ? selected.orderBy(figures[search.order], (by) => by[direction]().nullsLast()).orderBy('p.id', direction)
        : isOrder(search.order)
          ? selected.orderBy(orders[search.order], direction).orderBy('p.id', direction)
          : undefined
  if (ordered === undefined) throw new Refusal('PARAM_ERROR', { field: 'query.order.property' })
  const [{ total }, rows] = await Promise.all([
    countMatching(db, search, nowMs),
    ordered
      .limit(search.size)
      .offset((search.page - 1) * search.size)
      .execute(),
  ])
  const { organisationRole } = search.holder
  const states = rows.map((row) => {
    const rights = row.rights.filter(isPlantRight)
    const held = organisationRole === null ? rights : rightsInOrganisation(organisationRole, rights)
    const member: Member = { role: row.role as PlantRole, rights: held }
    return { ...toState(toFacts(row), toPlantRow(row), nowMs), member, gatewayCount: row.gateways }
  })
  return { total, plants: states }
}

/** A plant whose membership was checked. @throws Refusal NOT_FOUND if it was deleted in the meantime */
export async function getPlant(db: Db, plantId: number, member: Member, nowMs: number): Promise<PlantView> {
  const row = await db.kysely
    .selectFrom('plants as p')
    .innerJoin('plant_now as n', 'n.plant_id', 'p.id')
    .selectAll('p')
    .select(nowColumns)
    .select((one) => gatewaysOf(one.ref('p.id')).as('gateways'))
    .where('p.id', '=', plantId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  const state = { ...toState(toFacts(row), toPlantRow(row), nowMs), member, gatewayCount: row.gateways }
  const [view] = await addSums(db, [state], nowMs)
  if (view === undefined) throw new Refusal('NOT_FOUND')
  return view
}

const gatewaysOf = (plantId: unknown) =>
  sql<number>`((select count(*) from loggers l where l.plant_id = ${plantId})
    + (select count(*) from logger_claims c where c.plant_id = ${plantId}))::integer`

const nothing: GenerationSums = { dayWh: null, monthWh: null, yearWh: null, totalWh: null }

async function addSums(
  db: Db,
  plants: readonly Omit<PlantView, 'sums'>[],
  nowMs: number,
): Promise<readonly PlantView[]> {
  const records = plants.map(({ facts }) => facts)
  const [sums, lifetimes] = await Promise.all([sumGeneration(db, records, nowMs), readLifetimes(db, records)])
  return plants.map((plant) => ({
    ...plant,
    sums: {
      ...(sums.get(plant.facts.plantId) ?? nothing),
      dayWh: plant.todayWh,
      totalWh: totalGenerationWh(
        sums.get(plant.facts.plantId)?.totalWh ?? null,
        plant.facts,
        lifetimes.get(plant.facts.plantId),
      ),
    },
  }))
}
