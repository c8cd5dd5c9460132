import type { Db } from '../db/database.ts'
import { runClientTransaction } from '../db/transaction.ts'
import { createPlanCache } from './plan-cache.ts'
import { notifyPlants } from './plants-changed.ts'
import { holdDuePlants, holdPlants } from './rows.ts'
import { settlePlants } from './settle.ts'

const BATCH = 200

/**
 * Moves what time alone changes: late, silent, asleep, dusk and dawn, midnight; and reads anew what was marked as changed.
 * Safe on several nodes at once. @returns how many plants it looked at
 */
export async function moveClock(
  db: Db,
  nowMs: number,
  { signal, mostMs = Number.POSITIVE_INFINITY }: Readonly<{ signal?: AbortSignal; mostMs?: number }> = {},
): Promise<number> {
  const endMs = performance.now() + mostMs
  let looked = 0
  while (!signal?.aborted) {
    const count = await runClientTransaction(db.pool, async (client) => {
      const held = await holdDuePlants(client, nowMs, BATCH)
      await settlePlants(client, held, createPlanCache(), { changes: [], rereads: true, nowMs })
      await notifyPlants(
        client,
        held.map(({ plantId }) => plantId),
      )
      return held.length
    })
    looked += count
    if (count < BATCH || performance.now() > endMs) break
  }
  return looked
}

/** Brings some plants up to an instant at once, whatever the clock says of them. */
export async function settleNow(db: Db, plantIds: readonly number[], nowMs: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    const held = await holdPlants(client, plantIds)
    const marked = held.map((one) => ({ ...one, nextChangeAtMs: Number.NEGATIVE_INFINITY }))
    await settlePlants(client, marked, createPlanCache(), { changes: [], rereads: true, nowMs })
  })
}
