import { rankOf } from '@heliograph/domain/status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PlantFilter } from './plant-filter.ts'
import { type FoundByKeyword, findByKeyword, hasWords, indexedWords, isHeld, keyOf } from './plant-keyword.ts'

/** A holder of more plants than this, and of more than one in 25 of all, has all narrow rows read: quicker than a join. */
const MANY_PLANTS = 2_000
const PART_OF_ALL = 25
/** Holdings that end by themselves are few; of more of them the holder is joined as any other. */
const MOST_ENDING = 2_000

/** A filter, with the facts that were looked up once for the count and for the page. */
export type Sought = Readonly<{
  filter: PlantFilter
  words: string
  /** undefined: no words are sought. */
  found: FoundByKeyword | undefined
  /** undefined: the holder's plants are joined one by one. */
  large: Readonly<{ endingIds: readonly number[]; isSummed: boolean; plantsOfAll: number }> | undefined
  nowMs: number
}>

export async function seek(db: Db, filter: PlantFilter, nowMs: number): Promise<Sought> {
  const words = filter.keyword?.trim() ?? ''
  const [large, found] = await Promise.all([
    readLargeHolder(db, filter.holder, nowMs),
    words === '' ? undefined : findByKeyword(db, filter.holder, words),
  ])
  const { holder, plantIds } = filter
  const chosen = holder.plantIds ?? undefined
  const only = plantIds && chosen ? plantIds.filter((id) => chosen.includes(id)) : (plantIds ?? chosen)
  return { filter: { ...filter, plantIds: only }, words, found, large, nowMs }
}

/** Which tables a statement over the sought plants needs beside the holdings: n, the rows of now; p, the plants. */
export type Needs = Readonly<{ now?: boolean; plants?: boolean }>

/** m: the holdings, joined one by one; of a large holder n, the rows of now, or s, their words, are read in one pass. */
type Base = 'm' | 'n' | 's'

function baseOf({ filter: { statuses = [] }, found, large }: Sought, needs: Needs): Base {
  if (large === undefined) return 'm'
  if (needs.now || statuses.length > 0) return 'n'
  return found?.isBroad ? 's' : 'm'
}

/** `from ... where ...` over the sought plants; `plantIdOf` names their id. */
export const fromSought = (sought: Sought, needs: Needs): RawBuilder<unknown> => fromHeld(sought, needs, undefined)

/** @param first rows of now that the large holder has, by the name n */
function fromHeld(sought: Sought, needs: Needs, first: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  const { filter, words, found, large } = sought
  const base = baseOf(sought, needs)
  const id = plantIdOf(sought, needs)
  const isByStatus = (filter.statuses ?? []).length > 0
  const isByPlant = isByRecord(filter)
  const joins = [
    base !== 'n' && (needs.now || isByStatus) ? sql`join plant_now n on n.plant_id = ${id}` : sql``,
    base !== 's' && found?.isBroad ? sql`join plant_search s on s.plant_id = ${id}` : sql``,
    needs.plants || isByPlant ? sql`join plants p on p.id = ${id}` : sql``,
  ]
  const conditions = [...(first ? [] : [isHeldRow(sought, base)]), ...conditionsOf(filter, id)]
  if (found?.isBroad) {
    const endingIds = large?.endingIds
    const mayEnd = endingIds ? isOneOf(endingIds, id) : sql`true`
    conditions.push(hasWords(filter.holder, words, found, sql`s`, endingIds?.length === 0 ? undefined : mayEnd))
    const indexed = base === 's' ? indexedWords(words, found, sql`s`) : undefined
    if (indexed) conditions.push(indexed)
  }
  if (found?.isBroad === false) conditions.push(isOneOf(found.plantIds, id))
  const table = first ?? { m: sql`plant_viewers m`, n: sql`plant_now n`, s: sql`plant_search s` }[base]
  return sql`from ${table} ${sql.join(joins, sql` `)} where ${sql.join(conditions, sql` and `)}`
}

/** Whether the plants themselves have to be looked at. */
const isByRecord = ({ type, gridType, createdBy }: PlantFilter): boolean =>
  type !== undefined || gridType !== undefined || createdBy !== undefined

/** Whether a filter beyond the status leaves some of a large holder's plants, and it is not known which. */
export const isNarrowed = ({ filter, found }: Sought): boolean =>
  filter.plantIds === undefined &&
  (found === undefined ? isByRecord(filter) || (filter.tagIds ?? []).length > 0 : found.isBroad)

