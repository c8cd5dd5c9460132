import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * The owner of an export: a person, as themselves or for an organization, at one plant or (null) about all that they
 * may see.
 */
export type Orderer = Readonly<{ plantId: number | null; userId: number; organizationId: number | null }>

/**
 * Whether a person still has a right on a plant, as the identity under which they ordered an export: a job runs later
 * than the call that was checked, and a schedule for years.
 */
export async function mayExport(
  { kysely }: Db,
  { plantId, userId, organizationId }: Orderer,
  right: PlantRight,
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs)
  if (plantId === null) {
    // Which plants they may see is asked when they are read.
    const { rows } = await sql<{ may: boolean }>`
      select exists (select from users u where u.id = ${userId} and u.moved_to is null) and (${organizationId}::bigint is null
        or exists (select from organization_members o where o.organization_id = ${organizationId} and o.user_id = ${userId}))
        as may`.execute(kysely)
    return rows[0]?.may === true
  }
  const { rows } = await sql<{ may: boolean }>`
    select case when ${organizationId}::bigint is null
      then exists (select from plant_members m where m.plant_id = ${plantId} and m.user_id = ${userId}
          and ${right} = any(m.rights) and (m.expires_at is null or m.expires_at > ${now}))
        or exists (select from plants p, users u where p.id = ${plantId} and p.auth_open and u.id = ${userId} and u.is_admin)
      else exists (select from plant_organizations g join organization_members o using (organization_id)
          where g.organization_id = ${organizationId} and g.plant_id = ${plantId} and o.user_id = ${userId}
          and ${right} = any(g.rights) and (g.expires_at is null or g.expires_at > ${now}))
      end and exists (select from users u where u.id = ${userId} and u.moved_to is null) as may`.execute(kysely)
  return rows[0]?.may === true
}
