import { DAY_MS, HOUR_MS } from '../duration.ts'

/** An hour of the past: what the model makes of its weather (W), what a clear sky would have made, and what came. */
export type HourPair = Readonly<{
  /** Start, UTC ms. */
  atMs: number
  modelledW: number
  clearW: number
  measuredW: number
}>

/**
 * What a plant's own history teaches: measured over modelled, by hour of the UTC day and by how much of a clear sky's
 * light there was. All 1: nothing is known yet.
 */
export type Calibration = Readonly<{
  hours: readonly number[]
  /** Under thick clouds, between, and in the clear. */
  skies: readonly number[]
  /** Days that it was learned from. */
  days: number
  /**
   * How far a day's energy strays from the calibrated model although its weather is known: standard deviation of the
   * logarithm.
   */
  spread: number
}>

export const uncalibrated: Calibration = {
  hours: new Array<number>(24).fill(1),
  skies: [1, 1, 1],
  days: 0,
  spread: 0.15,
}

/** A month ago counts a half. */
const HALF_LIFE_MS = 21 * DAY_MS
/** As many ordinary days stand for what is believed before anything was measured. */
const PRIOR_DAYS = 2
const PRIOR_HOURS = 6
const PRIOR_SKY_HOURS = 80
/** A smaller share of the largest modelled hour is dawn and dusk: horizons and haze, not the plant. */
const LEAST_SHARE = 0.02
/** A day of less or more than the usual by this factor had an outage, snow, or a hole in its data. */
const OUTLIER = 2
const FEWEST_DAYS = 3
const LEAST = 0.05
const MOST = 2

/** The upper bounds of the first two classes of skies, as a share of a clear one. */
const skyBounds = [0.35, 0.75] as const

const skyOf = (modelledW: number, clearW: number): number => {
  const share = clearW > 0 ? modelledW / clearW : 1
  return share < skyBounds[0] ? 0 : share < skyBounds[1] ? 1 : 2
}

/**
 * Learns from past hours, newer ones more. Pure; needs three days, else nothing changes.
 * @param pairs hours with weather and measured power; clipped or limited ones left out
 */
export function calibrate(pairs: readonly HourPair[], nowMs: number): Calibration {
  const topW = pairs.reduce((most, { modelledW }) => Math.max(most, modelledW), 0)
  const lit = pairs.filter(({ modelledW }) => modelledW > topW * LEAST_SHARE)
  const kept = leaveOutliers(lit)
  const days = new Set(kept.map(dayOf)).size
  if (days < FEWEST_DAYS) return { ...uncalibrated, days }
  const weigh = ({ atMs }: HourPair): number => 0.5 ** (Math.max(0, nowMs - atMs) / HALF_LIFE_MS)
  const whole = sum(kept, weigh)
  const dayWh = whole.modelled / whole.weight
  const overall = ratio(whole, 1, dayWh * (PRIOR_DAYS * 10))
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const own = sum(
      kept.filter(({ atMs }) => hourOf(atMs) === hour),
      weigh,
    )
    return own.weight === 0 ? clamp(overall) : clamp(ratio(own, overall, (own.modelled / own.weight) * PRIOR_HOURS))
  })
  const byHour = kept.map((pair) => ({ ...pair, modelledW: pair.modelledW * (hours[hourOf(pair.atMs)] ?? 1) }))
  const skies = [0, 1, 2].map((sky) => {
    const own = sum(
      byHour.filter((_, i) => skyOf(kept[i]?.modelledW ?? 0, kept[i]?.clearW ?? 0) === sky),
      weigh,
    )
    return own.weight === 0 ? 1 : clamp(ratio(own, 1, (own.modelled / own.weight) * PRIOR_SKY_HOURS))
  })
  const learned = { hours, skies, days, spread: uncalibrated.spread }
  return { ...learned, spread: spreadOf(kept, learned) }
}

/** Power after calibration, W, without any limit of inverters. @param atMs any instant of the hour */
export function applyCalibration(
  { hours, skies }: Calibration,
  atMs: number,
  modelledW: number,
  clearW: number,
): number {
  return modelledW * (hours[hourOf(atMs)] ?? 1) * (skies[skyOf(modelledW, clearW)] ?? 1)
}

const hourOf = (atMs: number): number => Math.floor((((atMs % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS)
const dayOf = ({ atMs }: HourPair): number => Math.floor(atMs / DAY_MS)
const clamp = (factor: number): number => Math.min(MOST, Math.max(LEAST, factor))

type Sums = Readonly<{ modelled: number; measured: number; weight: number }>

function sum(pairs: readonly HourPair[], weigh: (pair: HourPair) => number): Sums {
  let modelled = 0
  let measured = 0
  let weight = 0
  for (const pair of pairs) {
    const own = weigh(pair)
    modelled += pair.modelledW * own
    measured += pair.measuredW * own
    weight += own
  }
  return { modelled, measured, weight }
}

/** Measured over modelled, drawn towards what was believed before by `priorWh` of belief. */
const ratio = ({ modelled, measured }: Sums, prior: number, priorWh: number): number =>
  modelled + priorWh > 0 ? (measured + prior * priorWh) / (modelled + priorWh) : prior

/** Without the days that are far from the median of all: something else than the sky ruled them. */
function leaveOutliers(pairs: readonly HourPair[]): readonly HourPair[] {
  const sums = groupDays(pairs)
  const ratios = [...sums.values()].map(({ modelled, measured }) => measured / modelled)
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]
  if (middle === undefined || middle <= 0) return pairs
  return pairs.filter((pair) => {
    const own = sums.get(dayOf(pair))
    const share = own === undefined ? 0 : own.measured / own.modelled / middle
    return share > 1 / OUTLIER && share < OUTLIER
  })
}

function groupDays(pairs: readonly HourPair[]): Map<number, { modelled: number; measured: number }> {
  const sums = new Map<number, { modelled: number; measured: number }>()
  for (const pair of pairs) {
    const own = sums.get(dayOf(pair)) ?? { modelled: 0, measured: 0 }
    own.modelled += pair.modelledW
    own.measured += pair.measuredW
    sums.set(dayOf(pair), own)
  }
  return sums
}

function spreadOf(pairs: readonly HourPair[], learned: Calibration): number {
  const calibrated = pairs.map((pair) => ({
    ...pair,
    modelledW: applyCalibration(learned, pair.atMs, pair.modelledW, pair.clearW),
  }))
  const logs = [...groupDays(calibrated).values()].flatMap(({ modelled, measured }) =>
    modelled > 0 && measured > 0 ? [Math.log(measured / modelled)] : [],
  )
  if (logs.length < FEWEST_DAYS) return uncalibrated.spread
  const mean = logs.reduce((all, one) => all + one, 0) / logs.length
  return Math.min(1, Math.max(0.03, Math.sqrt(logs.reduce((all, one) => all + (one - mean) ** 2, 0) / logs.length)))
}
