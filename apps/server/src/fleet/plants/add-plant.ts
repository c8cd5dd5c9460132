import { Refusal } from '@heliograph/domain/errors.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import { type Kysely, sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { cleanRecord, toColumns } from './plant-facts.ts'

/** How many plants a person, or an organization, may own: an account is free, a plant is not. */
export type PlantLimits = Readonly<{ perPerson: number; perOrganization: number }>
export const defaultPlantLimits: PlantLimits = { perPerson: 200, perOrganization: 5_000 }

/**
 * Creates a plant that the person, or the organization for which they act, owns.
 * @returns its id @throws Refusal PARAM_ERROR, TOO_MANY
 */
export async function addPlant(
  db: Db,
  holder: Holder,
  plant: PlantRecord,
  limits: PlantLimits = defaultPlantLimits,
): Promise<number> {
  const columns = toColumns(cleanRecord(plant))
  return db.transaction(async (transaction) => {
    await refuseTooMany(transaction, holder, limits)
    const { id } = await transaction
      .insertInto('plants')
      .values({ ...columns, created_by: holder.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const owner = { plant_id: id, role: 'owner', rights: [...rightsOfRole.owner] }
    if (holder.organizationId === null)
      await transaction
        .insertInto('plant_members')
        .values({ ...owner, user_id: holder.userId })
        .execute()
    else
      await transaction
        .insertInto('plant_organizations')
        .values({ ...owner, organization_id: holder.organizationId, relation: 'owner' })
        .execute()
    return id
  })
}

/** Locks the owner: two at once would both be the last one. */
async function refuseTooMany(transaction: Kysely<Tables>, holder: Holder, limits: PlantLimits): Promise<void> {
  const { userId, organizationId } = holder
  const isPerson = organizationId === null
  const most = isPerson ? limits.perPerson : limits.perOrganization
  await sql`select from ${sql.table(isPerson ? 'users' : 'organizations')} where id = ${organizationId ?? userId}
    for no key update`.execute(transaction)
  const { n } = await transaction
    .selectFrom('plant_holders')
    .where(isPerson ? 'user_id' : 'organization_id', '=', organizationId ?? userId)
    .where('role', '=', 'owner')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= most) throw new Refusal('TOO_MANY', { most })
  // Deleted plants may come back, but the bin is no way to keep any number of them.
  const bin = await transaction
    .selectFrom('binned_plants')
    .where(isPerson ? 'user_id' : 'organization_id', '=', organizationId ?? userId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n + bin.n >= 2 * most) throw new Refusal('TOO_MANY', { most: 2 * most })
}
