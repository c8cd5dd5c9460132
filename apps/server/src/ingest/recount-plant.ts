import type { Db } from '../db/database.ts'
import { type RecountOptions, recount } from '../telemetry/telemetry.ts'
import { readDeviceMetas } from './known-devices.ts'

/** Counts a plant's history anew from its samples, by the rules, the zone and the place that hold now. */
export async function recountPlant(db: Db, plantId: number, options: RecountOptions): Promise<void> {
  await recount(db, plantId, await readDeviceMetas(db, plantId), options)
}
