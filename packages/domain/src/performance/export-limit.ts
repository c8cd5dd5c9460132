import { HOUR_MS } from '../duration.ts'
import { getMedian } from './clear-slots.ts'
import { type DayCourse, type FeedIn, getShare } from './day-course.ts'
import type { Confidence, Loss } from './losses.ts'

/** A feed-in that stays flat while the production does not. */
export type FlatFeedIn = Readonly<{
  limitW: number
  isHeld: readonly boolean[]
  /** Share of the day's potential in slots that also show the sky: no cloud took the production below half of it. */
  skyShare: number
}>

/** A controller holds its limit to within this share of the modules' capacity, or a step of a coarser meter. */
const HOLDS = 0.005
/** A meter with steps larger than this share of the capacity shows no limit. */
const COARSEST = 0.05
/** Only slots with this share of the capacity possible: less is dawn, and nothing needs a limit. */
const GOOD_SUN = 0.1
/** When a consumer stops, the feed-in is above the limit for a moment: in this share of the readings at most. */
const OVERSHOOT = 0.05
const LEAST_SAMPLES = 4
/** Four readings of a quarter of an hour are alike by chance: one day in some hundreds. */
const LEAST_HELD_SAMPLES = 6
const LEAST_RUN_MS = 1_800_000
const LEAST_HELD_MS = HOUR_MS
/** The production varies by this share of the capacity, and this many times as much as the feed-in may. */
const FOLLOWS = 0.02
const FOLLOWS_TIMES = 4
/** Feed-in is part of the production; the readings of two devices differ by this share. */
const READ_ALIKE = 0.97
/** A battery that takes this share of the capacity keeps the surplus: nothing is lost. */
const TAKES = 0.02
const SHOWS_SKY = 0.5
/** A limit keeps back at least this share of what came: less is an error of the model. */
const LEAST_ABOVE = 1.1
const LEAST_FREE_SLOTS = 4

/**
 * Hours in which the feed-in is flat at the day's top while the production follows the consumption. A limit of 0 is
 * never found: a meter that is blind to feed-in shows the same.
 * @param sun slots with sun @param isTop slots in which an inverter is at its own limit
 */
export function findFlatFeedIn(
  course: DayCourse,
  sun: readonly boolean[],
  isTop: (slot: number) => boolean,
): FlatFeedIn | null {
  const { feedIn, fromMs, slotMs, potentialW } = course
  const capacityWp = sumOf(course.inverters, (item) => item.capacityWp)
  if (feedIn === undefined || capacityWp <= 0) return null
  const slotOf = (atMs: number): number => Math.floor((atMs - fromMs) / slotMs)
  const isGood = (slot: number): boolean => sun[slot] === true && (potentialW[slot] ?? 0) > capacityWp * GOOD_SUN
  const bandW = Math.max(findStep(feedIn.points), capacityWp * HOLDS)
  const good = feedIn.points.filter(({ atMs }) => isGood(slotOf(atMs)))
  const limitW = findLevel(
    good.map(({ value }) => value),
    bandW,
  )
  if (limitW === null || limitW <= 2 * bandW || bandW > capacityWp * COARSEST) return null
  const isAt = (w: number): boolean => Math.abs(w - limitW) <= bandW
  const producedW = sumPowers(course)
  const at = feedIn.points.filter(({ value }) => isAt(value))
  // A meter that froze, or a battery that sells, feeds in what was not produced.
  const made = at.filter(({ atMs }) => (producedW[slotOf(atMs)] ?? 0) >= limitW * READ_ALIKE)
  if (made.length < at.length * (1 - OVERSHOOT)) return null
  const inRun = findRuns(good, isAt, 2 * slotMs)
  if (inRun.size < LEAST_HELD_SAMPLES) return null
  const others = new Set(good.filter(({ atMs }) => !inRun.has(atMs)).map(({ atMs }) => slotOf(atMs)))
  const held = new Set([...inRun].map(slotOf))
  const isHeld = potentialW.map(
    (_, slot) =>
      held.has(slot) &&
      !others.has(slot) &&
      !isTop(slot) &&
      !Number.isNaN(producedW[slot] ?? Number.NaN) &&
      (feedIn.chargeW === undefined || (feedIn.chargeW[slot] ?? Number.NaN) <= capacityWp * TAKES),
  )
  const powers = producedW.filter((_, slot) => isHeld[slot])
  if (powers.length * slotMs < LEAST_HELD_MS) return null
  const rangeW = Math.max(...powers) - Math.min(...powers)
  if (rangeW < Math.max(capacityWp * FOLLOWS, bandW * FOLLOWS_TIMES)) return null
  const skyW = potentialW.map((w, slot) => (isHeld[slot] && (producedW[slot] ?? 0) >= w * SHOWS_SKY ? w : 0))
  const skyShare =
    sumOf(skyW, (w) => w) /
    Math.max(
      1,
      sumOf(potentialW, (w) => w),
    )
  return { limitW: Math.round(limitW), isHeld, skyShare }
}

