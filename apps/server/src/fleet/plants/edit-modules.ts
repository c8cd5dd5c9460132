import { Refusal } from '@heliograph/domain/errors.ts'
import { changeModules, type DatedModules, MOST_FORMER, removeModules } from '@heliograph/domain/former-modules.ts'
import type { ModulePlane, ModulesOfPlant } from '@heliograph/domain/module-plane.ts'
import { isDate, localDate } from '@heliograph/domain/time.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { getFactsForEdit, type PlantFacts } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** From which day a changed capacity counts: YYYY-MM-DD; null: it was always so; undefined: not stated. */
export type CapacityFrom = string | null | undefined

/**
 * The modules of a plant after a change. A changed capacity without a date counts from today on, unless the plant has
 * no older day. Another direction alone corrects the earlier entry.
 * @throws Refusal PARAM_ERROR, TOO_MANY
 */
export async function dateModules(
  transaction: Kysely<Tables>,
  facts: PlantFacts,
  next: ModulesOfPlant,
  { from, nowMs }: Readonly<{ from: CapacityFrom; nowMs: number }>,
): Promise<DatedModules> {
  const today = localDate(nowMs, facts.zone)
  if (typeof from === 'string' && (!isDate(from) || from < '1950' || from > today))
    throw new Refusal('PARAM_ERROR', { field: 'capacityFrom' })
  if (from === undefined && next.capacityWp === facts.capacityWp)
    return { ...next, formerModules: facts.formerModules.map((former) => turn(former, facts, next)) }
  const since = from === undefined ? ((await hasDayBefore(transaction, facts.plantId, today)) ? today : null) : from
  const after = changeModules(facts, next, since)
  if (after.formerModules.length > MOST_FORMER) throw new Refusal('TOO_MANY', { most: MOST_FORMER })
  return after
}

export const toModuleColumns = ({ capacityWp, azimuthDeg, tiltDeg, planes, formerModules }: DatedModules) => ({
  capacity_wp: capacityWp,
  azimuth_deg: azimuthDeg,
  tilt_deg: tiltDeg,
  planes: JSON.stringify(planes),
  former_modules: JSON.stringify(formerModules),
})

/** Removes the capacity that counts from a day on: the one before it counts on. @throws Refusal NOT_FOUND */
export async function removeCapacity(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  from: string,
): Promise<Readonly<{ before: PlantFacts; after: DatedModules }>> {
  return db.transaction(async (transaction) => {
    const before = await getFactsForEdit(transaction, plantId)
    const after = removeModules(before, from)
    if (after === undefined) throw new Refusal('NOT_FOUND')
    await recounts.ask(transaction, plantId)
    await transaction.updateTable('plants').set(toModuleColumns(after)).where('id', '=', plantId).execute()
    await notify(transaction, 'plant_changed', String(plantId))
    return { before, after }
  })
}

/** A direction that was the same as today's is corrected with it. */
function turn<T extends ModulesOfPlant>(former: T, before: ModulesOfPlant, next: ModulesOfPlant): T {
  const isSame = former.planes.length === 0 && before.planes.length === 0 && next.planes.length === 0
  if (!isSame || former.azimuthDeg !== before.azimuthDeg || former.tiltDeg !== before.tiltDeg) return former
  return { ...former, azimuthDeg: next.azimuthDeg, tiltDeg: next.tiltDeg }
}

const hasDayBefore = async (transaction: Kysely<Tables>, plantId: number, today: string): Promise<boolean> =>
  (await transaction
    .selectFrom('plant_days')
    .select('day')
    .where('plant_id', '=', plantId)
    .where('day', '<', today)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Values that follow from the planes cannot be edited beside them. @throws Refusal PARAM_ERROR */
export function refuseBesidePlanes(planes: readonly ModulePlane[], changed: readonly string[]): void {
  const field = planes.length > 0 && changed.find((part) => beside.includes(part))
  if (field) throw new Refusal('PARAM_ERROR', { field, planes: planes.length })
}
const beside: readonly string[] = ['capacityWp', 'azimuthDeg', 'tiltDeg']
