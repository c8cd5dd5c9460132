import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { decodeHours } from './hours-block.ts'
import { layoutOf } from './layout.ts'

type Found = { device_id: number; start: Date | null; block: Buffer | null }

/** The starts of the days with anything of each device of a plant, in no order; the open day of a device is not among them. */
export async function deviceDays(
  kysely: Kysely<Tables>,
  plantId: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<Found>`
    select device_id, start, null::bytea as block from device_rollups where plant_id = ${plantId} and resolution = 'd'
    union all
    select device_id, null, block from sealed_periods where plant_id = ${plantId} and resolution = 'd'`.execute(kysely)
  const days = new Map<number, number[]>()
  for (const { device_id: deviceId, start, block } of rows) {
    const own = days.get(deviceId) ?? []
    days.set(deviceId, own)
    if (start) own.push(start.getTime())
    if (block) own.push(...decodeHours(block, layoutOf([]), []).startMs)
  }
  return days
}
