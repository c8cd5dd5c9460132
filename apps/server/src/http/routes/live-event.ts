import { plantNow as plantNowCodec } from '@heliograph/contract/codecs/plant-now.ts'
import type { PlantsEvent } from '@heliograph/contract/maintain-s/station.ts'
import type { LiveEvent } from '@heliograph/contract/maintain-s/system.ts'
import { countPlants, plantNow } from '../../fleet/plants/plants.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { toPlantNow } from './shown-figures.ts'

/** The data of one live event of a plant, the same for all viewers. */
export async function readLiveEvent(db: Db, plantId: number, nowMs: number): Promise<string> {
  const event: LiveEvent = { system: plantNowCodec.toWire(toPlantNow(await plantNow(db, plantId, nowMs))) }
  return JSON.stringify(event)
}

/** The data of one live event about everything that a user may see. @param changed null: more than is named */
export async function readPlantsEvent(
  db: Db,
  holder: Holder,
  changed: readonly number[] | null,
  nowMs: number,
): Promise<string> {
  const counts = await countPlants(db, { holder: { ...holder, organizationRole: null } }, nowMs)
  const event: PlantsEvent = { counts, changed: changed === null ? null : [...changed] }
  return JSON.stringify(event)
}
