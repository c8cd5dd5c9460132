import type pg from 'pg'
import type { DeviceChange } from '../telemetry/telemetry.ts'
import { type PlantPlan, readPlans } from './plant-plan.ts'
import type { Held } from './rows.ts'

const most = 20_000

/** Plans that this node has read, as long as their version is that of the row. */
export type PlanCache = Readonly<{
  /** The plans of held plants, read where another version, or a device that is not in it, is asked for. */
  read: (
    client: pg.PoolClient,
    held: readonly Held[],
    changes: readonly DeviceChange[],
  ) => Promise<ReadonlyMap<number, PlantPlan>>
}>

export function createPlanCache(): PlanCache {
  const plans = new Map<number, PlantPlan>()
  return {
    read: async (client, held, changes) => {
      const strangers = new Set(
        changes.flatMap(({ device }) => {
          const plan = plans.get(device.plantId)
          const isKnown = plan?.devices.some(({ deviceId }) => deviceId === device.deviceId)
          return isKnown ? [] : [device.plantId]
        }),
      )
      const wanted = held.filter(({ plantId, plan }) => plans.get(plantId)?.version !== plan || strangers.has(plantId))
      if (plans.size + wanted.length > most) plans.clear()
      const missing = held.filter(({ plantId }) => !plans.has(plantId) || wanted.some((one) => one.plantId === plantId))
      for (const [plantId, plan] of await readPlans(
        client,
        missing.map(({ plantId }) => plantId),
      ))
        plans.set(plantId, plan)
      return plans
    },
  }
}
