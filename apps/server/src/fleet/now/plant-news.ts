import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { PLANT_CHANGED, toPayloads } from './plants-changed.ts'

export type PlantNews = Readonly<{
  /** Notifies all nodes of plants whose change is committed. */
  tell: (plantIds: readonly number[]) => void
  /** Resolves when nothing waits any more. */
  flush: () => Promise<void>
}>

/** Interval between two notices to open pages, at least. */
const APART_MS = 100

/**
 * Notifies all nodes of stored data, at once and then at most every tenth of a second. Not in the transaction that
 * stores: each commit that notifies waits for all others that do, in the whole database. Only open pages listen, and
 * what is lost with this process their next look brings.
 */
export function createPlantNews(db: Pick<Db, 'pool'>, log: Log): PlantNews {
  const waiting = new Set<number>()
  const closing = new AbortController()
  let telling: Promise<void> | undefined

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const plantIds = [...waiting]
      waiting.clear()
      try {
        // Nothing is stored that would have to reach the disk before the lock is given back.
        await db.pool.query(
          "select set_config('synchronous_commit', 'off', true), pg_notify($1, payload) from unnest($2::text[]) payload",
          [PLANT_CHANGED, toPayloads(plantIds)],
        )
      } catch (error) {
        log.warn({ err: error, plants: plantIds.length }, 'pages could not be told of new records')
      }
      await delay(APART_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
    telling = undefined
  }
  return {
    tell: (plantIds) => {
      for (const plantId of plantIds) waiting.add(plantId)
      if (waiting.size > 0) telling ??= run()
    },
    flush: async () => {
      closing.abort()
      await telling
    },
  }
}
