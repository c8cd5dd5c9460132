import type { LiveEvent } from '@heliograph/contract/maintain-s/system.ts'
import type { Db } from '../db/database.ts'
import { plantNow } from '../plants/plants.ts'
import { toFastSystem } from './system-wire.ts'

/** The data of one live event of a plant, the same for all viewers. */
export async function readLiveEvent(db: Db, plantId: number, nowMs: number): Promise<string> {
  const event: LiveEvent = { system: toFastSystem(await plantNow(db, plantId, nowMs)) }
  return JSON.stringify(event)
}
