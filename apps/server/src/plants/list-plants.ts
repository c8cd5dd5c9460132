import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganisationRole, PlantRole } from '@heliograph/domain/permissions.ts'
import { isPlantRight, rightsInOrganisation } from '@heliograph/domain/permissions.ts'
import type { GridType, PlantCondition } from '@heliograph/domain/plant.ts'
import { type Selectable, sql } from 'kysely'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { PlantsTable } from '../db/tables.ts'
import { listDevicesOfPlants } from '../devices/devices.ts'
import { type GenerationSums, latestOfPlants, sumGeneration } from '../telemetry/telemetry.ts'
import { type Member, type PlantFacts, toFacts } from './plant-facts.ts'
import { describePlant, type PlantState } from './plant-now.ts'
import { findNextSunrise } from './sun.ts'

/** A plant as a session sees it in a list: what was said about it, what happens there, what it made. */
export type PlantView = PlantState &
  Readonly<{ member: Member; sums: GenerationSums; nextSunriseMs: number | null; gatewayCount: number }>

export type PlantSearch = Readonly<{
  holder: Holder & Readonly<{ organisationRole: OrganisationRole | null }>
  /** Found in name or address, whatever its case. */
  keyword?: string | undefined
  condition?: PlantCondition | undefined
  gridType?: GridType | undefined
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

/** @throws Refusal PARAM_ERROR for an order that does not exist */
export async function listPlants(
  db: Db,
  search: PlantSearch,
  nowMs: number,
): Promise<Readonly<{ total: number; plants: readonly PlantView[] }>> {
  if (!isOrder(search.order)) throw new Refusal('PARAM_ERROR', { field: 'query.order.property' })
  const direction = search.direction === 'ASC' ? 'asc' : 'desc'
  const { organisationRole } = search.holder
  const withMember = <R extends { role: string; rights: string[] }>(row: R): R & { member: Member } => {
    const rights = row.rights.filter(isPlantRight)
    const held = organisationRole === null ? rights : rightsInOrganisation(organisationRole, rights)
    return { ...row, member: { role: row.role as PlantRole, rights: held } }
  }
  const found = matching(db, search, nowMs)
  const ordered = selectPlants(found).orderBy(orders[search.order], direction).orderBy('p.id', direction)
  const offset = (search.page - 1) * search.size
  if (search.condition === undefined) {
    const [{ total }, rows] = await Promise.all([
      found.select((one) => one.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ordered.limit(search.size).offset(offset).execute(),
    ])
    return { total, plants: await addSums(db, await describeAll(db, rows.map(withMember), nowMs), nowMs) }
  }
  // A condition follows from the newest sample and the sun: it can be asked of a plant, not of the database.
  const all = await describeAll(db, (await ordered.execute()).map(withMember), nowMs)
  const fitting = all.filter(({ condition }) => condition === search.condition)
  return { total: fitting.length, plants: await addSums(db, fitting.slice(offset, offset + search.size), nowMs) }
}

/** A plant, for one whose membership was found. @throws Refusal NOT_FOUND when it went meanwhile */
export async function getPlant(db: Db, plantId: number, member: Member, nowMs: number): Promise<PlantView> {
  const query = db.kysely.selectFrom('plants as p').selectAll('p').select(gateways).where('p.id', '=', plantId)
  const row = await query.executeTakeFirst()
  const [view] = row ? await addSums(db, await describeAll(db, [{ ...row, member }], nowMs), nowMs) : []
  if (view === undefined) throw new Refusal('NOT_FOUND')
  return view
}

/** What a person or an organisation holds now. */
function holdings(db: Db, holder: Holder, nowMs: number) {
  const query = db.kysely
    .selectFrom('plants as p')
    .innerJoin('plant_holders as m', 'm.plant_id', 'p.id')
    .where((one) => one.or([one('m.expires_at', 'is', null), one('m.expires_at', '>', new Date(nowMs))]))
  return holder.organisationId === null
    ? query.where('m.user_id', '=', holder.userId)
    : query.where('m.organisation_id', '=', holder.organisationId)
}

const gateways = sql<number>`(select count(*)::integer from loggers l where l.plant_id = p.id)`.as('gateways')
const selectPlants = (query: ReturnType<typeof holdings>) =>
  query.selectAll('p').select(['m.role', 'm.rights']).select(gateways)

function matching(db: Db, { holder, keyword, gridType }: PlantSearch, nowMs: number) {
  let query = holdings(db, holder, nowMs)
  const words = keyword?.trim()
  if (words) {
    const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((one) => one.or([one('p.name', 'ilike', pattern), one('p.address', 'ilike', pattern)]))
  }
  return gridType === undefined ? query : query.where('p.grid_type', '=', gridType)
}

type Row = Selectable<PlantsTable> & Readonly<{ gateways: number; member: Member }>
type Described = PlantState & Readonly<{ member: Member; gatewayCount: number }>

/** One statement for all devices and one for all newest values, however many plants. */
async function describeAll(db: Db, rows: readonly Row[], nowMs: number): Promise<readonly Described[]> {
  const ids = rows.map(({ id }) => id)
  const [devices, latest] = await Promise.all([listDevicesOfPlants(db, ids), latestOfPlants(db, ids)])
  return rows.map((row) => ({
    ...describePlant(toFacts(row), devices.get(row.id) ?? [], latest.get(row.id) ?? [], nowMs),
    member: row.member,
    gatewayCount: row.gateways,
  }))
}

const nothing: GenerationSums = { dayWh: null, monthWh: null, yearWh: null, totalWh: null }

async function addSums(db: Db, plants: readonly Described[], nowMs: number): Promise<readonly PlantView[]> {
  const sums = await sumGeneration(
    db,
    plants.map(({ facts }): PlantFacts => facts),
    nowMs,
  )
  return plants.map((plant) => ({
    ...plant,
    sums: sums.get(plant.facts.plantId) ?? nothing,
    nextSunriseMs: plant.sunUp ? null : findNextSunrise(nowMs, plant.facts),
  }))
}
