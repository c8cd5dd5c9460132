import { Refusal } from '@heliograph/domain/errors.ts'
import { isDate, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { plantDays } from '../telemetry/telemetry.ts'
import { getFactsForEdit } from './plant-facts.ts'

/** Offsets that people added to the energies of a day of the plant, Wh, of either sign. */
export type DayOffset = Readonly<{ day: string; generationWh: number; useWh: number }>

/** More are a wrong meter, for which a total's offset or another source is the answer. */
const MOST_OFFSETS = 1_000

/** The newest ones. */
export async function listDayOffsets(db: Db, plantId: number): Promise<readonly DayOffset[]> {
  const rows = await db.kysely
    .selectFrom('plant_day_offsets')
    .selectAll()
    .where('plant_id', '=', plantId)
    .orderBy('day', 'desc')
    .limit(MOST_OFFSETS)
    .execute()
  return rows.map(({ day, generation_wh, use_wh }) => ({ day, generationWh: generation_wh, useWh: use_wh }))
}

/**
 * Sets what is added to a day; zeros remove it. Today's day still counts.
 * @returns what was added before
 * @throws Refusal PARAM_ERROR for a day to come, or more than was measured taken away; TOO_MANY
 */
export async function setDayOffset(db: Db, plantId: number, offset: DayOffset, nowMs: number): Promise<DayOffset> {
  const { day, generationWh, useWh } = offset
  if (!isDate(day) || day < '1970') throw new Refusal('PARAM_ERROR', { field: 'day' })
  const [measured] = await plantDays(db, plantId, day, day)
  return db.transaction(async (transaction) => {
    const { zone } = await getFactsForEdit(transaction, plantId)
    if (day >= localDate(nowMs, zone)) throw new Refusal('PARAM_ERROR', { field: 'day' })
    if (generationWh < 0 && (measured?.energy.generation ?? 0) + generationWh < 0)
      throw new Refusal('PARAM_ERROR', { field: 'generationOffset' })
    const own = transaction.selectFrom('plant_day_offsets').where('plant_id', '=', plantId)
    const before = await own.where('day', '=', day).selectAll().executeTakeFirst()
    if (generationWh === 0 && useWh === 0)
      await transaction.deleteFrom('plant_day_offsets').where('plant_id', '=', plantId).where('day', '=', day).execute()
    else {
      const { n } = await own.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      if (before === undefined && n >= MOST_OFFSETS) throw new Refusal('TOO_MANY', { most: MOST_OFFSETS })
      await transaction
        .insertInto('plant_day_offsets')
        .values({ plant_id: plantId, day, generation_wh: generationWh, use_wh: useWh })
        .onConflict((eb) => eb.columns(['plant_id', 'day']).doUpdateSet({ generation_wh: generationWh, use_wh: useWh }))
        .execute()
    }
    await notify(transaction, 'plant_changed', String(plantId))
    return { day, generationWh: before?.generation_wh ?? 0, useWh: before?.use_wh ?? 0 }
  })
}
