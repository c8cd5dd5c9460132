import { buildMap, type MapRecipe } from '@heliograph/devices/reads/register-map/own-map.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import { type Holder, lockUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'

const MOST_MAPS = 100

/** A map that a person or an organization made. */
export type OwnMap = Readonly<{ id: number; name: string; recipe: MapRecipe }>

/** Maps of an organization are those of all its members. */
const isOwn = ({ userId, organizationId }: Holder) =>
  organizationId === null ? sql<boolean>`user_id = ${userId}` : sql<boolean>`organization_id = ${organizationId}`

export const listOwnMaps = (db: Db, holder: Holder): Promise<readonly OwnMap[]> =>
  db.kysely
    .selectFrom('own_maps')
    .select(['id', 'name', 'recipe'])
    .where(isOwn(holder))
    .orderBy('id')
    .limit(MOST_MAPS)
    .execute()

/** @throws Refusal NOT_FOUND for a map of anyone else */
export const findOwnMap = (db: Db, holder: Holder, mapId: number): Promise<OwnMap> =>
  db.kysely
    .selectFrom('own_maps')
    .select(['id', 'name', 'recipe'])
    .where('id', '=', mapId)
    .where(isOwn(holder))
    .executeTakeFirstOrThrow(notFound)

/** @throws Refusal PARAM_ERROR for a recipe that does not fit, TOO_MANY (`most`) */
export async function addOwnMap(
  db: Db,
  holder: Holder,
  { name: given, recipe, nowMs }: Readonly<{ name: string; recipe: MapRecipe; nowMs: number }>,
): Promise<number> {
  const name = cleanLine(given)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  checkRecipe(recipe)
  return db.transaction(async (transaction) => {
    await lockUser(transaction, holder.userId)
    const { count } = await transaction
      .selectFrom('own_maps')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(isOwn(holder))
      .executeTakeFirstOrThrow()
    if (count >= MOST_MAPS) throw new Refusal('TOO_MANY', { most: MOST_MAPS })
    const { organizationId, userId } = holder
    const { id } = await transaction
      .insertInto('own_maps')
      .values({
        user_id: organizationId === null ? userId : null,
        organization_id: organizationId,
        name,
        recipe: JSON.stringify(recipe),
        created_at: new Date(nowMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Devices that are read by it go on. @throws Refusal NOT_FOUND for a map of anyone else */
export async function removeOwnMap(db: Db, holder: Holder, mapId: number): Promise<void> {
  await db.kysely
    .deleteFrom('own_maps')
    .where('id', '=', mapId)
    .where(isOwn(holder))
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

function checkRecipe(recipe: MapRecipe): void {
  try {
    buildMap('own', recipe)
  } catch (error) {
    throw new Refusal('PARAM_ERROR', { field: `recipe.${error instanceof Error ? error.message : ''}` })
  }
}
