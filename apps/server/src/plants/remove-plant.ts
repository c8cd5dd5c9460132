import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { labelWire } from '../loggers/loggers.ts'
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

/** What a logger told of the site goes with the plant; what it needs to be understood stays. */
async function releaseLoggers(transaction: Kysely<Tables>, plantId: number): Promise<void> {
  const rows = await transaction
    .selectFrom('loggers')
    .select('id')
    .where('plant_id', '=', plantId)
    .orderBy('wire')
    .orderBy('address')
    .forUpdate()
    .execute()
  if (rows.length === 0) return
  const ofPlant = transaction.deleteFrom('loggers').where('plant_id', '=', plantId)
  await ofPlant
    // One that nobody registers by a label cannot be claimed again.
    .where((one) => one.or([one('last_seen_at', 'is', null), one('wire', '<>', labelWire)]))
    .execute()
  await transaction
    .updateTable('loggers')
    .set({
      plant_id: null,
      registered_at: null,
      registered_by: null,
      remote_address: '',
      mac: '',
      local_address: '',
      ssid: '',
    })
    .where('plant_id', '=', plantId)
    .execute()
}
