import { Refusal } from '@heliograph/domain/errors.ts'
import type { PlantRight, PlantRole } from '@heliograph/domain/permissions.ts'
import { isPlantRight, rightsInOrganization } from '@heliograph/domain/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { nowColumns, toPlantRow } from '../now/now.ts'
import { type GenerationSums, sumGeneration } from '../telemetry/telemetry.ts'
import { countSought } from './count-plants.ts'
import { findPage, type PageWanted } from './page-of-plants.ts'
import { type Member, toFacts } from './plant-facts.ts'
import { type PlantFilter, selectHoldings, selectMatching } from './plant-filter.ts'
import { type PlantState, toState } from './plant-now.ts'
import { seek } from './sought-plants.ts'
import { readLifetimes, totalGenerationWh } from './total-figures.ts'

/** A plant in a list, as a session sees it: its record, its current state, its production. */
export type PlantView = PlantState &
  Readonly<{ member: Member; sums: GenerationSums; loggerCount: number; hasLayout: boolean }>

export type PlantSearch = PlantFilter & PageWanted

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

/** The same without the sums of their days. */
export async function findPlants(
  db: Db,
  search: PlantSearch,
  nowMs: number,
): Promise<Readonly<{ total: number; plants: readonly Omit<PlantView, 'sums'>[] }>> {
  const sought = await seek(db, search, nowMs)
  const count = countSought(db, sought)
  const [total, ids] = await Promise.all([count, findPage(db, sought, search, count)])
  const rows = await selectHoldings(db, search.holder, nowMs)
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .selectAll('p')
    .select(['m.role', 'm.rights'])
    .select(nowColumns)
    .select((eb) => [countLoggersOf(eb.ref('p.id')).as('loggers'), hasLayout(eb.ref('p.id')).as('has_layout')])
    .execute()
  const { organizationRole } = search.holder
  const states = rows.map((row) => {
    const rights = row.rights.filter(isPlantRight)
    const held = organizationRole === null ? rights : rightsInOrganization(organizationRole, rights)
    const member: Member = { role: row.role as PlantRole, rights: held }
    return {
      ...toState(toFacts(row), toPlantRow(row), nowMs),
      member,
      loggerCount: row.loggers,
      hasLayout: row.has_layout,
    }
  })
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ facts }: (typeof states)[number]) => places.get(facts.plantId) ?? 0
  return { total, plants: states.sort((a, b) => placeOf(a) - placeOf(b)) }
}

/** A plant whose membership was checked. @throws Refusal NOT_FOUND if it was deleted in the meantime */
export async function getPlant(db: Db, plantId: number, member: Member, nowMs: number): Promise<PlantView> {
  const row = await db.kysely
    .selectFrom('plants as p')
    .innerJoin('plant_now as n', 'n.plant_id', 'p.id')
    .selectAll('p')
    .select(nowColumns)
    .select((eb) => [countLoggersOf(eb.ref('p.id')).as('loggers'), hasLayout(eb.ref('p.id')).as('has_layout')])
    .where('p.id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
  const state = {
    ...toState(toFacts(row), toPlantRow(row), nowMs),
    member,
    loggerCount: row.loggers,
    hasLayout: row.has_layout,
  }
  const [view] = await addSums(db, [state], nowMs)
  if (view === undefined) throw new Refusal('NOT_FOUND')
  return view
}

const countLoggersOf = (plantId: unknown) =>
  sql<number>`((select count(*) from loggers l where l.plant_id = ${plantId})
    + (select count(*) from logger_claims c where c.plant_id = ${plantId}))::integer`

const hasLayout = (plantId: unknown) =>
  sql<boolean>`exists (select from module_layouts m where m.plant_id = ${plantId})`

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
