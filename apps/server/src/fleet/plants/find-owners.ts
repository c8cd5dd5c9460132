import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** The person who owns a plant, or the administrators of the organization that does. */
export async function findOwners(kysely: Kysely<Tables>, plantId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(h.user_id, o.user_id) as id from plant_holders h
      left join organization_members o on o.organization_id = h.organization_id and o.role = 'admin'
    where h.plant_id = ${plantId} and h.role = 'owner' and coalesce(h.user_id, o.user_id) is not null`.execute(kysely)
  return rows.map(({ id }) => id)
}
