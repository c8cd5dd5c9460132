import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { type CounterMeaning, findMeaning } from '@heliograph/domain/counter-meaning.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { type Disagreement, disagreementOf } from '@heliograph/domain/meter.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeState } from './device-state.ts'
import { layoutOf } from './layout.ts'
import { meterAt } from './meter-bytes.ts'
import { readText, toBytes } from './statement.ts'

/** The two counters of one energy of a device disagree, by its newest reading. `quantity`: the total's. */
export type CounterDisagreement = Readonly<{ deviceId: number; quantity: QuantityId; kind: Disagreement }>

/**
 * Of the plant's devices with data since an instant, in the order of their ids: only counters that are in the
 * plant's sums.
 */
export async function counterDisagreements(
  db: Db,
  plantId: number,
  sinceMs: number,
): Promise<readonly CounterDisagreement[]> {
  const rows = await readText(
    db.pool,
    `select d.id, array_to_string(d.quantities, ','), array_to_string(d.flows, ','), l.last, l.open,
       d.counter_meaning, d.profile_id
     from devices d join device_latest l on l.plant_id = d.plant_id and l.device_id = d.id
     where d.plant_id = $1 order by d.id`,
    [plantId],
    'telemetry-disagreements',
  )
  return rows.flatMap(([deviceId, list, flowList, last, open, stated, profileId]) => {
    const lastBytes = toBytes(last ?? '')
    if (lastBytes.length === 0) return []
    const layout = layoutOf((list ?? '').split(',') as QuantityId[])
    const flows = new Set((flowList ?? '').split(','))
    const { atMs, meters } = decodeState(lastBytes, toBytes(open ?? ''), layout)
    if (!(atMs >= sinceMs)) return []
    return layout.meters.flatMap((column) => {
      const counter = layout.columns[column]
      const meter = meterAt(meters, column)
      const isProduction = layout.hybrid !== undefined && counter?.id === flowCounters.generation.total
      const ofProfile = findProfileById(profileId ?? '')?.counterMeaning
      const found = isProduction && findMeaning((stated ?? null) as CounterMeaning | null, ofProfile, !!meter?.isOutput)
      const isFinding = found && found.source === 'nights'
      const kind = meter ? (isFinding ? 'holdsBattery' : disagreementOf(meter)) : null
      if (!counter?.flow || !flows.has(counter.flow) || kind === null) return []
      return [{ deviceId: Number(deviceId), quantity: counter.id, kind }]
    })
  })
}
