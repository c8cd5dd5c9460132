import type pg from 'pg'
import type { AppendResult } from '../telemetry/telemetry.ts'
import { createPlanCache } from './plan-cache.ts'
import { holdPlants } from './rows.ts'
import { settlePlants } from './settle.ts'

/** Writes what is so now in the transaction that stores samples. One per process: it keeps what changes rarely. */
export function createNowReaction(now: () => number) {
  const plans = createPlanCache()
  return async (client: pg.PoolClient, { plantIds, changes }: AppendResult): Promise<void> => {
    if (plantIds.length === 0) return
    const held = await holdPlants(client, plantIds)
    await settlePlants(client, held, plans, { changes, rereads: false, nowMs: now() })
  }
}
