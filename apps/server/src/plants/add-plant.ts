import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import { cleanRecord, toColumns } from './plant-facts.ts'

/** Creates a plant that the person, or the organisation for which they act, owns. @returns its id @throws Refusal PARAM_ERROR */
export async function addPlant(db: Db, holder: Holder, plant: PlantRecord): Promise<number> {
  const columns = toColumns(cleanRecord(plant))
  return db.transaction(async (transaction) => {
    const { id } = await transaction
      .insertInto('plants')
      .values({ ...columns, created_by: holder.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const owner = { plant_id: id, role: 'owner', rights: [...rightsOfRole.owner] }
    if (holder.organisationId === null)
      await transaction
        .insertInto('plant_members')
        .values({ ...owner, user_id: holder.userId })
        .execute()
    else
      await transaction
        .insertInto('plant_organisations')
        .values({ ...owner, organisation_id: holder.organisationId, relation: 'owner' })
        .execute()
    return id
  })
}
