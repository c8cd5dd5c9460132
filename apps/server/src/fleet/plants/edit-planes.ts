import { versionsOf } from '@heliograph/domain/former-modules.ts'
import { type ModulePlane, planesOf, toModulesOfPlant } from '@heliograph/domain/module-plane.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { type CapacityFrom, dateModules, toModuleColumns } from './edit-modules.ts'
import type { VersionsEdit } from './edit-plant.ts'
import { getFactsForEdit } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** The planes of a plant before and after an edit, at least one each. */
export type PlanesEdit = Readonly<{
  before: readonly ModulePlane[]
  after: readonly ModulePlane[]
  isChanged: boolean
  versions: VersionsEdit
  /** Past energies are being recounted. */
  recounts: boolean
}>

/**
 * Replaces the planes of a plant's modules. Its capacity becomes their sum, its orientation that of the largest.
 * @param planes at least one @param when `capacityFrom`: from which day they count (`dateModules`)
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function editPlanes(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  planes: readonly ModulePlane[],
  { nowMs, capacityFrom }: Readonly<{ nowMs: number; capacityFrom?: CapacityFrom }>,
): Promise<PlanesEdit> {
  const modules = toModulesOfPlant(planes.map((plane) => ({ ...plane, name: cleanLine(plane.name) })))
  return db.transaction(async (transaction) => {
    const facts = await getFactsForEdit(transaction, plantId)
    const dated = await dateModules(transaction, facts, modules, { from: capacityFrom, nowMs })
    const [before, after] = [planesOf(facts), planesOf(modules)]
    const versions = { before: versionsOf(facts), after: versionsOf(dated) }
    const isTurned = JSON.stringify(versions.before.map(toShape)) !== JSON.stringify(versions.after.map(toShape))
    const isChanged = isTurned || before.some(({ name }, i) => name !== after[i]?.name)
    if (isTurned) await recounts.ask(transaction, plantId)
    if (isChanged) {
      await transaction.updateTable('plants').set(toModuleColumns(dated)).where('id', '=', plantId).execute()
      await notify(transaction, 'plant_changed', String(plantId))
    }
    return { before, after, isChanged, versions, recounts: isTurned }
  })
}

/** Facts that past energies depend on: all but the names. */
const toShape = ({ from, modules }: VersionsEdit['before'][number]) => [
  from,
  ...planesOf(modules).map(({ azimuthDeg, tiltDeg, capacityWp }) => [azimuthDeg, tiltDeg, capacityWp]),
]
