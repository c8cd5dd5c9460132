import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { getFactsForEdit } from './plant-facts.ts'

/**
 * Sets when the production of a plant is shown as 0 W. Its row of now follows within a second (a trigger marks it).
 * @returns the setting before @throws Refusal NOT_FOUND
 */
export async function setGenerationZero(db: Db, plantId: number, zero: GenerationZero): Promise<GenerationZero> {
  return db.transaction(async (transaction) => {
    const { generationZero: before } = await getFactsForEdit(transaction, plantId)
    if (before.belowW === zero.belowW && before.atNight === zero.atNight) return before
    await transaction
      .updateTable('plants')
      .set({ zero_below_w: zero.belowW, zero_at_night: zero.atNight })
      .where('id', '=', plantId)
      .execute()
    await notify(transaction, 'plant_changed', String(plantId))
    return before
  })
}
