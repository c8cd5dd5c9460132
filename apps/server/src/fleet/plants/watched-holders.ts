import type { PlantRight } from '@heliograph/domain/permissions.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** The plants that are meant: a person's own and shared ones, or those of an organization. */
export type HolderKey = `user:${number}` | `organisation:${number}`

export const keyOf = ({ userId, organisationId }: Holder): HolderKey =>
  organisationId === null ? `user:${userId}` : `organisation:${organisationId}`

/** @returns the holder; the person is 0 where an organization's plants are meant */
export function holderOf(key: HolderKey): Holder {
  const id = Number(key.slice(key.indexOf(':') + 1))
  return key.startsWith('user:') ? { userId: id, organisationId: null } : { userId: 0, organisationId: id }
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
  const { rows } = await db.pool.query<{ user_id: number | null; organisation_id: number | null; plants: number[] }>(
    `select user_id, organisation_id, array_agg(plant_id::float8) as plants from plant_holders
     where plant_id = any($1::bigint[]) and (user_id = any($2::bigint[]) or organisation_id = any($3::bigint[]))
       and (expires_at is null or expires_at > $4) and $5 = any(rights)
     group by user_id, organisation_id`,
    [
      plantIds,
      holders.flatMap(({ userId, organisationId }) => (organisationId === null ? [userId] : [])),
      holders.flatMap(({ organisationId }) => organisationId ?? []),
      new Date(nowMs),
      right,
    ],
  )
  return new Map(
    rows.map((row) => [keyOf({ userId: row.user_id ?? 0, organisationId: row.organisation_id }), row.plants]),
  )
}
