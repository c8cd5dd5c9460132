export { addPlant, type NewPlant } from './add-plant.ts'
export type { DayPoint } from './day-curve.ts'
export type { EnergyFigures } from './energy-figures.ts'
export { energySaved, savingFactors } from './energy-saved.ts'
export {
  countPlants,
  getPlant,
  listPlants,
  type PlantCounts,
  type PlantFilter,
  type PlantSearch,
  type PlantView,
} from './list-plants.ts'
export { type PlantDay, plantDay } from './plant-day.ts'
export { type PlantFigures, plantFigures } from './plant-figures.ts'
export { namesOf, networkStatusOf, type PlantNow, type PlantState, plantNow } from './plant-now.ts'
export { type PeriodKind, type PlantPeriod, plantPeriod } from './plant-period.ts'
export { removePlant } from './remove-plant.ts'
