import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

const MOST_LISTED = 100

/** Plants that are held without the right to view them: their names are all that the holder sees of them. */
export async function listNamesOnly(
  { pool }: Db,
  { userId, organizationId }: Holder,
  nowMs: number,
): Promise<readonly Readonly<{ plantId: number; name: string }>[]> {
  const [held, id] =
    organizationId === null
      ? ['plant_members m where m.user_id = $1', userId]
      : ['plant_organizations m where m.organization_id = $1', organizationId]
  const { rows } = await pool.query<{ id: number; name: string }>(
    `select p.id, p.name from (select m.plant_id from ${held} and not 'viewPlantInfo' = any(m.rights)
       and (m.expires_at is null or m.expires_at > $2)) h join plants p on p.id = h.plant_id
     order by p.name, p.id limit ${MOST_LISTED}`,
    [id, new Date(nowMs)],
  )
  return rows.map(({ id: plantId, name }) => ({ plantId, name }))
}
