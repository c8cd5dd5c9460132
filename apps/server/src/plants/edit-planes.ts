import { Refusal } from '@heliograph/domain/errors.ts'
import { type ModulePlane, planesOf, toModulesOfPlant } from '@heliograph/domain/module-plane.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { getFactsForEdit } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** The planes of a plant before and after an edit, at least one each. */
export type PlanesEdit = Readonly<{
  before: readonly ModulePlane[]
  after: readonly ModulePlane[]
  isChanged: boolean
  /** Past energies are being recounted. */
  recounts: boolean
}>

/**
 * Replaces the planes of a plant's modules. Its capacity becomes their sum, its orientation that of the largest.
 * @param planes at least one @throws Refusal NOT_FOUND
 */
export async function editPlanes(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  planes: readonly ModulePlane[],
): Promise<PlanesEdit> {
  const modules = toModulesOfPlant(planes.map((plane) => ({ ...plane, name: cleanLine(plane.name) })))
  return db.transaction(async (transaction) => {
    const facts = await getFactsForEdit(transaction, plantId)
    const [before, after] = [planesOf(facts), planesOf(modules)]
    const isTurned = toShape(before) !== toShape(after)
    const isChanged = isTurned || before.some(({ name }, i) => name !== after[i]?.name)
    if (isTurned) await recounts.ask(transaction, plantId)
    if (isChanged) {
      const { capacityWp, azimuthDeg, tiltDeg } = modules
      await transaction
        .updateTable('plants')
        .set({
          capacity_wp: capacityWp,
          azimuth_deg: azimuthDeg,
          tilt_deg: tiltDeg,
          planes: JSON.stringify(modules.planes),
        })
        .where('id', '=', plantId)
        .execute()
      await notify(transaction, 'plant_changed', String(plantId))
    }
    return { before, after, isChanged, recounts: isTurned }
  })
}

/** What past energies depend on: all but the names. */
const toShape = (planes: readonly ModulePlane[]): string =>
  JSON.stringify(planes.map(({ azimuthDeg, tiltDeg, capacityWp }) => [azimuthDeg, tiltDeg, capacityWp]))

/** What planes say together cannot be edited beside them. @throws Refusal PARAM_ERROR */
export function refuseBesidePlanes(planes: readonly ModulePlane[], changed: readonly string[]): void {
  const field = planes.length > 0 && changed.find((part) => beside.includes(part))
  if (field) throw new Refusal('PARAM_ERROR', { field, planes: planes.length })
}
const beside: readonly string[] = ['capacityWp', 'azimuthDeg', 'tiltDeg']
