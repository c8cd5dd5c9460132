import { assignPlantFlows } from '../../fleet/devices/devices.ts'
import { type RecountOptions, recount } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { readDeviceMetas } from './known-devices.ts'
import { applyTakeBacks } from './take-backs.ts'

/** Recounts a plant's history from its samples, by the current rules, zone and place; without what was taken back. */
export async function recountPlant(db: Db, plantId: number, options: RecountOptions): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    // As where a device is added: both assign knowing the other's device.
    await client.query('select from plants where id = $1 for no key update', [plantId])
    await assignPlantFlows(async (text, values) => (await client.query(text, values)).rows, [plantId])
  })
  const devices = await readDeviceMetas(db, plantId)
  await applyTakeBacks(db, plantId, devices, options.signal)
  await recount(db, plantId, devices, options)
}
