import type pg from 'pg'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import type { AppendResult, DeviceChange } from '../telemetry/telemetry.ts'
import { type KnownPlant, readPlants } from './known-plants.ts'
import { lockPlantRows } from './rows.ts'
import { judgePlants, settlePlants } from './settle.ts'
import { lookForFaultStarts } from './write-rows.ts'

const PLANT_BYTES = 2_000

/**
 * Writes the current state in the transaction that stores samples. One per process: it caches what it wrote, so that a plant's next sample costs one update unless another node wrote its row. It computes
 * the plants while the database still stores the samples.
 */
export function createNowReaction(now: () => number) {
  const known = createRecentMap<number, KnownPlant>(roomFor(PLANT_BYTES))
  const keep = (settled: ReadonlyMap<number, KnownPlant>): void => {
    for (const [plantId, plant] of settled) known.set(plantId, plant)
  }
  return ({ plantIds, changes: all, late, generatedOn }: AppendResult): ((client: pg.PoolClient) => Promise<void>) => {
    const nowMs = now()
    const changes = groupByPlant(all)
    // Plants left here by a rolled-back transaction have a version that no row has.
    const kept: KnownPlant[] = []
    for (const plantId of plantIds) {
      const plant = known.get(plantId)
      if (plant === undefined) continue
      const isWhole = changes.get(plantId)?.every(({ device }) => plant.plan.placeOf.has(device.deviceId)) ?? true
      if (isWhole) kept.push(plant)
    }
    const judged = judgePlants(kept, changes, nowMs, generatedOn)
    return async (client) => {
      const settled = await settlePlants(client, judged)
      keep(settled)
      const others = plantIds.filter((plantId) => !settled.has(plantId))
      if (others.length > 0) {
        const read = await readPlants(client, await lockPlantRows(client, others))
        keep(await settlePlants(client, judgePlants([...read.values()], changes, nowMs)))
      }
      await lookForFaultStarts(client, late)
    }
  }
}

function groupByPlant(changes: readonly DeviceChange[]): ReadonlyMap<number, readonly DeviceChange[]> {
  const byPlant = new Map<number, DeviceChange[]>()
  for (const change of changes) {
    // It is in no figure of its plant.
    if (change.device.isOnHold) continue
    const group = byPlant.get(change.device.plantId)
    if (group) group.push(change)
    else byPlant.set(change.device.plantId, [change])
  }
  return byPlant
}
