import type { Db } from '../db/database.ts'
import { inTransaction } from './statement.ts'

const ofDevices = ['samples', 'sealed_days', 'device_rollups', 'quarantine', 'device_latest']

/**
 * Removes everything that is kept of a plant, or of some of its devices; what those added to the plant's days stays,
 * because the plant did produce it.
 */
export async function removeTelemetry(db: Db, plantId: number, deviceIds?: readonly number[]): Promise<void> {
  await inTransaction(db, async (client) => {
    const [condition, values] =
      deviceIds === undefined
        ? ['plant_id = $1', [plantId]]
        : ['plant_id = $1 and device_id = any($2::bigint[])', [plantId, deviceIds]]
    // An append under way ends first, and none begins until everything is gone.
    await client.query(`select from device_latest where ${condition} order by plant_id, device_id for update`, values)
    for (const table of ofDevices) await client.query(`delete from ${table} where ${condition}`, values)
    if (deviceIds === undefined) await client.query('delete from plant_days where plant_id = $1', [plantId])
  })
}