/**
 * Energy that the limit kept back, by the plant's yield from its light outside these hours.
 * @param clearScale its share of a clear sky; null: the light is measured
 */
export function weighExportLimit(
  course: DayCourse,
  sun: readonly boolean[],
  { limitW, isHeld }: FlatFeedIn,
  clearScale: number | null,
): readonly Loss[] {
  const { potentialW, slotMs, fromMs } = course
  const producedW = sumPowers(course)
  const scale = Math.min(1, clearScale ?? findFreeScale(course, sun, isHeld, producedW))
  const slots = isHeld.flatMap((flag, slot) => (flag ? [slot] : []))
  const possibleW = (slot: number): number => (potentialW[slot] ?? 0) * scale
  const powerW = (slot: number): number => producedW[slot] ?? 0
  if (sumOf(slots, possibleW) < LEAST_ABOVE * sumOf(slots, powerW)) return []
  const wh = (sumOf(slots, (slot) => Math.max(0, possibleW(slot) - powerW(slot))) * slotMs) / HOUR_MS
  const confidence: Confidence = course.source === 'clear-sky' ? 'low' : course.source === 'weather' ? 'medium' : 'high'
  return [
    {
      kind: 'export-limit',
      energyWh: wh,
      confidence,
      inverters: [],
      limitW,
      heldMs: slots.length * slotMs,
      fromMs: fromMs + (slots[0] ?? 0) * slotMs,
      toMs: fromMs + ((slots.at(-1) ?? 0) + 1) * slotMs,
    },
  ]
}

function findFreeScale(
  course: DayCourse,
  sun: readonly boolean[],
  isHeld: readonly boolean[],
  producedW: readonly number[],
): number {
  const peakW = course.potentialW.reduce((most, w) => Math.max(most, w), 0)
  const ratios = course.potentialW.flatMap((w, slot) => {
    const ratio = (producedW[slot] ?? Number.NaN) / w
    return sun[slot] && !isHeld[slot] && w > peakW * GOOD_SUN && Number.isFinite(ratio) ? [ratio] : []
  })
  return ratios.length < LEAST_FREE_SLOTS ? 1 : (getMedian(ratios) ?? 1)
}

/** The smallest difference between readings, W. */
function findStep(points: FeedIn['points']): number {
  const sorted = [...new Set(points.map(({ value }) => value))].sort((a, b) => a - b)
  return sorted.reduce((least, value, i) => (i === 0 ? least : Math.min(least, value - (sorted[i - 1] ?? value))), 1e9)
}

/** Where most of the highest readings lie; a few may be above it. null: there is no such level. */
function findLevel(values: readonly number[], bandW: number): number | null {
  const sorted = [...values].sort((a, b) => b - a)
  const above = Math.max(1, Math.floor(sorted.length * OVERSHOOT))
  let best: readonly number[] = []
  for (let first = 0; first <= above; first++) {
    const topW = sorted[first] ?? Number.NaN
    const own = sorted.slice(first).filter((w) => w >= topW - 2 * bandW)
    if (own.length > best.length) best = own
  }
  return best.length < LEAST_SAMPLES ? null : getMedian(best)
}

/** Instants in runs at the limit that are long enough. */
function findRuns(points: FeedIn['points'], isAt: (w: number) => boolean, mostApartMs: number): ReadonlySet<number> {
  const found = new Set<number>()
  let run: number[] = []
  const close = (): void => {
    const lastsMs = (run.at(-1) ?? 0) - (run[0] ?? 0)
    if (run.length >= LEAST_SAMPLES && lastsMs >= LEAST_RUN_MS) for (const atMs of run) found.add(atMs)
    run = []
  }
  for (const { atMs, value } of points) {
    if (!isAt(value) || atMs - (run.at(-1) ?? atMs) > mostApartMs) close()
    if (isAt(value)) run.push(atMs)
  }
  close()
  return found
}

/** Power of all inverters per slot, W; NaN where one is silent. */
const sumPowers = (course: DayCourse): readonly number[] =>
  course.potentialW.map((_, slot) =>
    course.inverters.reduce(
      (sum, inverter) => (getShare(course, inverter) > 0 ? sum + (inverter.powerW[slot] ?? Number.NaN) : sum),
      0,
    ),
  )

const sumOf = <T>(list: readonly T[], pick: (one: T) => number): number =>
  list.reduce((sum, item) => sum + pick(item), 0)
