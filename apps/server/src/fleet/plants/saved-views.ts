import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import { type Holder, lockUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'

/** A saved choice of a person in the list of plants, under a name. The contract checks the definition. */
export type SavedView<D> = Readonly<{ id: number; name: string; definition: D }>

export const MOST_VIEWS = 50

const isOwn = ({ userId, organizationId }: Holder) =>
  sql<boolean>`user_id = ${userId} and organization_id is not distinct from ${organizationId}`

export async function listViews<D>({ kysely }: Db, holder: Holder): Promise<readonly SavedView<D>[]> {
  const rows = await kysely
    .selectFrom('plant_views')
    .select(['id', 'name', 'definition'])
    .where(isOwn(holder))
    .orderBy(sql`lower(name)`)
    .limit(MOST_VIEWS)
    .execute()
  return rows.map(({ id, name, definition }) => ({ id, name, definition: definition as D }))
}

/** Saves a view, over one of the same name. @throws Refusal PARAM_ERROR, TOO_MANY (`most`) */
export async function saveView<D>(
  db: Db,
  holder: Holder,
  options: Readonly<{ name: string; definition: D }>,
): Promise<SavedView<D>> {
  const name = cleanLine(options.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  return db.transaction(async (transaction) => {
    await lockUser(transaction, holder.userId)
    const views = await transaction.selectFrom('plant_views').select(['id', 'name']).where(isOwn(holder)).execute()
    const same = views.find((view) => view.name.toLowerCase() === name.toLowerCase())
    if (same === undefined && views.length >= MOST_VIEWS) throw new Refusal('TOO_MANY', { most: MOST_VIEWS })
    const values = { name, definition: JSON.stringify(options.definition) }
    const { id } =
      same === undefined
        ? await transaction
            .insertInto('plant_views')
            .values({ ...values, user_id: holder.userId, organization_id: holder.organizationId })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await transaction
            .updateTable('plant_views')
            .set(values)
            .where('id', '=', same.id)
            .returning('id')
            .executeTakeFirstOrThrow()
    return { id, name, definition: options.definition }
  })
}

/** @throws Refusal NOT_FOUND */
export async function removeView({ kysely }: Db, holder: Holder, viewId: number): Promise<void> {
  await kysely
    .deleteFrom('plant_views')
    .where(isOwn(holder))
    .where('id', '=', viewId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}
