import { Refusal } from '@heliograph/domain/errors.ts'
import { type PlantRecord, recountsHistory } from '@heliograph/domain/plant-record.ts'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { cleanRecord, findChanges, toColumns, toFacts } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** A plant's record before and after an edit, and the parts that differ. */
export type PlantEdit = Readonly<{
  before: PlantRecord
  after: PlantRecord
  changed: readonly (keyof PlantRecord)[]
  /** Past energies are being recounted. */
  recounts: boolean
}>

/** Edits a plant's record. @throws Refusal NOT_FOUND, PARAM_ERROR for a name without visible characters */
export async function editPlant(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  edit: Partial<PlantRecord>,
): Promise<PlantEdit> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('plants')
      .selectAll()
      .where('id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('NOT_FOUND')
    const before = toFacts(row)
    const after = cleanRecord({ ...before, ...edit })
    const changed = findChanges(before, after)
    const isRecounted = changed.some((part) => recountsHistory[part])
    if (isRecounted) await recounts.ask(transaction, plantId)
    if (changed.length > 0) {
      await transaction.updateTable('plants').set(toColumns(after)).where('id', '=', plantId).execute()
      // Open pages show it with the next event.
      await notify(transaction, 'plant_changed', String(plantId))
    }
    return { before, after, changed, recounts: isRecounted }
  })
}
