import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import { saveTariff } from '../../../api/finance.ts'
import { editPlanes } from '../../../api/planes.ts'
import { createPlant } from '../../../api/plants.ts'
import type { MoneyDraft } from './kept-draft.ts'
import { toTariff } from './money-step.tsx'

/** Parts that were not saved although the plant was created. */
export type Unsaved = 'planes' | 'tariff'

/** Creates a plant with its planes and prices; what fails after its creation is named, for the plant stays. */
export async function createWhole(
  record: PlantRecord,
  planes: readonly ModulePlane[] | undefined,
  money: MoneyDraft,
): Promise<Readonly<{ id: number; unsaved: readonly Unsaved[] }>> {
  const id = await createPlant(record)
  const tariff = toTariff(money)
  const unsaved: Unsaved[] = []
  if (planes && planes.length > 1) await editPlanes(id, planes).catch(() => unsaved.push('planes'))
  if (tariff) await saveTariff(id, { from: null, tariff }).catch(() => unsaved.push('tariff'))
  return { id, unsaved }
}
