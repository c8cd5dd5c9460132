import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { releaseLoggers } from '../loggers/loggers.ts'
import { removeTelemetryWithin } from '../telemetry/telemetry.ts'

/**
 * Removes a plant with its devices, its history and every share of it; its loggers are unclaimed from then on. Asks for no
 * right. Locks in the order in which ingest does.
 * @param transaction all of it must happen together; may have to run again after a lost race
 */
export async function removePlant(transaction: Kysely<Tables>, plantId: number): Promise<void> {
  await removeTelemetryWithin(transaction, plantId)
  await releaseLoggers(transaction, plantId)
  // From here on no append for the plant commits: this takes what one stored of a device that was new just now.
  await removeTelemetryWithin(transaction, plantId)
  await transaction.deleteFrom('undecoded_payloads').where('plant_id', '=', plantId).execute()
  await transaction.deleteFrom('plants').where('id', '=', plantId).execute()
}
