import type { Db } from '../db/database.ts'
import { type RecountOptions, recount } from '../telemetry/telemetry.ts'
import { readDeviceMetas } from './known-devices.ts'

/** Recounts a plant's history from its samples, by the current rules, zone and place. */
export async function recountPlant(db: Db, plantId: number, options: RecountOptions): Promise<void> {
  await recount(db, plantId, await readDeviceMetas(db, plantId), options)
}
