import { randomBytes } from 'node:crypto'
import { CONTACT_MS } from '@heliograph/collect/target-reader.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { POLLED_WIRE } from '../ingest/ingest.ts'

/** Names the loggers of this room among those of the wire. */
const STATE = { broker: true }
const NAME = 'MQTT'

export type BrokerLogger = Readonly<{ id: number; address: string; intervalMs: number }>

/**
 * The logger that stands for the plant's devices at this broker, added with the first message.
 * @returns undefined for a plant that is moving away
 */
export async function findBrokerLogger(
  db: Db,
  options: Readonly<{ plantId: number; userId: number; storeSeconds: number; nowMs: number }>,
): Promise<BrokerLogger | undefined> {
  const { plantId, userId, storeSeconds, nowMs } = options
  return await db.transaction(async (transaction) => {
    // Of two clients that begin at once one adds it.
    await sql`select from plants where id = ${plantId} for no key update`.execute(transaction)
    const { rows } = await sql<{ id: number; address: string; interval_s: number }>`
      select id, address, interval_s from loggers
      where plant_id = ${plantId} and wire = ${POLLED_WIRE} and wire_state @> ${JSON.stringify(STATE)}::jsonb
      order by id limit 1`.execute(transaction)
    const [known] = rows
    if (known !== undefined) return { id: known.id, address: known.address, intervalMs: known.interval_s * 1000 }
    const { rows: leaving } = await sql`
      select from account_moves where direction = 'out' and finished_at is null
        and detail -> 'plantIds' @> to_jsonb(${plantId}::bigint)`.execute(transaction)
    if (leaving.length > 0) return undefined
    const address = randomBytes(9).toString('base64url')
    const { id } = await transaction
      .insertInto('loggers')
      .values({
        wire: POLLED_WIRE,
        address,
        name: NAME,
        plant_id: plantId,
        registered_at: new Date(nowMs),
        registered_by: userId,
        heartbeat_s: CONTACT_MS / 1000,
        interval_s: storeSeconds,
        wire_state: JSON.stringify(STATE),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, address, intervalMs: storeSeconds * 1000 }
  })
}

/** Whether that logger is still the plant's. */
export async function isBrokerLogger(db: Db, plantId: number, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from loggers where wire = ${POLLED_WIRE} and address = ${address} and plant_id = ${plantId}`.execute(
    db.kysely,
  )
  return rows.length > 0
}
