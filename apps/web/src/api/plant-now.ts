/** The current state of a plant: its powers, status and the parts of its flow. */
import { type PlantNow as AnsweredNow, plantNow } from '@heliograph/contract/codecs/plant-now.ts'
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { call } from './call.ts'
import { keptAtOf } from './kept-state.ts'

export type { FlowEquipment } from '@heliograph/contract/codecs/plant-now.ts'
/** A corner of the flow diagram. `power` in W by the signs of domain/quantities.ts. */
export type { FlowNode } from '@heliograph/contract/maintain-s/system.ts'

/** `isKept`: the server was not reached, and this is the last answer that this device kept, however old. */
export type PlantNow = AnsweredNow & Readonly<{ isKept?: true }>

export const toPlantNow = (wire: FastSystem): PlantNow => plantNow.fromWire(wire)

export async function fetchNow(id: number, signal?: AbortSignal): Promise<PlantNow> {
  const wire = await call('GET /maintain-s/fast/system/{id}', { params: { id } }, { signal })
  const [now, keptAtMs] = [toPlantNow(wire), keptAtOf(wire)]
  // The server's clock has gone on since: an age must not stand still with it.
  return keptAtMs === undefined ? now : { ...now, serverAtMs: now.serverAtMs + Date.now() - keptAtMs, isKept: true }
}
