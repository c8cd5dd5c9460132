import { profileQuantities } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import { groupBy } from '@heliograph/domain/group-by.ts'
import type { MeterRole, TurnablePower } from '@heliograph/domain/meter-role.ts'
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
import type { Values } from '@heliograph/domain/reading.ts'
import { type ApartSpan, apartCuts, isApartOn } from '@heliograph/domain/same-device.ts'
import { wiringColumns, wiringOf } from '../../platform/db/meter-columns.ts'
import { assignFlows, type FlowCandidate } from './assign-flows.ts'
import { IMPORT_PROFILE_ID } from './plant-devices.ts'

type Row = {
  id: number
  plant_id: number
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
  turned_powers: TurnablePower[]
  apart: ApartSpan[]
}
/** An open transaction, of pg or Kysely. */
type Queries = (text: string, values: unknown[]) => Promise<readonly unknown[]>

/** Flows that a device counts for its plant now, and its metering over time; null: one rule for all time. */
export type Assigned = Readonly<{ flows: readonly Flow[]; metering: readonly DeviceMetering[] | null }>

/** Quantities that a device delivers now. */
export type Sent = Readonly<{ plantId: number; deviceSerial: string; values: Values }>

/**
 * Reassigns the energies of plants to their devices (assign-flows.ts), by their metering. Affects only what is stored from
 * now on, unless the history is recounted. The number of statements does not depend on the number of plants.
 * @returns whether any device counts differently now
 */
export async function assignPlantFlows(
  query: Queries,
  plantIds: readonly number[],
  sent: readonly Sent[] = [],
): Promise<boolean> {
  const plants = (await query(
    "select id, metering -> 'versions' as versions from plants where id = any($1::bigint[])",
    [plantIds],
  )) as readonly { id: number; versions: MeteringVersion[] | null }[]
  const rows = groupBy(await readRows(query, plantIds), (row) => row.plant_id)
  const sentIn = groupBy(sent, ({ plantId }) => plantId)
  const changed: (Assigned & Readonly<{ id: number }>)[] = []
  for (const { id: plantId, versions } of plants) {
    const ofPlant = rows.get(plantId) ?? []
    const assigned = assignVersions(toCandidates(ofPlant, sentIn.get(plantId) ?? []), versions ?? [])
    for (const row of ofPlant) {
      const { flows, metering } = assigned.get(row.id) ?? { flows: [], metering: null }
      if (flows.join() === row.flows.join() && toText(metering) === toText(row.metering)) continue
      changed.push({ id: row.id, flows, metering })
    }
  }
  if (changed.length > 0)
    await query(
      `update devices d set metering = e.metering, flows = array(
         select flow from jsonb_array_elements_text(e.flows) with ordinality as f (flow, place) order by place)
       from unnest($1::bigint[], $2::jsonb[], $3::jsonb[]) as e (id, flows, metering) where d.id = e.id`,
      [
        changed.map(({ id }) => id),
        changed.map(({ flows }) => JSON.stringify(flows)),
        changed.map(({ metering }) => metering && JSON.stringify(metering)),
      ],
    )
  return changed.length > 0
}

/** Flows that the devices of a plant would count by other versions of its metering. */
export async function previewPlantFlows(
  query: Queries,
  plantId: number,
  versions: readonly MeteringVersion[],
): Promise<ReadonlyMap<number, Assigned>> {
  return assignVersions(toCandidates(await readRows(query, [plantId]), []), versions)
}

/** An imported history keeps what it was imported for: its days have no other device. */
const readRows = async (query: Queries, plantIds: readonly number[]): Promise<readonly Row[]> =>
  (await query(
    `select id, plant_id, serial, type, profile_id, quantities, flows, standing, metering,
       ${wiringColumns.join(', ')}, apart from devices
     where plant_id = any($1::bigint[]) and profile_id <> $2`,
    [plantIds, IMPORT_PROFILE_ID],
  )) as readonly Row[]

/** `apart`: days on which another source of the same device counts. */
type Candidate = FlowCandidate & Readonly<{ apart: readonly ApartSpan[] }>

/** A device that waits for its owner's decision measures nothing yet. */
const toCandidates = (rows: readonly Row[], heard: readonly Sent[]): readonly Candidate[] =>
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
        apart: row.apart,
      }
    })

/** Quantities that a device can deliver: by its profile, and without one those that it has sent. */
export function deliverable(profileId: string, sent: readonly QuantityId[]): readonly QuantityId[] {
  const profile = findProfileById(profileId)
  return (profile && profileQuantities(profile)) ?? sent
}

function assignVersions(
  candidates: readonly Candidate[],
  versions: readonly MeteringVersion[],
): ReadonlyMap<number, Assigned> {
  const isFromBeginning = versions[0]?.from === BEGINNING
  const all = isFromBeginning || versions.length === 0 ? versions : [{ ...ordinaryRules, from: BEGINNING }, ...versions]
  const cuts = candidates.flatMap(({ apart }) => apartCuts(apart))
  const days = [...new Set([...all.map(({ from }) => from), ...(cuts.length > 0 ? [BEGINNING, ...cuts] : [])])].sort()
  const parts = days.map((from) => {
    const rules = all.findLast((version) => version.from <= from) ?? ordinaryRules
    return {
      from,
      ...assignByRules(
        candidates.filter(({ apart }) => !isApartOn(apart, from)),
        rules,
      ),
    }
  })
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
  const [first, ...others] = parts.filter((part, i) => {
    const before = parts[i - 1]
    return part.flows.join() !== before?.flows.join() || part.daily.join() !== before.daily.join()
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
