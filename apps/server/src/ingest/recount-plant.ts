import type { Db } from '../db/database.ts'
import { type RecountOptions, recount } from '../telemetry/telemetry.ts'
import { readDeviceMetas } from './known-devices.ts'
import { applyTakeBacks } from './take-backs.ts'

/** Recounts a plant's history from its samples, by the current rules, zone and place; without what was taken back. */
export async function recountPlant(db: Db, plantId: number, options: RecountOptions): Promise<void> {
  const devices = await readDeviceMetas(db, plantId)
  await applyTakeBacks(db, plantId, devices, options.signal)
  await recount(db, plantId, devices, options)
}
