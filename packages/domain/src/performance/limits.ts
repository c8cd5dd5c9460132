import { HOUR_MS } from '../duration.ts'
import { type DayCourse, getShare, type InverterCourse } from './day-course.ts'
import type { Confidence, Loss } from './losses.ts'

/** At its limit: inverters hold it within a percent or so. */
const AT_LIMIT = 0.985
/** A set limit is followed less exactly. */
const NEAR_SET = 0.04
/** Flat to within this share of the day's peak: a limit without an entry. */
const FLAT = 0.005
const LEAST_RUN = 3
/** A limit without an entry is believed only this far below the potential. */
const ABOVE = 1.03
/** No inverter is built for less than this share of its modules: a lower top must stay flat for long. */
const LEAST_TOP = 0.5
const LOW_TOP = 0.1
const LONG_RUN_MS = 7_200_000

/** A top at the rating is by design; some grid codes and settings keep a few percent back. */
const AT_RATING = 0.95
/** Where no rating is known: plants are not built with more modules than this share allows. */
const LEAST_DESIGN = 0.6

/** Energy that the AC limit and a set limit kept back, Wh, and the slots in which. */
export type Limited = Readonly<{ losses: readonly Loss[]; isLimited: readonly boolean[] }>

/**
 * Clipping and curtailment of an inverter. Its limit is its rating; where that is unknown, the day's top, if it is flat
 * although more was possible. `scale`: what the inverter makes of its potential when nothing limits it; null: unknown.
 * @param isExplained slots in which something else holds it
 */
export function findLimited(
  course: DayCourse,
  inverter: InverterCourse,
  sun: readonly boolean[],
  scale: number | null,
  isExplained: (slot: number) => boolean = () => false,
): Limited {
  const { potentialW, slotMs, fromMs } = course
  const share = getShare(course, inverter)
  const hours = slotMs / HOUR_MS
  const { limitW, powerW, limitPercent } = inverter
  const setW = (slot: number): number => {
    const percent = limitPercent?.[slot] ?? Number.NaN
    return limitW !== null && percent < 99.5 ? (limitW * percent) / 100 : Number.NaN
  }
  // Its rating is known, and it stays far below: something else holds it.
  const isRated = powerW.some((w) => limitW !== null && w >= limitW * AT_LIMIT)
  const isFlat =
    !isRated && scale !== null ? findFlatTop(inverter, slotMs, (slot) => (potentialW[slot] ?? 0) * share * scale) : []
  const clipped: Part = { kind: 'clipping', wh: 0, sumW: 0, slots: 0, fromMs: null, toMs: null }
  const curtailed: Part = { kind: 'curtailment', wh: 0, sumW: 0, slots: 0, fromMs: null, toMs: null }
  const isLimited = potentialW.map((potential, slot) => {
    const power = powerW[slot] ?? Number.NaN
    if (!sun[slot] || !(power > 0) || isExplained(slot)) return false
    const possibleW = potential * share * (scale ?? 1)
    const set = setW(slot)
    const isSet = Math.abs(power - set) <= NEAR_SET * (limitW ?? 0)
    const isAtLimit = isFlat[slot] === true || isAtRating(inverter, slot)
    if (!isSet && !isAtLimit) return false
    // The light is known to half an hour: at its limit it says nothing of the modules.
    if (isSet && possibleW <= power) return true
    const part = isSet ? curtailed : clipped
    part.wh += Math.max(0, possibleW - power) * hours
    part.sumW += power
    part.slots++
    part.fromMs ??= fromMs + slot * slotMs
    part.toMs = fromMs + (slot + 1) * slotMs
    return true
  })
  const confidence: Confidence = course.source === 'clear-sky' || limitW === null ? 'medium' : 'high'
  return {
    losses: [clipped, curtailed].flatMap(({ kind, wh, sumW, slots, ...when }) => {
      const loss = { kind, energyWh: wh, confidence, inverters: [inverter.id], ...when }
      const heldW = Math.round(sumW / slots)
      if (wh <= 0) return []
      return kind === 'clipping' && !isByDesign(inverter, heldW) ? [{ ...loss, heldW }] : [loss]
    }),
    isLimited,
  }
}

type Part = {
  kind: 'clipping' | 'curtailment'
  wh: number
  sumW: number
  slots: number
  fromMs: number | null
  toMs: number | null
}

/** Whether a flat top lies where the nameplate puts it. */
function isByDesign({ limitW, ratedW = limitW, capacityWp }: InverterCourse, topW: number): boolean {
  return ratedW === null ? topW >= capacityWp * LEAST_DESIGN : topW >= ratedW * AT_RATING
}

/** Whether an inverter gives what its rating allows. */
export const isAtRating = ({ powerW, limitW }: InverterCourse, slot: number): boolean =>
  limitW !== null && (powerW[slot] ?? 0) >= limitW * AT_LIMIT

/** Slots in which something holds an inverter at the day's top, or the top is flat by itself: they show no sky. */
export const findTop = (inverter: InverterCourse, slotMs: number): readonly boolean[] => {
  const isFlat = findFlatTop(inverter, slotMs, () => Number.POSITIVE_INFINITY)
  return inverter.powerW.map((_, slot) => isFlat[slot] === true || isAtRating(inverter, slot))
}

/** Share of a clear day's energy in slots at a top that lies far below the modules' capacity; 0: it is not held so low. */
export function findHeldShare(
  { potentialW, slotMs }: DayCourse,
  { powerW, capacityWp }: InverterCourse,
  isTop: readonly boolean[],
): number {
  const topW = powerW.reduce((most, w, slot) => (isTop[slot] && w > most ? w : most), 0)
  if (topW <= 0 || topW >= capacityWp * LEAST_TOP || isTop.filter(Boolean).length < longRun(slotMs)) return 0
  const heldW = potentialW.reduce((sum, w, slot) => (isTop[slot] ? sum + w : sum), 0)
  return heldW / potentialW.reduce((sum, w) => sum + w, 0)
}

const longRun = (slotMs: number): number => Math.max(LEAST_RUN, Math.ceil(LONG_RUN_MS / slotMs))

/** Runs at the day's top although more was possible: of three slots, or far below the modules' capacity of two hours. */
function findFlatTop(
  { powerW, capacityWp }: InverterCourse,
  slotMs: number,
  possibleW: (slot: number) => number,
): readonly boolean[] {
  const topW = powerW.reduce((most, w) => (w > most ? w : most), 0)
  if (topW < capacityWp * LOW_TOP) return []
  const leastRun = topW < capacityWp * LEAST_TOP ? longRun(slotMs) : LEAST_RUN
  const isTop = powerW.map((w, slot) => w > 0 && w >= topW * (1 - FLAT) && possibleW(slot) > w * ABOVE)
  return isTop.map((_, slot) => isTop[slot] === true && countRun(isTop, slot) >= leastRun)
}

function countRun(flags: readonly boolean[], slot: number): number {
  let from = slot
  let to = slot
  while (flags[from - 1]) from--
  while (flags[to + 1]) to++
  return to - from + 1
}
