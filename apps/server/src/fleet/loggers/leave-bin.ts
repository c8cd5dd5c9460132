import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { queryOfKysely } from './query.ts'
import { releaseLoggers } from './release-loggers.ts'
import { type SourceId, toColumns } from './source.ts'

/**
 * Frees loggers that record into a deleted plant, when the person who deleted it, or its owner, registers them to
 * another plant: a person who starts again must not wait for the bin to be emptied.
 */
export async function leaveBin(
  db: Db,
  { plantId, userId }: Readonly<{ plantId: number; userId: number | null }>,
  sources: readonly SourceId[],
): Promise<void> {
  if (sources.length === 0) return
  const [wires, addresses] = toColumns(sources)
  const find = sql<{ id: number; plant_id: number }>`
    select l.id, l.plant_id from loggers l join binned_plants b on b.plant_id = l.plant_id
    where (l.wire, l.address) in (select * from unnest(${wires}::text[], ${addresses}::text[])) and (b.binned_by = ${userId}
      or exists (select from plant_holders h where h.plant_id = ${plantId} and h.role = 'owner'
        and (h.user_id = b.user_id or h.organization_id = b.organization_id)))
    order by l.plant_id, l.id`
  if ((await find.execute(db.kysely)).rows.length === 0) return
  await db.transaction(async (transaction) => {
    for (const { id, plant_id } of (await find.execute(transaction)).rows)
      await releaseLoggers(queryOfKysely(transaction), plant_id, id)
  })
}
