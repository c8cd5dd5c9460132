/** The room's front door: how samples are kept is known behind it only. */
export { append, MAX_BATCH } from './append.ts'
export { type Latest, type LatestValue, latest, latestOfPlants, latestWithin } from './latest.ts'
export { ensurePartitions, HOT_DAYS } from './partitions.ts'
export { type Curve, type CurvePoint, plantCurve } from './plant-curve.ts'
export {
  fleetToday,
  type PlantPeriod,
  plantDays,
  plantMonths,
  plantsToday,
  plantTotals,
  plantYears,
} from './plant-periods.ts'
export { type GenerationSums, sumGeneration } from './plant-sums.ts'
export { type QuarantinedStep, quarantined } from './quarantine.ts'
export { removeTelemetry, removeTelemetryWithin } from './removal.ts'
export { applyRetention, DEFAULT_RETENTION, type Retention } from './retention.ts'
export type { AppendResult, DeviceChange, DeviceMeta, Newest, NewSample, RefusedStep, SampleOutcome } from './sample.ts'
export { type SealReport, sealDays } from './sealing.ts'
export { deviceSeries, type Gap, gapsOf, type SampleRow, samplesOf } from './series.ts'
export type { Resolution, Series, SeriesPoint, SeriesQuery, StateShare } from './series-query.ts'
