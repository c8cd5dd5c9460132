import { profileQuantities } from '@heliograph/devices/profiles/profile.ts'
import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { MeterRole } from '@heliograph/domain/meter-role.ts'
import {
  actingRules,
  BEGINNING,
  type DeviceMetering,
  type MeteringRules,
  type MeteringVersion,
  meteredFlows,
  ordinaryRules,
} from '@heliograph/domain/metering.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { wiringOf } from '../db/meter-columns.ts'
import { assignFlows, type FlowCandidate } from './assign-flows.ts'
import { importProfileId } from './plant-devices.ts'

type Row = {
  id: number
  serial: string
  type: DeviceType
  profile_id: string
  quantities: QuantityId[]
  flows: string[]
  standing: string
  metering: DeviceMetering[] | null
  meter_role: MeterRole | null
  meter_ratio: number
  meter_is_reversed: boolean
}
/** An open transaction, of pg or Kysely. */
type Queries = (text: string, values: unknown[]) => Promise<readonly unknown[]>

/** What a device counts for its plant now, and how since when; null: one rule for all time. */
export type Assigned = Readonly<{ flows: readonly Flow[]; metering: readonly DeviceMetering[] | null }>

/**
 * Reassigns the energies of a plant to its devices (assign-flows.ts), by its metering. Affects only what is stored from
 * now on, unless the history is recounted.
 * @param heard what devices send right now
 * @returns whether any of them counts differently now
 */
export async function assignPlantFlows(
  query: Queries,
  plantId: number,
  heard: readonly Pick<Decoded, 'deviceSerial' | 'values'>[] = [],
): Promise<boolean> {
  const [plant] = (await query("select metering -> 'versions' as versions from plants where id = $1", [
    plantId,
  ])) as readonly { versions: MeteringVersion[] | null }[]
  const rows = await readRows(query, plantId)
  const assigned = assignVersions(toCandidates(rows, heard), plant?.versions ?? [])
  let isChanged = false
  for (const row of rows) {
    const { flows, metering } = assigned.get(row.id) ?? { flows: [], metering: null }
    if (flows.join() === row.flows.join() && toText(metering) === toText(row.metering)) continue
    isChanged = true
    await query('update devices set flows = $2, metering = $3 where id = $1', [
      row.id,
      flows,
      metering && JSON.stringify(metering),
    ])
  }
  return isChanged
}

/** What the devices of a plant would count by other versions of its metering. */
export async function previewPlantFlows(
  query: Queries,
  plantId: number,
  versions: readonly MeteringVersion[],
): Promise<ReadonlyMap<number, Assigned>> {
  return assignVersions(toCandidates(await readRows(query, plantId), []), versions)
}

/** An imported history keeps what it was imported for: its days have no other device. */
const readRows = async (query: Queries, plantId: number): Promise<readonly Row[]> =>
  (await query(
    `select id, serial, type, profile_id, quantities, flows, standing, metering,
       meter_role, meter_ratio, meter_is_reversed from devices where plant_id = $1 and profile_id <> $2`,
    [plantId, importProfileId],
  )) as readonly Row[]

/** What waits for its owner's word measures nothing yet. */
const toCandidates = (
  rows: readonly Row[],
  heard: readonly Pick<Decoded, 'deviceSerial' | 'values'>[],
): readonly FlowCandidate[] =>
  rows
    .filter(({ standing }) => standing === 'counted')
    .map((row) => {
      const sent = heard.find(({ deviceSerial }) => deviceSerial === row.serial)?.values ?? {}
      return {
        id: row.id,
        type: row.type,
        serial: row.serial,
        quantities: deliverable(row.profile_id, [...row.quantities, ...(Object.keys(sent) as QuantityId[])]),
        wiring: wiringOf(row),
      }
    })

/** What a device can deliver: by its profile, and without one what it has sent. */
export function deliverable(profileId: string, sent: readonly QuantityId[]): readonly QuantityId[] {
  const profile = findProfileById(profileId)
  return profile ? profileQuantities(profile) : sent
}

function assignVersions(
  candidates: readonly FlowCandidate[],
  versions: readonly MeteringVersion[],
): ReadonlyMap<number, Assigned> {
  const isFromBeginning = versions[0]?.from === BEGINNING
  const all = isFromBeginning || versions.length === 0 ? versions : [{ ...ordinaryRules, from: BEGINNING }, ...versions]
  const parts = all.map((version) => ({ from: version.from, ...assignByRules(candidates, version) }))
  const flowsNow = parts.at(-1)?.flows ?? assignFlows(candidates)
  return new Map(
    candidates.map(({ id }) => [
      id,
      {
        flows: flowsNow.get(id) ?? [],
        metering: shorten(parts.map(({ from, flows, daily }) => ({ from, flows: flows.get(id) ?? [], daily }))),
      },
    ]),
  )
}

/** Only what differs from the time before; null: one rule for all time. */
function shorten(parts: readonly DeviceMetering[]): readonly DeviceMetering[] | null {
  const [first, ...others] = parts.filter((one, i) => {
    const before = parts[i - 1]
    return one.flows.join() !== before?.flows.join() || one.daily.join() !== before.daily.join()
  })
  if (first === undefined || (others.length === 0 && first.daily.length === 0)) return null
  return [first, ...others]
}

function assignByRules(candidates: readonly FlowCandidate[], rules: MeteringRules) {
  const { methods, sources } = actingRules(rules)
  const daily: readonly Flow[] = meteredFlows.filter((flow) => methods[flow] === 'daily')
  return { flows: assignFlows(candidates, sources), daily }
}

/** In one order of keys, which jsonb changes. */
const toText = (metering: readonly DeviceMetering[] | null): string =>
  JSON.stringify(metering?.map(({ from, flows, daily }) => [from, flows, daily]) ?? null)
