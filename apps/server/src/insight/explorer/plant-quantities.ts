import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { DayPoint } from '../../fleet/plants/plants.ts'

/** Powers of a plant as a whole, by the quantity that means the same of a device. */
export const plantPowers = {
  pvPowerW: 'pvW',
  gridPowerW: 'gridW',
  batteryPowerW: 'batteryW',
  loadPowerW: 'loadW',
  generatorPowerW: 'generatorW',
  epsPowerW: 'upsW',
  batterySocPercent: 'socPercent',
} as const satisfies Partial<Record<QuantityId, keyof DayPoint>>
export type PlantPowerId = keyof typeof plantPowers

/** Its energies. The consumption is the balance at its boundary where the grid is measured (domain/energy-flow.ts). */
export const plantEnergies = {
  generationTotalWh: 'generation',
  gridImportTotalWh: 'import',
  gridExportTotalWh: 'export',
  batteryChargeTotalWh: 'charge',
  batteryDischargeTotalWh: 'discharge',
  generatorTotalWh: 'generator',
  loadTotalWh: 'use',
} as const satisfies Partial<Record<QuantityId, Flow | 'use'>>
export type PlantEnergyId = keyof typeof plantEnergies

export const isPlantPower = (id: string): id is PlantPowerId => Object.hasOwn(plantPowers, id)
export const isPlantEnergy = (id: string): id is PlantEnergyId => Object.hasOwn(plantEnergies, id)
export const isPlantQuantity = (id: string): boolean => isPlantPower(id) || isPlantEnergy(id)

/** Quantities that can be shown of every plant; those that it does not measure are empty. */
export const plantQuantities = [...Object.keys(plantPowers), ...Object.keys(plantEnergies)] as readonly QuantityId[]
