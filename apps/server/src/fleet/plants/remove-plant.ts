import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { queryOfKysely, releaseLoggers } from '../loggers/loggers.ts'
import { removeTelemetryWithin } from '../telemetry/telemetry.ts'

/**
 * Removes a plant with its devices, its history and every share of it; its loggers become unclaimed. Checks no right.
 * Locks in ingest's order.
 * @param transaction all of it must happen together; may run again after a lost race
 */
export async function removePlant(transaction: Kysely<Tables>, plantId: number): Promise<void> {
  await removeTelemetryWithin(transaction, plantId)
  await releaseLoggers(queryOfKysely(transaction), plantId)
  // From here on no append for the plant commits: this removes what one stored of a brand-new device.
  await removeTelemetryWithin(transaction, plantId)
  await transaction.deleteFrom('undecoded_payloads').where('plant_id', '=', plantId).execute()
  await transaction.deleteFrom('plants').where('id', '=', plantId).execute()
  // Without a foreign key, because a cluster keeps them elsewhere. Last: who enters one holds the plant.
  await transaction.deleteFrom('plant_day_offsets').where('plant_id', '=', plantId).execute()
}
