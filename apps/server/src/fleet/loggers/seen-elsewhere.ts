import type { Query } from './query.ts'
import { type SourceAddress, type SourceId, toColumns, toSourceId } from './source.ts'

/** The viewer: a person, or the organization that they act for, and the plants to which their token is limited. */
export type Viewer = Readonly<{
  userId: number | null
  organizationId: number | null
  plantIds: readonly number[] | null
}>

/**
 * Those of the loggers that belong to another plant whose devices the caller may see, with that plant. Of all others
 * nothing is said.
 */
export async function readSeenElsewhere(
  query: Query,
  { plantId, nowMs, viewer }: Readonly<{ plantId: number; nowMs: number; viewer: Viewer }>,
  sources: readonly SourceId[],
): Promise<ReadonlyMap<SourceId, Readonly<{ id: number; name: string }>>> {
  const rows = await query<SourceAddress & { id: number; name: string }>(
    `select distinct l.wire, l.address, p.id, p.name from loggers l
       join plants p on p.id = l.plant_id join plant_holders h on h.plant_id = p.id
     where (l.wire, l.address) in (select * from unnest($1::text[], $2::text[])) and p.id <> $3 and 'viewPlantDevice' = any(h.rights)
       and (case when $5::bigint is null then h.user_id = $4 else h.organization_id = $5 end)
       and (h.expires_at is null or h.expires_at > $6) and ($7::bigint[] is null or h.plant_id = any($7))`,
    [
      ...toColumns(sources),
      plantId,
      viewer.userId,
      viewer.organizationId,
      new Date(nowMs).toISOString(),
      viewer.plantIds,
    ],
  )
  return new Map(rows.map(({ id, name, ...source }) => [toSourceId(source), { id, name }]))
}
