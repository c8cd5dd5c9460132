import type pg from 'pg'
import type { AppendResult, DeviceChange } from '../telemetry/telemetry.ts'
import { type KnownPlant, readPlants } from './known-plants.ts'
import { holdPlants } from './rows.ts'
import { settlePlants } from './settle.ts'

const most = 20_000

/**
 * Writes what is so now in the transaction that stores samples. One per process: it keeps what it wrote, and while nobody
 * else writes a plant's row its next sample costs one update.
 */
export function createNowReaction(now: () => number) {
  const known = new Map<number, KnownPlant>()
  return async (client: pg.PoolClient, { plantIds, changes: all }: AppendResult): Promise<void> => {
    if (plantIds.length === 0) return
    const nowMs = now()
    const changes = groupByPlant(all)
    // What a transaction that is rolled back leaves here has a version that no row has.
    const kept = plantIds.flatMap((plantId) => {
      const plant = known.get(plantId)
      const isWhole = changes.get(plantId)?.every(({ device }) => plant?.memories.has(device.deviceId)) ?? true
      return plant !== undefined && isWhole ? [plant] : []
    })
    const settled = await settlePlants(client, kept, changes, nowMs)
    const held = await holdPlants(
      client,
      plantIds.filter((plantId) => !settled.has(plantId)),
    )
    const read = await readPlants(client, held)
    const late = await settlePlants(client, [...read.values()], changes, nowMs)
    if (known.size > most) known.clear()
    for (const [plantId, plant] of [...settled, ...late]) known.set(plantId, plant)
  }
}

function groupByPlant(changes: readonly DeviceChange[]): ReadonlyMap<number, readonly DeviceChange[]> {
  const byPlant = new Map<number, DeviceChange[]>()
  for (const change of changes) {
    const group = byPlant.get(change.device.plantId)
    if (group) group.push(change)
    else byPlant.set(change.device.plantId, [change])
  }
  return byPlant
}
