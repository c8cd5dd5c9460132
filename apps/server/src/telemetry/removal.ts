import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

const ofDevices = [
  'samples',
  'sealed_days',
  'device_rollups',
  'quarantine',
  'meter_days',
  'step_decisions',
  'device_latest',
] as const

/**
 * Removes everything that is kept of a plant, or of some of its devices; what those added to the plant's days stays,
 * because the plant did produce it.
 */
export async function removeTelemetry(db: Db, plantId: number, deviceIds?: readonly number[]): Promise<void> {
  await db.transaction((transaction) => removeTelemetryWithin(transaction, plantId, deviceIds))
}

/** The same within a transaction of the caller's, which may have to run again after a lost race. */
export async function removeTelemetryWithin(
  transaction: Kysely<Tables>,
  plantId: number,
  deviceIds?: readonly number[],
): Promise<void> {
  const condition =
    deviceIds === undefined
      ? sql`plant_id = ${plantId}`
      : sql`plant_id = ${plantId} and device_id = any(${[...deviceIds]}::bigint[])`
  // An append under way ends first, and none begins until everything is gone.
  await sql`select from device_latest where ${condition} order by plant_id, device_id for update`.execute(transaction)
  for (const table of ofDevices) await sql`delete from ${sql.table(table)} where ${condition}`.execute(transaction)
  if (deviceIds === undefined) await sql`delete from plant_days where plant_id = ${plantId}`.execute(transaction)
}
