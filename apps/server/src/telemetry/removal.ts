import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

const ofDevices = [
  'samples',
  'sealed_days',
  'device_rollups',
  'quarantine',
  'refused_powers',
  'meter_days',
  'step_decisions',
  'device_latest',
  'taken_samples',
] as const

/**
 * Deletes everything stored of a plant, or of some of its devices; their contributions to the plant's days stay,
 * because the plant did produce them.
 */
export async function removeTelemetry(db: Db, plantId: number, deviceIds?: readonly number[]): Promise<void> {
  await db.transaction((transaction) => removeTelemetryWithin(transaction, plantId, deviceIds))
}

/** The same within the caller's transaction, which may run again after a lost race. */
export async function removeTelemetryWithin(
  transaction: Kysely<Tables>,
  plantId: number,
  deviceIds?: readonly number[],
): Promise<void> {
  const condition =
    deviceIds === undefined
      ? sql`plant_id = ${plantId}`
      : sql`plant_id = ${plantId} and device_id = any(${[...deviceIds]}::bigint[])`
  // A running append ends first, and none starts until everything is deleted.
  await sql`select from device_latest where ${condition} order by plant_id, device_id for update`.execute(transaction)
  for (const table of ofDevices) await sql`delete from ${sql.table(table)} where ${condition}`.execute(transaction)
  if (deviceIds === undefined) await sql`delete from plant_days where plant_id = ${plantId}`.execute(transaction)
}
