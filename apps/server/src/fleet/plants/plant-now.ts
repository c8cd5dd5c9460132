import { sourcesOf } from '@heliograph/domain/metering.ts'
import type { NetworkStatus } from '@heliograph/domain/plant.ts'
import { findNextSunrise, isSunUp } from '@heliograph/solar/sun-up.ts'
import type { Db } from '../../platform/db/database.ts'
import { listDevicesOfPlants, type PlantDevice } from '../devices/devices.ts'
import { choosePowerSources, type PlantRow, type PowerRole, type PowerSources, readPlantNow } from '../now/now.ts'
import { type FlowEquipment, readFlowEquipment } from './flow-equipment.ts'
import { getFacts, type PlantFacts } from './plant-facts.ts'

/** A plant's row, with its record. */
export type PlantState = PlantRow & Readonly<{ facts: PlantFacts; sunUp: boolean; nextSunriseMs: number | null }>

/** The current state of a plant, for its own page. */
export type PlantNow = PlantState &
  Readonly<{ devices: readonly PlantDevice[]; sources: PowerSources; equipment: FlowEquipment; nowMs: number }>

export const toState = (facts: PlantFacts, row: PlantRow, nowMs: number): PlantState => ({
  ...row,
  facts,
  sunUp: isSunUp(nowMs, facts),
  nextSunriseMs: findNextSunrise(nowMs, facts),
})

/** A sleeping device is where it should be. */
export function networkStatusOf({ deviceCount, silentCount }: PlantRow): NetworkStatus {
  if (deviceCount === 0) return 'NO_DEVICE'
  if (silentCount === 0) return 'NORMAL'
  return silentCount === deviceCount ? 'ALL_OFFLINE' : 'PARTIAL_OFFLINE'
}

/** Names of the devices with a role, each once. */
export function namesOf({ sources, devices }: PlantNow, role: PowerRole): readonly string[] {
  const ids = new Set(sources[role].map(({ deviceId }) => deviceId))
  return devices.filter(({ deviceId }) => ids.has(deviceId)).map(({ name }) => name)
}

/** @throws Refusal NOT_FOUND */
export async function plantNow(db: Db, plantId: number, nowMs: number): Promise<PlantNow> {
  const [facts, row, byPlant] = await Promise.all([
    getFacts(db, plantId),
    readPlantNow(db, plantId),
    listDevicesOfPlants(db, [plantId]),
  ])
  if (row === undefined) throw new Error(`Plant ${plantId} has no row of what is so now`)
  const devices = byPlant.get(plantId) ?? []
  const chosen = sourcesOf(facts.metering)
  const sources = choosePowerSources(devices, facts.gridType, chosen)
  const equipment = await readFlowEquipment(db, plantId, devices, sources, chosen.irradiance, nowMs)
  return { ...toState(facts, row, nowMs), devices, sources, equipment, nowMs }
}
