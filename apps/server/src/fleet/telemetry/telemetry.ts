/** The room's front door: how samples are stored is known only behind it. */
export { acceptedCounters } from './accepted-counters.ts'
export { append, MAX_BATCH } from './append.ts'
export { deviceDays } from './device-days.ts'
export { counterDisagreements } from './disagreements.ts'
export { firstDay } from './first-day.ts'
export { type FlowHours, flowHours, shapeHours, spansOfDays } from './flow-hours.ts'
export { generationDays } from './generation-days.ts'
export { countGridCharge } from './grid-charge.ts'
export { type DayGeneration, lastDays } from './last-days.ts'
export { getLatestOfPlants, getLatestWithin, type Latest, latest, lockLastRecord } from './latest.ts'
export { lockDevices } from './lock-devices.ts'
export { type NewerSamples, newerSamples } from './newer-samples.ts'
export { ensurePartitions, HOT_DAYS } from './partitions.ts'
export { type Curve, plantCurve } from './plant-curve.ts'
export {
  fleetToday,
  generationByParts,
  generationOfPlants,
  type PlantPeriod,
  plantDays,
  plantMonths,
  plantsToday,
  plantTotals,
  plantYears,
  rangeOfPlants,
} from './plant-periods.ts'
export { type GenerationSums, sumGeneration } from './plant-sums.ts'
export { type ChangedDay, previewRecount } from './preview-recount.ts'
export { decideStep, quarantined, type StepDecision } from './quarantine.ts'
export { type RecountOptions, recount } from './recount.ts'
export { type RefusedPower, readHidden, refusedPowers } from './refused-powers.ts'
export { removeDaysOnlyOf, removeTelemetry, removeTelemetryWithin } from './removal.ts'
export { readReplaced, replaceDays } from './replaced-days.ts'
export { applyRetention, DEFAULT_RETENTION } from './retention.ts'
export {
  type AppendResult,
  type DeviceChange,
  type DeviceMeta,
  type LateDevice,
  MOST_SLOTS,
  type Newest,
  type NewSample,
  toNewest,
} from './sample.ts'
export { sealDays } from './sealing.ts'
export { sealHours } from './sealing-hours.ts'
export { sealMonths } from './sealing-months.ts'
export { deviceSeries, type Gap, gapsOf, type SampleRow, sampleInstants, samplesOf } from './series.ts'
export { seriesOfDevices } from './series-of-devices.ts'
export type { Resolution, SeriesPoint } from './series-query.ts'
export { countByHour, digestMonths } from './stored-counts.ts'
export { countStoredSamples } from './stored-rows.ts'
export { countSlot, giveSamples, takeSamples, uncountDevice } from './taken-samples.ts'
