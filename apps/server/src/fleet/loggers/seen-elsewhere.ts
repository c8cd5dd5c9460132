import { labelWire } from './logger-serial.ts'
import type { Query } from './query.ts'

/** Who asks: a person, or the organization that they act for. */
export type Viewer = Readonly<{ userId: number | null; organizationId: number | null }>

/**
 * Those of the loggers that belong to another plant whose devices the caller may see, with that plant. Of all others
 * nothing is said.
 */
export async function readSeenElsewhere(
  query: Query,
  { plantId, nowMs, viewer }: Readonly<{ plantId: number; nowMs: number; viewer: Viewer }>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Readonly<{ id: number; name: string }>>> {
  const rows = await query<{ address: string; id: number; name: string }>(
    `select distinct l.address, p.id, p.name from loggers l
       join plants p on p.id = l.plant_id join plant_holders h on h.plant_id = p.id
     where l.wire = $1 and l.address = any($2::text[]) and p.id <> $3 and 'viewPlantDevice' = any(h.rights)
       and (case when $5::bigint is null then h.user_id = $4 else h.organization_id = $5 end)
       and (h.expires_at is null or h.expires_at > $6)`,
    [labelWire, addresses, plantId, viewer.userId, viewer.organizationId, new Date(nowMs).toISOString()],
  )
  return new Map(rows.map(({ address, id, name }) => [address, { id, name }]))
}
