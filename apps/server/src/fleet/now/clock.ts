import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { readPlants } from './known-plants.ts'
import { notifyPlants } from './plants-changed.ts'
import { type Held, lockDuePlants, lockPlantRows } from './rows.ts'
import { judgePlants, settlePlants } from './settle.ts'

const BATCH = 200

/**
 * Applies what time alone changes: late, silent, asleep, dusk and dawn, midnight; and reloads plants marked as changed.
 * Safe on several nodes at once. @returns the number of plants examined
 */
export async function moveClock(
  db: Db,
  nowMs: number,
  { signal, mostMs = Number.POSITIVE_INFINITY }: Readonly<{ signal?: AbortSignal; mostMs?: number }> = {},
): Promise<number> {
  const endMs = performance.now() + mostMs
  let looked = 0
  while (!signal?.aborted) {
    const held = await runClientTransaction(db.pool, async (client) => {
      const due = await lockDuePlants(client, nowMs, BATCH)
      await settleHeld(client, due, nowMs)
      await notifyPlants(
        client,
        due.map(({ plantId }) => plantId),
      )
      return due
    })
    looked += held.length
    if (held.length < BATCH || performance.now() > endMs) break
  }
  return looked
}

/** Updates some plants to an instant at once, whether or not they are due. */
export async function settleNow(db: Db, plantIds: readonly number[], nowMs: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) =>
    settleHeld(client, await lockPlantRows(client, plantIds), nowMs),
  )
}

async function settleHeld(client: pg.PoolClient, held: readonly Held[], nowMs: number): Promise<void> {
  const known = await readPlants(client, held)
  await settlePlants(client, judgePlants([...known.values()], new Map(), nowMs))
  await client.query(
    `delete from device_now n where n.plant_id = any($1::bigint[])
       and not exists (select from devices d where d.plant_id = n.plant_id and d.id = n.device_id)`,
    [held.map(({ plantId }) => plantId)],
  )
}
