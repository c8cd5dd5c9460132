import { randomBytes } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import { type SourceId, toSourceId } from '../../../fleet/loggers/source.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { WIRE_ID } from './record.ts'
import type { SourceState } from './wire.ts'

/** Limit per plant: a sender that invents a name for every call must not fill the list. */
const MOST_SOURCES = 20

const ORDINARY_INTERVAL_S = 300

type Given = Readonly<{ plantId: number; source: string; userId: number | null; nowMs: number }>

/** The logger that represents a sender at a plant, added with its first call. @throws Refusal ABNORMAL */
export async function findSourceLogger(db: Db, options: Given): Promise<SourceId> {
  const known = await find(db.kysely, options)
  if (known !== undefined) return known
  return await db.transaction(async (transaction) => {
    // Of two concurrent first calls one adds it, and none adds it to a plant that is moving away.
    await sql`select from plants where id = ${options.plantId} for no key update`.execute(transaction)
    const added = await find(transaction, options)
    if (added !== undefined) return added
    await refuseToAdd(transaction, options.plantId)
    // The plant's id means another plant in another data center, so the address leaves it out.
    const address = randomBytes(9).toString('base64url')
    const state: SourceState = { source: options.source }
    await transaction
      .insertInto('loggers')
      .values({
        wire: WIRE_ID,
        address,
        name: options.source,
        plant_id: options.plantId,
        registered_at: new Date(options.nowMs),
        registered_by: options.userId,
        // Applies until its own interval is learned.
        heartbeat_s: ORDINARY_INTERVAL_S,
        wire_state: JSON.stringify(state),
      })
      .execute()
    return toSourceId({ wire: WIRE_ID, address })
  })
}

async function find(kysely: Kysely<Tables>, { plantId, source }: Given): Promise<SourceId | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from loggers where plant_id = ${plantId} and wire = ${WIRE_ID} and wire_state ->> 'source' = ${source}
    order by id limit 1`.execute(kysely)
  const [row] = rows
  return row && toSourceId({ wire: WIRE_ID, address: row.address })
}

async function refuseToAdd(transaction: Kysely<Tables>, plantId: number): Promise<void> {
  const { rows } = await sql<{ sources: number; is_leaving: boolean }>`
    select (select count(*) from loggers where plant_id = ${plantId} and wire = ${WIRE_ID})::int as sources,
      exists (select from account_moves where direction = 'out' and finished_at is null
        and detail -> 'plantIds' @> to_jsonb(${plantId}::bigint)) as is_leaving`.execute(transaction)
  if (rows[0]?.is_leaving) throw new Refusal('UNAVAILABLE')
  if ((rows[0]?.sources ?? 0) >= MOST_SOURCES) throw new Refusal('ABNORMAL', { field: 'source', most: MOST_SOURCES })
}
