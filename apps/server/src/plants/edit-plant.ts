import { Refusal } from '@heliograph/domain/errors.ts'
import { type PlantRecord, recountsHistory } from '@heliograph/domain/plant-record.ts'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { hasFirstVersion } from '../finance/finance.ts'
import { refuseBesidePlanes } from './edit-planes.ts'
import { cleanRecord, findChanges, getFactsForEdit, toColumns } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** A plant's record before and after an edit, and the parts that differ. */
export type PlantEdit = Readonly<{
  before: PlantRecord
  after: PlantRecord
  changed: readonly (keyof PlantRecord)[]
  /** Past energies are being recounted. */
  recounts: boolean
}>

/** Edits a plant's record. @throws Refusal NOT_FOUND, PARAM_ERROR for a name without visible characters, or for what
 * the planes or the first tariff of the plant say */
export async function editPlant(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  edit: Partial<PlantRecord>,
): Promise<PlantEdit> {
  return db.transaction(async (transaction) => {
    const before = await getFactsForEdit(transaction, plantId)
    const after = cleanRecord({ ...before, ...edit })
    const changed = findChanges(before, after)
    refuseBesidePlanes(before.planes, changed)
    // A tariff from the start takes the place of the plain price: an edit of it would be shown and count nowhere.
    if (changed.includes('pricePerKwh') && (await hasFirstVersion({ kysely: transaction }, plantId)))
      throw new Refusal('PARAM_ERROR', { field: 'mergeElectricPrice', tariff: 'start' })
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
