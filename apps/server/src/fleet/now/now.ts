/** The room's front door: the current state as rows that every screen reads. */

export { getClearSkyShare } from './clear-sky-share.ts'
export { moveClock, settleNow } from './clock.ts'
export { knownSleepMs } from './compute-now.ts'
export { productionOf } from './device-memory.ts'
export { findFaultStarts } from './fault-start.ts'
export { countLoggers, onlineUntilMs } from './logger-contact.ts'
export { createPlantNews } from './plant-news.ts'
export { type DevicePlan, madeBy, type PlantPlan, readPlans } from './plant-plan.ts'
export { type PlantPower, type Reading, sumShownPower } from './plant-power.ts'
export { ALARMS_CHANGED, markPlantsChanged, notifyAlarms, notifyPlants, recheckSilent } from './plants-changed.ts'
export {
  choosePowerSources,
  type PowerRole,
  type PowerSources,
  powerRoles,
  type Source,
} from './power-sources.ts'
export { createNowReaction } from './react.ts'
export {
  type DeviceRow,
  nowColumns,
  type PlantRow,
  readDevicesNow,
  readPlantNow,
  readStatuses,
  toPlantRow,
} from './read-now.ts'