/** An order by a figure of now. */
export type FigureOrder = Readonly<{
  figure: RawBuilder<unknown>
  by: (figure: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>
  isFalling: boolean
}>

/**
 * `from ... where ...` over those of a large holder's sought plants that are among the first by a figure of now, in the
 * order of n.figure and n.plant_id: a query in the same order gets them without sorting, and stops where a page is
 * full.
 * @param bound a condition that the first of them meet
 */
export function fromFirst(
  sought: Sought,
  { figure, by }: FigureOrder,
  bound: RawBuilder<unknown>,
  count: number,
): RawBuilder<unknown> {
  const first = sql`(select n.plant_id, n.status_rank, ${figure} as figure from plant_now n
    where ${bound} and ${isHeldRow(sought, 'n')} and ${hasStatus(sought.filter)}
    order by ${by(figure, sql`n.plant_id`)} limit ${count}) n`
  return fromHeld(sought, { now: true }, first)
}

/** So many rows of now are looked at to guess where a page ends. */
const SAMPLED = 5_000

/**
 * A condition that only the first plants of a large holder meet, by a figure of now: as few as leave a sort nothing to do. It is
 * guessed from some of the rows, but whoever meets it comes before all others.
 * @param count of plants that likely meet it @returns undefined: there are too few to guess
 */
export async function guessBound(
  db: Db,
  sought: Sought,
  { figure, by, isFalling }: FigureOrder,
  count: number,
): Promise<RawBuilder<unknown> | undefined> {
  const share = Math.min(1, SAMPLED / Math.max(1, sought.large?.plantsOfAll ?? 0))
  // As text: an instant has more digits than a Date.
  const { rows } = await sql<{ bound: string; id: number }>`
    select figure::text as bound, plant_id::float8 as id from (select ${figure} as figure, n.plant_id
      from plant_now n tablesample system (${share * 100}::float8)
      where ${isHeldRow(sought, 'n')} and ${hasStatus(sought.filter)} and ${figure} is not null) s
    order by ${by(sql`figure`, sql`plant_id`)} limit 1 offset ${Math.ceil(count * share)}`.execute(db.kysely)
  const [last] = rows
  return last && boundOf({ figure, isFalling }, last)
}

/** A condition that the plants up to one meet. @param last its figure as text, and its id */
export function boundOf(
  { figure, isFalling }: Pick<FigureOrder, 'figure' | 'isFalling'>,
  { bound, id }: Readonly<{ bound: string; id: number }>,
): RawBuilder<unknown> {
  const [first, equal] = isFalling ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`]
  return sql`${figure} ${equal} ${bound} and (${figure} ${first} ${bound} or n.plant_id ${equal} ${id})`
}

/** The plants, once it is known which ones are sought. */
export const fromFound = (sought: Sought): RawBuilder<unknown> => sql`
  from (select ${plantIdOf(sought, {})} as id ${fromSought(sought, {})} offset 0) found join plants p on p.id = found.id`

export const plantIdOf = (sought: Sought, needs: Needs): RawBuilder<unknown> =>
  ({ m: sql`m.plant_id`, n: sql`n.plant_id`, s: sql`s.plant_id` })[baseOf(sought, needs)]

function isHeldRow({ filter: { holder }, large, nowMs }: Sought, base: Base): RawBuilder<unknown> {
  if (base === 'm')
    return sql`${isHeld(holder, sql`m`)} and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})`
  const row = base === 'n' ? sql`n` : sql`s`
  const forGood = sql`${keyOf(holder)}::bigint = any(${row}.holders)`
  const endingIds = large?.endingIds ?? []
  return endingIds.length === 0 ? forGood : sql`(${forGood} or ${isOneOf(endingIds, sql`${row}.plant_id`)})`
}

export const isOneOf = (ids: readonly number[], id: RawBuilder<unknown>) => sql`${id} = any(${[...ids]}::bigint[])`

function conditionsOf(filter: PlantFilter, id: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const { holder, type, gridType, createdBy, plantIds, tagIds = [] } = filter
  const conditions = [hasStatus(filter)]
  if (type !== undefined) conditions.push(sql`p.type = ${type}`)
  if (gridType !== undefined) conditions.push(sql`p.grid_type = ${gridType}`)
  if (createdBy !== undefined) conditions.push(sql`p.created_by = ${createdBy}`)
  if (plantIds !== undefined) conditions.push(isOneOf(plantIds, id))
  for (const tagId of new Set(tagIds))
    conditions.push(sql`exists (select from tagged_plants tp join plant_tags t on t.id = tp.tag_id
      where tp.plant_id = ${id} and t.id = ${tagId} and ${isHeld(holder, sql`t`)})`)
  return conditions
}

/** By the name n. */
export const hasStatus = ({ statuses = [] }: PlantFilter): RawBuilder<unknown> =>
  statuses.length === 0 ? sql`true` : sql`n.status_rank = any(${statuses.map(rankOf)}::smallint[])`

/** A holder whose sums are kept has many plants: they need not be counted. */
async function readLargeHolder(db: Db, holder: Holder, nowMs: number): Promise<Sought['large']> {
  const held = sql`from plant_viewers m where ${isHeld(holder, sql`m`)}`
  const { rows } = await sql<{ summed: boolean; plants_of_all: number; ending: readonly number[] | null }>`
    select h.summed, h.plants_of_all, case when h.large then array(
      select m.plant_id::float8 ${held} and m.expires_at > ${new Date(nowMs)} limit ${MOST_ENDING + 1}) end as ending
    from (select f.summed, f.plants_of_all, case when f.summed then true else exists (select ${held}
        offset greatest(${MANY_PLANTS}::float8, f.plants_of_all / ${PART_OF_ALL})::bigint) end as large
      from (select exists (select from fleet_holders where holder = ${keyOf(holder)} and is_counted) as summed,
        (select reltuples::float8 from pg_class where oid = 'plant_now'::regclass) as plants_of_all) f) h`.execute(
    db.kysely,
  )
  const { ending = null, summed = false, plants_of_all: plantsOfAll = 0 } = rows[0] ?? {}
  if (ending === null || ending.length > MOST_ENDING) return undefined
  return { endingIds: ending, isSummed: summed, plantsOfAll }
}
