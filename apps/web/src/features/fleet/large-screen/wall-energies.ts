import type { FlowNode } from '../../../api/plant-now.ts'

/** Energies of a day, kWh; null: unknown. */
type DayEnergies = Readonly<{
  pvWh: number | null
  loadWh: number | null
  exportWh: number | null
  importWh: number | null
}>
type WallEnergy = Readonly<{ id: 'produced' | 'used' | 'fedIn' | 'bought'; energyWh: number | null }>

/**
 * Energies of a plant's day on a wall. A plant without a grid has neither feed-in nor purchase, unless some was
 * counted.
 */
export function listEnergies(day: DayEnergies, nodes: readonly Pick<FlowNode, 'role'>[]): readonly WallEnergy[] {
  const hasGrid = nodes.some(({ role }) => role === 'grid')
  const ofGrid: readonly WallEnergy[] = [
    { id: 'fedIn', energyWh: day.exportWh },
    { id: 'bought', energyWh: day.importWh },
  ]
  return [
    { id: 'produced', energyWh: day.pvWh },
    { id: 'used', energyWh: day.loadWh },
    ...ofGrid.filter(({ energyWh }) => hasGrid || (energyWh ?? 0) > 0),
  ]
}
