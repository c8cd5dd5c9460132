import type { Assigned } from '../../fleet/devices/devices.ts'
import { type ChangedDay, previewRecount } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { readDeviceMetas } from './known-devices.ts'

/** The days of a plant that would change if its devices counted as given; nothing is written. */
export async function previewPlant(
  db: Db,
  plantId: number,
  assigned: ReadonlyMap<number, Assigned>,
  signal: AbortSignal,
): Promise<readonly ChangedDay[]> {
  const devices = (await readDeviceMetas(db, plantId)).map(({ metering: _, ...device }) => {
    const next = assigned.get(device.deviceId)
    if (next === undefined) return device
    return { ...device, flows: next.flows, ...(next.metering && { metering: next.metering }) }
  })
  return previewRecount(db, plantId, devices, signal)
}
