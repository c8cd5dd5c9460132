import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

export type Person = Readonly<{ userId: number; name: string }>
const MOST_PEOPLE = 200

/** People who may see the alarms of each of these plants, by themselves or in an organization that holds it. */
export async function listPeopleOf(
  kysely: Kysely<Tables>,
  plantIds: readonly number[],
  nowMs: number,
  only?: number,
): Promise<readonly Person[]> {
  if (plantIds.length === 0) return []
  const { rows } = await sql<Person>`
    with seeing as (
      select h.plant_id, coalesce(h.user_id, m.user_id) as user_id from plant_holders h
        left join organization_members m on m.organization_id = h.organization_id
      where h.plant_id = any(${[...plantIds]}::bigint[]) and 'viewPlantAlert' = any(h.rights)
        and (h.expires_at is null or h.expires_at > ${new Date(nowMs)}))
    select u.id as "userId", coalesce(nullif(u.nickname, ''), u.account) as name from seeing s join users u on u.id = s.user_id
    where ${only === undefined ? sql`true` : sql`u.id = ${only}`}
    group by u.id having count(distinct s.plant_id) = ${new Set(plantIds).size}
    order by name, u.id limit ${MOST_PEOPLE}`.execute(kysely)
  return rows
}
