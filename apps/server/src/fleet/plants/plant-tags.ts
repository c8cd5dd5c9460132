import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type PlantFilter, selectHoldings } from './plant-filter.ts'

/** A word that a person, or an organization, puts on plants to find them again. */
export type PlantTag = Readonly<{ id: number; name: string; plantCount: number }>

export const MOST_TAGS = 200
/** On one plant. */
export const MOST_ON_PLANT = 20

const ownedBy = ({ userId, organizationId }: Holder) =>
  organizationId === null ? sql<boolean>`t.user_id = ${userId}` : sql<boolean>`t.organization_id = ${organizationId}`

/** The holder's tags by name, each with how many of the plants that they see now carry it. */
export async function listTags(db: Db, holder: Holder, nowMs: number): Promise<readonly PlantTag[]> {
  const counted = selectHoldings(db, holder, nowMs)
    .innerJoin('tagged_plants as tp', 'tp.plant_id', 'p.id')
    .select(['tp.tag_id', sql<number>`count(*)::int`.as('plants')])
    .groupBy('tp.tag_id')
  const rows = await db.kysely
    .selectFrom('plant_tags as t')
    .leftJoin(counted.as('c'), 'c.tag_id', 't.id')
    .where(ownedBy(holder))
    .select(['t.id', 't.name', sql<number>`coalesce(c.plants, 0)`.as('plants')])
    .orderBy(sql`lower(t.name)`)
    .execute()
  return rows.map(({ id, name, plants }) => ({ id, name, plantCount: plants }))
}

/** The names on each of these plants, as the holder tagged them: one statement for all. */
export async function tagsOf(
  db: Db,
  holder: Holder,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (plantIds.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('tagged_plants as tp')
    .innerJoin('plant_tags as t', 't.id', 'tp.tag_id')
    .where(ownedBy(holder))
    .where('tp.plant_id', 'in', plantIds)
    .select(['tp.plant_id', sql<number[]>`array_agg(t.id::float8 order by lower(t.name))`.as('tags')])
    .groupBy('tp.plant_id')
    .execute()
  return new Map(rows.map(({ plant_id, tags }) => [plant_id, tags]))
}

/** @throws Refusal PARAM_ERROR for an empty or a used name, TOO_MANY (`most`) */
export async function addTag(db: Db, holder: Holder, options: string): Promise<number> {
  const name = nameOf(options)
  return db.transaction(async (transaction) => {
    await lockOwner(transaction, holder)
    const owner = ownerOf(holder)
    const { n } = await transaction
      .selectFrom('plant_tags as t')
      .where(ownedBy(holder))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (n >= MOST_TAGS) throw new Refusal('TOO_MANY', { most: MOST_TAGS })
    await refuseUsedName(transaction, holder, name)
    const row = await transaction
      .insertInto('plant_tags')
      .values({ ...owner, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

/** @returns the plants that carry it @throws Refusal NOT_FOUND, PARAM_ERROR for an empty or a used name */
export async function renameTag(db: Db, holder: Holder, tagId: number, options: string): Promise<readonly number[]> {
  const name = nameOf(options)
  return db.transaction(async (transaction) => {
    await lockOwner(transaction, holder)
    await refuseUsedName(transaction, holder, name, tagId)
    await transaction
      .updateTable('plant_tags as t')
      .set({ name })
      .where('t.id', '=', tagId)
      .where(ownedBy(holder))
      .returning('t.id')
      .executeTakeFirstOrThrow(notFound)
    return listTagged(transaction, tagId)
  })
}

/** Removes a tag from all plants. @returns those plants @throws Refusal NOT_FOUND */
export async function removeTag(db: Db, holder: Holder, tagId: number): Promise<readonly number[]> {
  return db.transaction(async (transaction) => {
    const plantIds = await listTagged(transaction, tagId)
    await transaction
      .deleteFrom('plant_tags as t')
      .where('t.id', '=', tagId)
      .where(ownedBy(holder))
      .returning('t.id')
      .executeTakeFirstOrThrow(notFound)
    return plantIds
  })
}

async function listTagged(transaction: Kysely<Tables>, tagId: number): Promise<readonly number[]> {
  const tagged = transaction.selectFrom('tagged_plants').select('plant_id').where('tag_id', '=', tagId)
  return (await tagged.execute()).map(({ plant_id }) => plant_id)
}

export type TagChange = Readonly<{ plantIds: readonly number[]; add: readonly number[]; remove: readonly number[] }>

/**
 * Puts tags on plants and takes others off, all or nothing.
 * @throws Refusal NOT_FOUND for a plant or a tag that is not the holder's, TOO_MANY for a plant with too many tags
 */
export async function tagPlants(
  db: Db,
  holder: PlantFilter['holder'],
  { plantIds, add, remove }: TagChange,
  nowMs: number,
): Promise<void> {
  const plants = [...new Set(plantIds)]
  const tags = [...new Set([...add, ...remove])]
  const held = await selectHoldings(db, holder, nowMs).where('p.id', 'in', plants).select('p.id').execute()
  if (held.length < plants.length) throw new Refusal('NOT_FOUND')
  await db.transaction(async (transaction) => {
    await lockOwner(transaction, holder)
    const own = await transaction
      .selectFrom('plant_tags as t')
      .where(ownedBy(holder))
      .where('t.id', 'in', tags)
      .select('t.id')
      .execute()
    if (own.length < tags.length) throw new Refusal('NOT_FOUND')
    if (remove.length > 0)
      await transaction
        .deleteFrom('tagged_plants')
        .where('plant_id', 'in', plants)
        .where('tag_id', 'in', remove)
        .execute()
    if (add.length === 0) return
    await transaction
      .insertInto('tagged_plants')
      .values(plants.flatMap((plant_id) => add.map((tag_id) => ({ plant_id, tag_id }))))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const crowded = await transaction
      .selectFrom('tagged_plants as tp')
      .innerJoin('plant_tags as t', 't.id', 'tp.tag_id')
      .where(ownedBy(holder))
      .where('tp.plant_id', 'in', plants)
      .select('tp.plant_id')
      .groupBy('tp.plant_id')
      .having((eb) => eb.fn.countAll(), '>', MOST_ON_PLANT)
      .executeTakeFirst()
    if (crowded !== undefined) throw new Refusal('TOO_MANY', { most: MOST_ON_PLANT })
  })
}

const ownerOf = ({ userId, organizationId }: Holder) =>
  organizationId === null
    ? { user_id: userId, organization_id: null }
    : { user_id: null, organization_id: organizationId }

function nameOf(options: string): string {
  const name = cleanLine(options)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  return name
}

/** Two at once would both be the last one, or both have the name. */
async function lockOwner(transaction: Kysely<Tables>, { userId, organizationId }: Holder): Promise<void> {
  await sql`select from ${sql.table(organizationId === null ? 'users' : 'organizations')}
    where id = ${organizationId ?? userId} for no key update`.execute(transaction)
}

async function refuseUsedName(transaction: Kysely<Tables>, holder: Holder, name: string, besides = 0): Promise<void> {
  const used = await transaction
    .selectFrom('plant_tags as t')
    .where(ownedBy(holder))
    .where(sql<boolean>`lower(t.name) = lower(${name})`)
    .where('t.id', '<>', besides)
    .select('t.id')
    .executeTakeFirst()
  if (used !== undefined) throw new Refusal('PARAM_ERROR', { field: 'name' })
}
