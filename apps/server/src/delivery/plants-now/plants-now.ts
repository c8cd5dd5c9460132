/** The room's front door: plants and their devices with the values of now, as programs read them. */
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { isCurrentValue, listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import { findPlants, type PlantView } from '../../fleet/plants/plants.ts'
import { getLatestOfPlants, type Latest } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'

export type PlantOfNow = Omit<PlantView, 'sums'>
export type DeviceOfNow = Readonly<{ device: PlantDevice; latest: Latest; zone: string; nowMs: number }>

type Search = Pick<Parameters<typeof findPlants>[1], 'holder' | 'plantIds'>

/**
 * The plants that a holder may view, in the order of their ids, and the devices of those whose devices it may view.
 * @param most plants beyond these are only counted
 */
export async function readPlantsNow(
  db: Db,
  search: Search,
  { most, nowMs }: Readonly<{ most: number; nowMs: number }>,
): Promise<Readonly<{ plants: readonly PlantOfNow[]; devices: readonly DeviceOfNow[]; leftOut: number }>> {
  const page = { page: 1, size: most, order: 'id', direction: 'ASC' } as const
  const found = await findPlants(db, { ...search, ...page }, nowMs)
  const plants = found.plants.filter(({ member }) => member.rights.includes('viewPlantInfo'))
  const open = found.plants.filter(({ member }) => member.rights.includes('viewPlantDevice'))
  const ids = open.map(({ facts }) => facts.plantId)
  const [devicesOf, latestOf] = await Promise.all([listDevicesOfPlants(db, ids), getLatestOfPlants(db, ids)])
  const devices = open.flatMap(({ facts: { plantId, zone } }) => {
    const newest = new Map((latestOf.get(plantId) ?? []).map((latest) => [latest.deviceId, latest]))
    return (devicesOf.get(plantId) ?? []).flatMap((device): DeviceOfNow[] => {
      const latest = newest.get(device.deviceId)
      return latest === undefined ? [] : [{ device, latest, zone, nowMs }]
    })
  })
  return { plants, devices, leftOut: found.total - found.plants.length }
}

/** @returns undefined for a value that is not known now: neither 0 nor the last one */
export function readNow({ device, latest, zone, nowMs }: DeviceOfNow, id: QuantityId): number | undefined {
  const found = latest.values[id]
  if (found === undefined) return undefined
  const { intervalMs } = device
  return isCurrentValue(getQuantity(id), found.atMs, { intervalMs, zone }, nowMs) ? found.value : undefined
}

/** Kinds of power that a device may measure. */
export const powerKinds = {
  pv: 'pvPowerW',
  ac: 'acPowerW',
  grid: 'gridPowerW',
  battery: 'batteryPowerW',
  load: 'loadPowerW',
  generator: 'generatorPowerW',
} as const satisfies Readonly<Record<string, QuantityId>>
