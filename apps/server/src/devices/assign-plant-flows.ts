import { profileQuantities } from '@heliograph/devices/profiles/profile.ts'
import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { MeterRole } from '@heliograph/domain/meter-role.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { wiringOf } from '../db/meter-columns.ts'
import { assignFlows } from './assign-flows.ts'
import { importProfileId } from './plant-devices.ts'

type Row = {
  id: number
  serial: string
  type: DeviceType
  profile_id: string
  quantities: QuantityId[]
  flows: string[]
  standing: string
  meter_role: MeterRole | null
  meter_ratio: number
  meter_is_reversed: boolean
}
/** An open transaction, of pg or Kysely. */
type Queries = (text: string, values: unknown[]) => Promise<readonly unknown[]>

/**
 * Reassigns the energies of a plant to its devices (assign-flows.ts). Affects only what is stored from now on, unless
 * the history is recounted.
 * @param heard what devices send right now
 */
export async function assignPlantFlows(
  query: Queries,
  plantId: number,
  heard: readonly Pick<Decoded, 'deviceSerial' | 'values'>[] = [],
): Promise<void> {
  const text = `select id, serial, type, profile_id, quantities, flows, standing,
    meter_role, meter_ratio, meter_is_reversed from devices where plant_id = $1`
  const rows = (await query(text, [plantId])) as readonly Row[]
  // What waits for its owner's word measures nothing yet.
  // An imported history keeps what it was imported for: its days have no other device.
  const measuring = rows.filter((row) => row.profile_id !== importProfileId)
  const counted = measuring.filter(({ standing }) => standing === 'counted')
  const candidates = counted.map((row) => {
    const profile = findProfileById(row.profile_id)
    const sent = heard.find(({ deviceSerial }) => deviceSerial === row.serial)?.values ?? {}
    // A device without a profile can deliver what it has sent, and what it sends now.
    const quantities = profile
      ? profileQuantities(profile)
      : [...row.quantities, ...(Object.keys(sent) as QuantityId[])]
    return { id: row.id, type: row.type, quantities, wiring: wiringOf(row) }
  })
  const assigned = assignFlows(candidates)
  for (const row of measuring) {
    const next = assigned.get(row.id) ?? []
    if (next.join() === row.flows.join()) continue
    await query('update devices set flows = $2 where id = $1', [row.id, next])
  }
}
