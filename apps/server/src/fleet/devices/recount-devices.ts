import { CompiledQuery, type Kysely } from 'kysely'
import { notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assignPlantFlows } from './assign-plant-flows.ts'

export type AskRecount = Readonly<{ ask: (within: Kysely<Tables>, plantId: number) => Promise<void> }>

/** Assigns the energies of a plant anew, from now on. */
export async function assignWithin(transaction: Kysely<Tables>, plantId: number): Promise<void> {
  await assignPlantFlows(
    async (text, values) => {
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values))
      return rows
    },
    [plantId],
  )
}

/** Other devices count for a plant from here on: its energies are assigned anew, its history is recounted, and all nodes learn of it. */
export async function recountDevices(
  transaction: Kysely<Tables>,
  recounts: AskRecount,
  plantId: number,
): Promise<void> {
  await assignWithin(transaction, plantId)
  await recounts.ask(transaction, plantId)
  await notify(transaction, 'plant_changed', String(plantId))
}
