import { type Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tables } from '../../platform/db/tables.ts'
import { toArray } from './statement.ts'

// Not locks of rows: a cluster of databases refuses those of several plants. In the order of the IDs, the same for all.
// The hash keeps clear of other advisory locks. The statement names no table, or the cluster would lock on the table's
// machine.
const LOCK = 'select count(pg_advisory_xact_lock(hashint8extended(device_id, 41)))'

const text = `${LOCK} from unnest($1::bigint[]) as d (device_id)`

/**
 * Locks devices for the transaction: appends to them wait, and so does everything else that moves their samples. A
 * statement sent afterwards sees what the holder before has committed.
 */
export async function lockDevices(client: ClientBase, deviceIds: readonly number[]): Promise<void> {
  const ordered = [...new Set(deviceIds)].sort((a, b) => a - b)
  await client.query({ name: 'telemetry-lock', text, values: [toArray(ordered)] })
}

/** The same for all devices of a plant that have telemetry. */
export async function lockDevicesOf(within: Kysely<Tables>, plantId: number): Promise<void> {
  const { rows } = await sql<{ device_id: number }>`
    select device_id from device_latest where plant_id = ${plantId}`.execute(within)
  await lockDevicesWithin(
    within,
    rows.map((row) => row.device_id),
  )
}

export async function lockDevicesWithin(within: Kysely<Tables>, deviceIds: readonly number[]): Promise<void> {
  await sql`${sql.raw(LOCK)} from (
    select unnest(${[...deviceIds]}::bigint[]) as device_id order by 1) d`.execute(within)
}
