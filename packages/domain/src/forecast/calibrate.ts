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
 * Calibration from a plant's own history: measured over modelled. In the clear by hour of the UTC day, because direct
 * light meets trees, horizons and a plane that points elsewhere than entered; under clouds the light comes from
 * everywhere, and one factor serves all hours. All 1: nothing is known yet.
 */
export type Calibration = Readonly<{
  clear: readonly number[]
  cloudy: number
  /** Days that it was learned from. */
  days: number
  /**
   * How far a day's energy strays from the calibrated model although its weather is known: standard deviation of the
   * logarithm.
   */
  spread: number
}>

export const uncalibrated: Calibration = { clear: new Array<number>(24).fill(1), cloudy: 1, days: 0, spread: 0.15 }

/** Two weeks ago counts a half: the sun's way changes. */
const HALF_LIFE_MS = 14 * DAY_MS
/** As many ordinary hours stand for what is believed before anything was measured: of all, of one hour, under clouds. */
const PRIOR_HOURS_OF_ALL = 20
const PRIOR_HOURS_OF_ONE = 6
const PRIOR_HOURS_OF_CLOUDS = 10
/** The factors of the clear and of the clouds need each other; after this many turns they stand still. */
const TURNS = 4
/** A smaller share of the largest modelled hour is dawn and dusk: horizons and haze, not the plant. */
const LEAST_SHARE = 0.02
/** A day of less or more than the usual by this factor had an outage, snow, or a hole in its data. */
const OUTLIER = 2
const FEWEST_DAYS = 3
const LEAST = 0.05
const MOST = 2

/** Shares of a clear sky's power: below, no direct light is left; above, no cloud. */
const OVERCAST = 0.1
const CLOUDLESS = 0.9

/** 0 under thick clouds, 1 in the clear. */
const clearnessOf = (modelledW: number, clearW: number): number =>
  clearW > 0 ? Math.min(1, Math.max(0, (modelledW / clearW - OVERCAST) / (CLOUDLESS - OVERCAST))) : 1

/**
 * Learns from past hours, newer ones more. Pure; needs three days, else nothing changes.
 * @param pairs hours with weather and measured power; clipped or limited ones left out
 */
export function calibrate(pairs: readonly HourPair[], nowMs: number): Calibration {
  const topW = pairs.reduce((most, { modelledW }) => Math.max(most, modelledW), 0)
  const kept = leaveOutliers(pairs.filter(({ modelledW }) => modelledW > topW * LEAST_SHARE))
  const days = new Set(kept.map(dayOf)).size
  if (days < FEWEST_DAYS) return { ...uncalibrated, days }
  const learned = { ...fitFactors(kept.map((pair) => weigh(pair, nowMs))), days, spread: uncalibrated.spread }
  return { ...learned, spread: spreadOf(kept, learned) }
}

type WeighedHour = Readonly<{ hour: number; clearness: number; modelledW: number; measuredW: number; weight: number }>

const weigh = ({ atMs, modelledW, measuredW, clearW }: HourPair, nowMs: number): WeighedHour => ({
  hour: hourOf(atMs),
  clearness: clearnessOf(modelledW, clearW),
  modelledW,
  measuredW,
  weight: 0.5 ** (Math.max(0, nowMs - atMs) / HALF_LIFE_MS),
})

/**
 * Factors that make the sums of what was said and of what came equal, in the clear and under clouds. Sums, not squares:
 * weather is known badly by the hour, and squares would learn from that to promise too little.
 */
function fitFactors(all: readonly WeighedHour[]): Pick<Calibration, 'clear' | 'cloudy'> {
  const overall = ratioOf(all, PRIOR_HOURS_OF_ALL, 1, ({ modelledW, measuredW }) => [modelledW, measuredW])
  const byHour = Array.from({ length: 24 }, (_, hour) => all.filter((item) => item.hour === hour))
  let [clear, cloudy] = [byHour.map(() => overall), overall]
  for (let turn = 0; turn < TURNS; turn++) {
    const underClouds = cloudy
    clear = byHour.map((own) =>
      ratioOf(own, PRIOR_HOURS_OF_ONE, overall, ({ clearness, modelledW, measuredW }) => [
        clearness ** 2 * modelledW,
        clearness * (measuredW - (1 - clearness) * modelledW * underClouds),
      ]),
    )
    const inTheClear = clear
    cloudy = ratioOf(all, PRIOR_HOURS_OF_CLOUDS, overall, ({ hour, clearness, modelledW, measuredW }) => [
      (1 - clearness) ** 2 * modelledW,
      (1 - clearness) * (measuredW - clearness * modelledW * (inTheClear[hour] ?? 1)),
    ])
  }
  return { clear, cloudy }
}

/** Came over said, drawn towards what was believed before by some ordinary hours of belief. */
function ratioOf(
  hours: readonly WeighedHour[],
  priorHours: number,
  prior: number,
  partsOf: (hour: WeighedHour) => readonly [said: number, came: number],
): number {
  let [forecast, came, modelled, weights] = [0, 0, 0, 0]
  for (const hour of hours) {
    const [ownForecast, ownCame] = partsOf(hour)
    forecast += hour.weight * ownForecast
    came += hour.weight * ownCame
    modelled += hour.weight * hour.modelledW
    weights += hour.weight
  }
  const belief = weights > 0 ? (priorHours * modelled) / weights : 0
  return forecast + belief > 0 ? Math.min(MOST, Math.max(LEAST, (came + prior * belief) / (forecast + belief))) : prior
}

/** Power after calibration, W, without any limit of inverters. @param atMs any instant of the hour */
export function applyCalibration(
  { clear, cloudy }: Calibration,
  atMs: number,
  modelledW: number,
  clearW: number,
): number {
  const clearness = clearnessOf(modelledW, clearW)
  return modelledW * (cloudy * (1 - clearness) + (clear[hourOf(atMs)] ?? 1) * clearness)
}

const hourOf = (atMs: number): number => Math.floor((((atMs % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS)
const dayOf = ({ atMs }: HourPair): number => Math.floor(atMs / DAY_MS)

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
  const mean = logs.reduce((all, log) => all + log, 0) / logs.length
  return Math.min(1, Math.max(0.03, Math.sqrt(logs.reduce((all, log) => all + (log - mean) ** 2, 0) / logs.length)))
}
