import { Refusal } from '@heliograph/domain/errors.ts'
import { type ModulesVersion, versionsOf } from '@heliograph/domain/former-modules.ts'
import { type PlantRecord, recountsHistory } from '@heliograph/domain/plant-record.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { hasFirstVersion } from '../finance/finance.ts'
import { type CapacityFrom, dateModules, refuseBesidePlanes, toModuleColumns } from './edit-modules.ts'
import { cleanRecord, findChanges, getFactsForEdit, toColumns } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** A plant's record before and after an edit, and the parts that differ. */
export type PlantEdit = Readonly<{
  before: PlantRecord
  after: PlantRecord
  changed: readonly (keyof PlantRecord)[]
  /** Its modules by date, before and after. */
  versions: VersionsEdit
  /** Past energies are being recounted. */
  recounts: boolean
}>
export type VersionsEdit = Readonly<{ before: readonly ModulesVersion[]; after: readonly ModulesVersion[] }>

const ofModules: readonly (keyof PlantRecord)[] = ['capacityWp', 'azimuthDeg', 'tiltDeg']

/** Edits a plant's record. @param when `capacityFrom`: from which day its capacity counts (`dateModules`)
 * @throws Refusal NOT_FOUND, PARAM_ERROR for a name without visible characters, or for what the planes or the first
 * tariff of the plant say */
export async function editPlant(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  edit: Partial<PlantRecord>,
  { nowMs, capacityFrom }: Readonly<{ nowMs: number; capacityFrom?: CapacityFrom }>,
): Promise<PlantEdit> {
  return db.transaction(async (transaction) => {
    const before = await getFactsForEdit(transaction, plantId)
    const after = cleanRecord({ ...before, ...edit })
    const changed = findChanges(before, after)
    refuseBesidePlanes(before.planes, changed)
    // A day alone says nothing, and planes are dated by their own call.
    if (capacityFrom !== undefined && (edit.capacityWp === undefined || before.planes.length > 0))
      throw new Refusal('PARAM_ERROR', { field: 'capacityFrom' })
    // A tariff from the start takes the place of the plain price: an edit of it would be shown and count nowhere.
    if (changed.includes('pricePerKwh') && (await hasFirstVersion({ kysely: transaction }, plantId)))
      throw new Refusal('PARAM_ERROR', { field: 'mergeElectricPrice', tariff: 'start' })
    const { capacityWp, azimuthDeg, tiltDeg, zone } = after
    const dated =
      capacityFrom === undefined && !changed.some((part) => ofModules.includes(part))
        ? before
        : await dateModules(
            transaction,
            { ...before, zone },
            { capacityWp, azimuthDeg, tiltDeg, planes: before.planes },
            { from: capacityFrom, nowMs },
          )
    const versions = { before: versionsOf(before), after: versionsOf(dated) }
    const isMoved = JSON.stringify(versions.before) !== JSON.stringify(versions.after)
    const isRecounted = isMoved || changed.some((part) => recountsHistory[part])
    if (isRecounted) await recounts.ask(transaction, plantId)
    if (isMoved || changed.length > 0) {
      await transaction
        .updateTable('plants')
        .set({ ...toColumns(after), ...toModuleColumns(dated) })
        .where('id', '=', plantId)
        .execute()
      // Open pages show it with the next event.
      await notify(transaction, 'plant_changed', String(plantId))
    }
    return { before, after, changed, versions, recounts: isRecounted }
  })
}
