import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { isQuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeState } from './device-state.ts'
import { layoutOf } from './layout.ts'
import { meterAt } from './meter-bytes.ts'
import { readText, toBytes } from './statement.ts'

/**
 * Lifetime counters of the plants' devices, in Wh, as their meters believe them: a reading that was refused, or a reset
 * that may still be taken back, is in none. A counter that shows 0 says nothing.
 */
export async function acceptedCounters(
  db: Db,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Partial<Record<Flow, number>>>>> {
  const text = `select d.id, l.last, l.open, array_to_string(d.quantities, ',')
    from devices d join device_latest l on l.plant_id = d.plant_id and l.device_id = d.id
    where d.plant_id = any($1::bigint[])`
  const rows = await readText(db.pool, text, [plantIds], 'telemetry-accepted-counters')
  return new Map(
    rows.map(([deviceId, last, open, list]) => {
      const accepted: Partial<Record<Flow, number>> = {}
      const layout = layoutOf((list ?? '').split(',').filter(isQuantityId))
      const [lastBytes, openBytes] = [toBytes(last ?? ''), toBytes(open ?? '')]
      if (lastBytes.length === 0 || openBytes.length === 0) return [Number(deviceId), accepted]
      const { meters, isCounted } = decodeState(lastBytes, openBytes, layout)
      for (const flow of flows) {
        const column = layout.indexOf.get(flowCounters[flow].total)
        const meter = column === undefined || !isCounted ? undefined : meterAt(meters, column)
        if (meter !== undefined && meter.former === null && meter.total > 0) accepted[flow] = meter.total
      }
      return [Number(deviceId), accepted]
    }),
  )
}
