import { type Climate, type ClimateName, findClimate, getDayIndexAtRank } from './climates.ts'
import { clamp } from './degrees.ts'
import { getDayOfYearUtc } from './extraterrestrial.ts'
import { normalAt, randomAt, smoothNoiseAt } from './random.ts'
import { DAY_MS } from './spans.ts'

/**
 * The sky over a plant. Plants with the same `regionSeed` share the weather of the day; `seed` varies the single
 * clouds.
 * Longitude (degrees, east +) sets the start of the local day, latitude the hemisphere's season.
 */
export type Sky = Readonly<{
  seed: number
  regionSeed: number
  climate: ClimateName
  latitudeDeg: number
  longitudeDeg: number
}>

const MS_PER_DEGREE = 240_000
/** Each cell contains one cloud boundary, so runs of similar cells last from one to some thirty minutes. */
const CELL_MS = 450_000
/** The time that a cloud's edge takes to pass over a plant. */
const EDGE_MS = 150_000
/** Width of the brighter rim around a cloud's shadow. */
const RIM_MS = 390_000
const stream = { day: 1, depth: 2, gap: 3, boundary: 4, state: 5, shade: 6, drift: 7 } as const

/** The character of a sky's local solar day: mean index, index under cloud and in gaps, share of gaps (0..1). */
export type DaySky = Readonly<{ meanIndex: number; cloudIndex: number; gapIndex: number; gapShare: number }>

/**
 * Clear-sky index (global irradiance over cloudless, 0.02..1.4, dimensionless) at a UTC instant (ms). Pure and
 * deterministic: any instant can be asked for on its own. Exactly 1 in the climate `clear`. A day's mean is drawn from
 * its season's measured quantiles and tied to the day before; inside the day clouds and gaps alternate at random, with
 * soft edges, bright rims and a slow drift. Days turn at local solar midnight.
 */
export function getClearSkyIndex(sky: Sky, atMs: number): number {
  const climate = findClimate(sky.climate)
  if (climate === undefined) return 1
  const solarMs = atMs + sky.longitudeDeg * MS_PER_DEGREE
  const day = getDaySky(sky, climate, Math.floor(solarMs / DAY_MS))
  const drift = 1 + getDriftSize(day.meanIndex) * smoothNoiseAt(sky.seed, stream.drift, solarMs / 2_700_000)
  if (day.gapShare >= 1) return day.meanIndex * drift
  const near = getGapShare(sky.seed, solarMs, EDGE_MS, day.gapShare)
  const wide = getGapShare(sky.seed, solarMs, RIM_MS, day.gapShare)
  const span = day.gapIndex - day.cloudIndex
  // Where the narrow window exceeds the wide one there is an edge: brighter in the gap, darker in the cloud beside it.
  const index = day.cloudIndex + span * near + 0.25 * span * (near - wide)
  return clamp(index * drift, 0.02, 1.4)
}

/** The day's character for a number of local solar days since 1970; undefined in the climate `clear`. */
export function findDaySky(sky: Sky, dayNumber: number): DaySky | undefined {
  const climate = findClimate(sky.climate)
  return climate === undefined ? undefined : getDaySky(sky, climate, dayNumber)
}

function getDaySky(sky: Sky, climate: Climate, dayNumber: number): DaySky {
  const season = getSeason(dayNumber * DAY_MS, sky.latitudeDeg < 0)
  const quantiles = climate.seasons[season] ?? climate.seasons[0]
  const meanIndex = getDayIndexAtRank(quantiles, getDayRank(sky.regionSeed, dayNumber, climate.persistence))
  const brightGap = 1 + 0.08 * randomAt(sky.regionSeed, stream.gap, dayNumber)
  // Under a closed deck the gaps are only thinner cloud; they become blue sky as the day's mean rises.
  const openness = clamp((meanIndex - 0.25) / 0.3, 0, 1)
  const thinGap = 1.4 * meanIndex
  const depth = 0.28 + 0.27 * randomAt(sky.regionSeed, stream.depth, dayNumber)
  const cloudIndex = Math.min(depth, (0.85 - 0.2 * openness) * meanIndex)
  const gapIndex = Math.min(brightGap, thinGap + (brightGap - thinGap) * openness)
  const gapShare = clamp((meanIndex - cloudIndex) / (gapIndex - cloudIndex), 0, 1)
  return { meanIndex, cloudIndex, gapIndex, gapShare: meanIndex >= 0.985 ? 1 : gapShare }
}

/** Closed decks drift by a quarter, blue skies hardly. */
function getDriftSize(meanIndex: number): number {
  return 0.02 + 0.23 * clamp((0.9 - meanIndex) / 0.7, 0, 1)
}

/**
 * Rank of a day, uniform in 0..1: a normal process whose memory fades by `persistence` per day, truncated where it is
 * negligible.
 */
function getDayRank(seed: number, dayNumber: number, persistence: number): number {
  let sum = 0
  let weight = 1
  let variance = 0
  for (let back = 0; back < 5; back++) {
    sum += weight * normalAt(seed, stream.day, dayNumber - back)
    variance += weight * weight
    weight *= persistence
  }
  return getNormalRank(sum / Math.sqrt(variance))
}

/** Distribution function of the standard normal law, within 1e-5 (Abramowitz and Stegun 26.2.16). */
function getNormalRank(z: number): number {
  const t = 1 / (1 + 0.33267 * Math.abs(z))
  const tail = 0.3989422804 * Math.exp((-z * z) / 2) * t * (0.4361836 + t * (-0.1201676 + t * 0.937298))
  return z >= 0 ? 1 - tail : tail
}

/** Share of gaps, 0..1, in a window of `widthMs` around an instant, weighted by each cell's own brightness. */
function getGapShare(seed: number, solarMs: number, widthMs: number, chance: number): number {
  const fromMs = solarMs - widthMs / 2
  const toMs = fromMs + widthMs
  let cell = Math.floor(fromMs / CELL_MS)
  if (fromMs < getBoundaryMs(seed, cell)) cell--
  let startMs = fromMs
  let share = 0
  while (startMs < toMs) {
    const endMs = Math.min(toMs, getBoundaryMs(seed, cell + 1))
    share += getCellGap(seed, cell, chance) * (endMs - startMs)
    startMs = endMs
    cell++
  }
  return share / widthMs
}

function getBoundaryMs(seed: number, cell: number): number {
  return (cell + randomAt(seed, stream.boundary, cell)) * CELL_MS
}

/** 0 in cloud and 1 in a gap, both slightly uneven with the mean kept. */
function getCellGap(seed: number, cell: number, chance: number): number {
  const uneven = 0.24 * (randomAt(seed, stream.shade, cell) - 0.5) * Math.min(1, 4 * (1 - chance))
  return (randomAt(seed, stream.state, cell) < chance ? 1 : 0) + uneven
}

/** 0 winter .. 3 autumn, by the months of the northern or southern year. */
function getSeason(dayStartMs: number, southern: boolean): number {
  // 1 December is 31 days before the new year; a day's error in leap years does not matter to a season.
  const sinceDecember = (getDayOfYearUtc(dayStartMs) + 30) % 366
  return (Math.min(3, Math.floor(sinceDecember / 91.4)) + (southern ? 2 : 0)) % 4
}
