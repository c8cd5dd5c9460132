import type pg from 'pg'
import { getLatestWithin, type Newest, toNewest } from '../telemetry/telemetry.ts'
import { type DeviceMemory, emptyMemory, type KeptMemory, remember, toKept } from './device-memory.ts'
import { type DevicePlan, type PlantPlan, readPlans } from './plant-plan.ts'
import { type Held, type HeldDevice, readDevices } from './rows.ts'
import type { Usual, WrittenDevice } from './written.ts'

/** Everything from which a plant's rows are computed, as it was when the row had this version. */
export type KnownPlant = {
  version: number
  nextChangeAtMs: number
  readonly plan: PlantPlan
  /** In the order of the plan's devices. */
  readonly memories: readonly KeptMemory[]
  written: readonly (WrittenDevice | undefined)[]
  /** The part of the plant's row that a usual sample leaves unchanged; undefined: not known. */
  usual: Usual | undefined
}

/** Loads locked plants completely: their records, what was learned, and the last reports of the devices. */
export async function readPlants(
  client: pg.PoolClient,
  held: readonly Held[],
): Promise<ReadonlyMap<number, KnownPlant>> {
  const plantIds = held.map(({ plantId }) => plantId)
  if (plantIds.length === 0) return new Map()
  // Sequential: they share a connection.
  const plans = await readPlans(client, plantIds)
  const rows = await readDevices(client, plantIds)
  const latest = await getLatestWithin(client, plantIds)
  return new Map(
    held.flatMap(({ plantId, version, nextChangeAtMs }): [number, KnownPlant][] => {
      const plan = plans.get(plantId)
      if (plan === undefined) return []
      const newest = new Map((latest.get(plantId) ?? []).map((item) => [item.deviceId, item]))
      const memories = plan.devices.map((device) => {
        const found = newest.get(device.deviceId)
        const after = found && toNewest(found.atMs, (id) => found.values[id])
        return toKept(recall(plan, device, rows.get(device.deviceId), after))
      })
      const written = plan.devices.map(({ deviceId }) => rows.get(deviceId)?.written)
      return [[plantId, { version, nextChangeAtMs, plan, memories, written, usual: undefined }]]
    }),
  )
}

function recall(
  plan: PlantPlan,
  device: DevicePlan,
  row: HeldDevice | undefined,
  after: Newest | undefined,
): DeviceMemory {
  const memory = row?.memory ?? emptyMemory
  return after ? remember(memory, plan, device, after, undefined) : memory
}
