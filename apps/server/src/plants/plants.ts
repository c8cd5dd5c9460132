export { addPlant, defaultPlantLimits, type PlantLimits } from './add-plant.ts'
export { type AnalyzedKind, analysisInputs, analyzePeriod, type PeriodAnalysis } from './analyze-period.ts'
export { getBillingDay, setBillingDay } from './billing-day.ts'
export { clippingLimitW } from './clipping-limit.ts'
export { comparePeriods, type RangeFigures } from './compare-periods.ts'
export { countPlants, type PlantCounts } from './count-plants.ts'
export type { DayPoint } from './day-curve.ts'
export { dueTime } from './day-gaps.ts'
export { listDayOffsets, setDayOffset } from './day-offsets.ts'
export { editMetering, type MeteringChange } from './edit-metering.ts'
export { editPlanes, type PlanesEdit } from './edit-planes.ts'
export { editPlant, type PlantEdit } from './edit-plant.ts'
export type { EnergyFigures } from './energy-figures.ts'
export { energySaved, savingFactors } from './energy-saved.ts'
export { type FleetPlace, type FleetPlant, getFleetToday, listFleet, listPlaces } from './fleet.ts'
export { type FleetPeriod, findUsualZone, fleetPeriod } from './fleet-period.ts'
export { type FleetScreen, readFleetScreen } from './fleet-screen.ts'
export { setGenerationZero } from './generation-zero.ts'
export { ANALYSIS_VERSION, analysisRules } from './judge-period.ts'
export { getPlant, listPlants, type PlantView } from './list-plants.ts'
export { listAble } from './metering-sources.ts'
export { drawCurve, type PlantDay, planDays, plantDay } from './plant-day.ts'
export { getFacts, type PlantFacts, toFacts } from './plant-facts.ts'
export { type PlantFigures, plantFigures } from './plant-figures.ts'
export { type PlantFinance, plantFinance } from './plant-finance.ts'
export { namesOf, networkStatusOf, type PlantNow, plantNow } from './plant-now.ts'
export { type PlantPeriod, periodFigures, plantPeriod } from './plant-period.ts'
export {
  addTag,
  listTags,
  MOST_ON_PLANT,
  MOST_TAGS,
  type PlantTag,
  removeTag,
  renameTag,
  tagPlants,
} from './plant-tags.ts'
export { previewMetering } from './preview-metering.ts'
export { createRecounts, findRecount, type RecountProgress, type Recounts } from './recounts.ts'
export {
  decideRefusedStep,
  listRefusedPowers,
  listRefusedSteps,
  type NamedRefusedPower,
  type RefusedStep,
} from './refused-steps.ts'
export { removePlant } from './remove-plant.ts'
export { listViews, MOST_VIEWS, removeView, type SavedView, saveView } from './saved-views.ts'
export { findSideNode, type SideNode } from './side-nodes.ts'
export { findWatched, type HolderKey, holderOf, keyOf } from './watched-holders.ts'
