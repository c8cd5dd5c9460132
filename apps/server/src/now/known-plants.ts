import type pg from 'pg'
import { latestWithin, type Newest } from '../telemetry/telemetry.ts'
import { type DeviceMemory, emptyMemory, remember } from './device-memory.ts'
import { type PlantPlan, readPlans } from './plant-plan.ts'
import { type Held, type HeldDevice, readDevices } from './rows.ts'

/** Everything that a plant's rows are made from, as it was when the row had this version. */
export type KnownPlant = Readonly<{
  version: number
  nextChangeAtMs: number
  plan: PlantPlan
  memories: ReadonlyMap<number, DeviceMemory>
  /** By device: the text of its row. */
  written: ReadonlyMap<number, string>
}>

/** Reads plants that are held from everything: what was said, what was learnt, what the devices said last. */
export async function readPlants(
  client: pg.PoolClient,
  held: readonly Held[],
): Promise<ReadonlyMap<number, KnownPlant>> {
  const plantIds = held.map(({ plantId }) => plantId)
  if (plantIds.length === 0) return new Map()
  // One after the other: they share a connection.
  const plans = await readPlans(client, plantIds)
  const rows = await readDevices(client, plantIds)
  const latest = await latestWithin(client, plantIds)
  return new Map(
    held.flatMap(({ plantId, version, nextChangeAtMs }): [number, KnownPlant][] => {
      const plan = plans.get(plantId)
      if (plan === undefined) return []
      const newest = new Map((latest.get(plantId) ?? []).map((one) => [one.deviceId, one]))
      const memories = plan.devices.map(({ deviceId }): [number, DeviceMemory] => {
        const found = newest.get(deviceId)
        const after = found && { atMs: found.atMs, valueOf: (id: keyof typeof found.values) => found.values[id] }
        return [deviceId, recall(plan, deviceId, rows.get(deviceId), after)]
      })
      const written = plan.devices.flatMap(({ deviceId }): [number, string][] => {
        const text = rows.get(deviceId)?.written
        return text === undefined ? [] : [[deviceId, text]]
      })
      return [[plantId, { version, nextChangeAtMs, plan, memories: new Map(memories), written: new Map(written) }]]
    }),
  )
}

function recall(
  plan: PlantPlan,
  deviceId: number,
  row: HeldDevice | undefined,
  after: Newest | undefined,
): DeviceMemory {
  const memory = row?.memory ?? emptyMemory
  const device = plan.devices.find((one) => one.deviceId === deviceId)
  return device && after ? remember(memory, plan, device, after, undefined) : memory
}
