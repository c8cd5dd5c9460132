import type { FlowNode } from '../../../api/plant-now.ts'

/** Energies of a day, kWh; null: unknown. */
type DayEnergies = Readonly<{
  pvKwh: number | null
  loadKwh: number | null
  exportKwh: number | null
  importKwh: number | null
}>
type WallEnergy = Readonly<{ id: 'produced' | 'used' | 'fedIn' | 'bought'; kwh: number | null }>

/**
 * Energies of a plant's day on a wall. A plant without a grid has neither feed-in nor purchase, unless some was
 * counted.
 */
export function listEnergies(day: DayEnergies, nodes: readonly Pick<FlowNode, 'role'>[]): readonly WallEnergy[] {
  const hasGrid = nodes.some(({ role }) => role === 'grid')
  const ofGrid: readonly WallEnergy[] = [
    { id: 'fedIn', kwh: day.exportKwh },
    { id: 'bought', kwh: day.importKwh },
  ]
  return [
    { id: 'produced', kwh: day.pvKwh },
    { id: 'used', kwh: day.loadKwh },
    ...ofGrid.filter(({ kwh }) => hasGrid || (kwh ?? 0) > 0),
  ]
}
