import type { PlantRight } from '@heliograph/domain/permissions.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** The plants that are meant: a person's own and shared ones, or those of an organization. */
export type HolderKey = `user:${number}` | `organization:${number}`

export const keyOf = ({ userId, organizationId }: Holder): HolderKey =>
  organizationId === null ? `user:${userId}` : `organization:${organizationId}`

/** @returns the holder; the person is 0 where an organization's plants are meant */
export function holderOf(key: HolderKey): Holder {
  const id = Number(key.slice(key.indexOf(':') + 1))
  return key.startsWith('user:') ? { userId: id, organizationId: null } : { userId: 0, organizationId: id }
}

/** By holder, of those asked for: the plants on which they have the right now. */
export async function findWatched(
  db: Db,
  plantIds: readonly number[],
  keys: readonly HolderKey[],
  nowMs: number,
  right: PlantRight,
): Promise<ReadonlyMap<HolderKey, readonly number[]>> {
  if (plantIds.length === 0 || keys.length === 0) return new Map()
  const holders = keys.map(holderOf)
  const { rows } = await db.pool.query<{ user_id: number | null; organization_id: number | null; plants: number[] }>(
    `select user_id, organization_id, array_agg(plant_id::float8) as plants from plant_holders
     where plant_id = any($1::bigint[]) and (user_id = any($2::bigint[]) or organization_id = any($3::bigint[]))
       and (expires_at is null or expires_at > $4) and $5 = any(rights)
     group by user_id, organization_id`,
    [
      plantIds,
      holders.flatMap(({ userId, organizationId }) => (organizationId === null ? [userId] : [])),
      holders.flatMap(({ organizationId }) => organizationId ?? []),
      new Date(nowMs),
      right,
    ],
  )
  return new Map(
    rows.map((row) => [keyOf({ userId: row.user_id ?? 0, organizationId: row.organization_id }), row.plants]),
  )
}
