import { HOUR_MS } from '../duration.ts'
import {
  CLEAR_DAY_SHARE,
  type ClearSlots,
  findClearSlots,
  getClearShareBesideShadow,
  getMedian,
  getQuantile,
} from './clear-slots.ts'
import { findClockShift, findDarkProduction, shiftSlots } from './clock-shift.ts'
import { type DayCourse, findSunSlots, getShare, type InverterCourse } from './day-course.ts'
import { findFlatFeedIn, weighExportLimit } from './export-limit.ts'
import { findHeldShare, findLimited, findTop, isAtRating } from './limits.ts'
import { type Confidence, type Loss, type LossKind, sumLosses } from './losses.ts'
import { type DayShape, shapeOf } from './shape.ts'
import { findWeakInverters } from './siblings.ts'
import { findRunningShare } from './sky-share.ts'
import { findStandstill } from './standstill.ts'

/** One inverter's part of a day, Wh; null: not measured. */
export type InverterDay = Readonly<{
  id: number
  capacityWp: number
  producedWh: number | null
  potentialWh: number
  /** By its power readings, where they cover the day and a counter reports as well; absent: they do not. */
  readWh?: number
}>

/** A judged day. `potentialWh` = `producedWh` + all losses, exactly: whole Wh. */
export type JudgedDay = Readonly<{
  /** Energy that the light allowed, Wh; for a clear-sky source the most that it could have been. */
  potentialWh: number
  /** null: nothing of the day was measured. */
  producedWh: number | null
  losses: readonly Loss[]
  /** Whether the expectation holds: light known, or a sky that the curve itself shows as clear. */
  isJudged: boolean
  /** Share of the day's potential whose light and power are both measured, 0..1. */
  validShare: number
  inverters: readonly InverterDay[]
  /**
   * How far the stamps run behind the sun, ms; 0: they fit, or nothing shows it. On a day that is not judged only by
   * what shows under any sky: how long it produced in the dark.
   */
  clockShiftMs: number
  /** Shape with which later days compare; null: nothing to learn from this one. */
  shape: DayShape | null
}>

/** A smaller share of the day has no name: it is part of the rest. */
const LEAST_NAMED = 0.003
/** Less of a day than this, its edges beside a limit, shows no level. */
const LEAST_COMPARED = 1 / 3
/** A day's count so much above its readings knows of hours that they do not. */
const COUNTS_MORE = 1.04

/** Nothing in this share of the sun's energy, in the cold. */
const SNOW_SHARE = 0.8
const COLD_C = 3
/** A guess by place and season is this far off. */
const GUESSED_COLD_C = 10
/** Snow that lets a little light through: less than this share of what was possible. */
const THIN_SNOW = 0.1
/**
 * A dark day brings as little, but follows no clear sky: of 96 dark days of measured plants, down to 1 % of a clear day,
 * none had more than a third of the slots that so small a curve of a clear day has.
 */
const CLEAR_UNDER_SNOW = 0.4
/** The darkest of them without snow brought 2.1 %; a curve of so few watts shows no shape any more. */
const DARKEST = 0.012
/** A plant's share of a clear sky, where it is held so low that no slot shows it. */
const HELD_SCALE = 0.85
/** Under light that was measured, in measured cold: less than this share of the usual asks for a sign of snow. */
const PART_SNOW = 0.7
/** So little has no other reason that leaves the inverter running: half of the strings dead give more. */
const DEEP_SNOW = 0.25
/** Inverters, or thirds of the day, that differ by this share of the usual: snow slides and melts, a fault does neither. */
const UNEVEN = 0.25
/** Then none of the inverters gives more than this share of the usual. */
const ALL_LOW = 0.85
/** Without the powers of so much of the day its shape is unknown. */
const LEAST_KNOWN = 0.8
/** Wh of light per Wp: under the low sun of the far north a cloud alone keeps back as much. */
const LEAST_LIGHT_WH = 1.5

/**
 * Judges a complete day: what the light allowed, what came, and where the rest went. Pure; the slow losses (shadows,
 * dirt) need other days and are taken from the rest afterwards (`splitRest`).
 */
export function judgeDay(options: DayCourse): JudgedDay {
  const tops = options.inverters.map((inverter) => findTop(inverter, options.slotMs))
  const isFree = (slot: number): boolean => !tops.some((isTop) => isTop[slot])
  const clearW = options.clearW ?? options.potentialW
  // The weather of a service shows it in the dark only: its light is known to half an hour.
  const clockShiftMs =
    options.source === 'weather' ? 0 : findClockShift(sumPower(options), clearW, options.slotMs, isFree)
  // A sensor's stamps are as wrong as those of its plant.
  const isMoved = clockShiftMs !== 0 && options.source === 'clear-sky'
  const moved = shiftSlots(options.potentialW, clockShiftMs / options.slotMs)
  const course = isMoved ? { ...options, potentialW: moved } : options
  const skyW = course.clearW ?? course.potentialW
  const hours = course.slotMs / HOUR_MS
  const sun = findSunSlots(course)
  const potentialWh = Math.round(course.potentialW.reduce((sum, w) => sum + w, 0) * hours)
  const producedWh = course.producedWh === null ? null : Math.max(0, Math.round(course.producedWh))
  const runningShare = findRunningShare(course, sun)
  const losses: Loss[] = []
  const flat = findFlatFeedIn(course, sun, (slot) => course.inverters.some((inverter) => isAtRating(inverter, slot)))
  const isFlat = (slot: number): boolean => flat?.isHeld[slot] === true
  const off = course.inverters.map((inverter) => {
    const { losses: found, isOff } = findStandstill(course, inverter, sun, runningShare)
    losses.push(...found)
    return isOff
  })
  const shown = course.inverters.map((inverter, i) =>
    findClearSlots(
      inverter.powerW,
      skyW.map((w) => w * getShare(course, inverter)),
      course.slotMs,
      (slot) => sun[slot] === true && off[i]?.[slot] !== true && tops[i]?.[slot] !== true && !isFlat(slot),
    ),
  )
  const clear = shown.map((found, i) => {
    const one = course.inverters[i]
    const heldShare = Math.max(one ? findHeldShare(course, one, tops[i] ?? []) : 0, flat?.skyShare ?? 0)
    // No cloud took it below its low limit, or that of the feed-in: that shows the sky as well.
    if (heldShare < CLEAR_DAY_SHARE) return found
    return { ...found, scale: found.scale ?? HELD_SCALE, clearShare: Math.max(found.clearShare, heldShare) }
  })
  // One that stood still says nothing of the sky.
  const runs = (i: number): boolean => count(off[i] ?? []) < count(sun) / 2
  // A weak one does not show the sky, a strong one does.
  const isShown = (some: readonly ClearSlots[], shareOf: (one: ClearSlots) => number): boolean => {
    const shares = some.flatMap((item, i) => (runs(i) ? [{ value: shareOf(item), weight: 1 }] : []))
    return (getQuantile(shares, 0.75) ?? 0) >= CLEAR_DAY_SHARE
  }
  const isClear = isShown(clear, ({ clearShare }) => clearShare)
  // A limit hides what clouds did above it: its days compare with none.
  const isComparable = isShown(shown, getClearShareBesideShadow)
  const isMeasured = course.source !== 'clear-sky'
  const isWeather = course.source === 'weather'
  const isJudged = isMeasured || isClear
  const limited = course.inverters.map((inverter, i) => {
    const scale = isMeasured ? 1 : (clear[i]?.scale ?? null)
    const { losses: found, isLimited } = findLimited(course, inverter, sun, scale && Math.min(1, scale), isFlat)
    losses.push(...found)
    return isLimited
  })
  const isUsable = course.inverters.map(
    (_, i) => (slot: number) =>
      sun[slot] === true && off[i]?.[slot] !== true && limited[i]?.[slot] !== true && !isFlat(slot),
  )
  // Flat at the day's top under any reported light: it shows no modules.
  const showsModules = isUsable.map((usable, i) => (slot: number) => usable(slot) && tops[i]?.[slot] !== true)
  if (flat !== null && isJudged) {
    const clearScale = getMedian(clear.flatMap(({ scale }) => (scale === null ? [] : [scale])))
    losses.push(...weighExportLimit(course, sun, flat, isMeasured ? null : clearScale))
  }
  losses.push(...findWeakInverters(course, isUsable))
  const named = nameSnow(course, sun, losses)
  const readWh = sum(course.inverters, (item) => item.countedWh ?? integrate(item, hours) ?? 0)
  const isRead = producedWh === null || producedWh <= readWh * COUNTS_MORE
  const whole = settle(potentialWh, producedWh, named, isRead, isMeasured ? 'medium' : isClear ? 'low' : null)
  return {
    potentialWh,
    producedWh,
    losses: whole,
    isJudged: isJudged && producedWh !== null,
    validShare: getValidShare(course, sun),
    inverters: course.inverters.map((inverter) => ({
      id: inverter.id,
      capacityWp: inverter.capacityWp,
      producedWh: inverter.countedWh ?? integrate(inverter, hours),
      potentialWh: Math.round(potentialWh * getShare(course, inverter)),
      ...readBeside(course, inverter, sun, hours),
    })),
    clockShiftMs: clockShiftMs !== 0 || (isJudged && !isWeather) ? clockShiftMs : findDark(options),
    // By a wrong clock a day compares with none: the shift is known to half an hour only.
    shape: clockShiftMs === 0 ? comparable(course, skyW, isComparable, showsModules) : null,
  }
}

/** Readings of a whole day beside the counter. A hybrid's modules also feed its battery. */
function readBeside(
  course: DayCourse,
  one: InverterCourse,
  sun: readonly boolean[],
  hours: number,
): Pick<InverterDay, 'readWh'> {
  const isHybrid = one.limitW === null && (one.ratedW ?? null) !== null
  const isWhole = sun.every((isSun, slot) => !isSun || !Number.isNaN(one.powerW[slot] ?? Number.NaN))
  const isNew = course.fromMs <= (one.sinceMs ?? Number.NEGATIVE_INFINITY)
  if (one.countedWh === null || isHybrid || !isWhole || isNew || !sun.some(Boolean)) return {}
  return { readWh: Math.round(integrate(one, hours) ?? 0) }
}

/** Only a sensor in the plane knows each slot's light: else clear days compare, by the light of a clear sky. */
function comparable(
  course: DayCourse,
  skyW: readonly number[],
  isClear: boolean,
  isUsable: readonly ((slot: number) => boolean)[],
): DayShape | null {
  const light = course.source === 'in-plane' ? course : isClear ? { ...course, potentialW: skyW } : null
  const shape = light && shapeOf(light, isUsable)
  if (light === null || shape === null) return null
  const wholeWh = (sum(light.potentialW, (w) => w) * course.slotMs) / HOUR_MS
  return sum(shape.potentialWh, (wh) => wh) >= wholeWh * LEAST_COMPARED ? shape : null
}

/** A sensor's stamps are as wrong as those of its plant: it shows no dark. */
const findDark = (course: DayCourse): number =>
  course.source === 'clear-sky' || course.source === 'weather'
    ? findDarkProduction(sumPower(course), course.potentialW, course.slotMs)
    : 0

const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length

/** Power of all inverters per slot, W; NaN where one is silent. */
const sumPower = ({ inverters, potentialW }: DayCourse): readonly number[] =>
  potentialW.map((_, slot) => inverters.reduce((sum, { powerW }) => sum + (powerW[slot] ?? Number.NaN), 0))

function integrate({ powerW }: InverterCourse, hours: number): number | null {
  if (!powerW.some((w) => !Number.isNaN(w))) return null
  return powerW.reduce((sum, w) => sum + (w > 0 ? w : 0), 0) * hours
}

/** Nothing, or next to nothing, all day although the light was there: snow, if it was cold and every inverter reported. */
function nameSnow(course: DayCourse, sun: readonly boolean[], losses: readonly Loss[]): readonly Loss[] {
  if (course.airC > (course.isAirMeasured ? COLD_C : GUESSED_COLD_C)) return losses
  const hours = course.slotMs / HOUR_MS
  const sunWh = course.potentialW.reduce((sum, w, slot) => sum + (sun[slot] ? w : 0), 0) * hours
  const isReported = course.inverters.every(({ powerW }) => powerW.some((w) => !Number.isNaN(w)))
  const readWh = course.inverters.reduce((sum, inverter) => sum + (integrate(inverter, hours) ?? 0), 0)
  if (!isReported || sunWh <= 0) return losses
  const madeWh = Math.max(readWh, course.producedWh ?? 0)
  if (isThinSnow(course, sun, losses, madeWh, sunWh) || isPartSnow(course, sun, losses, madeWh / sunWh))
    return [whole('snow', sunWh - readWh, 'low')]
  const isNothing = readWh <= sunWh * (1 - SNOW_SHARE) * 0.25
  if (!isNothing) return losses
  return losses.map((loss) =>
    loss.kind === 'outage' ? { ...loss, kind: 'snow' as const, confidence: 'low' as const } : loss,
  )
}

const isAtLimit = ({ kind }: Loss): boolean => kind === 'clipping' || kind === 'curtailment' || kind === 'export-limit'

/** The curve follows the known light, or a clear sky, only very small: nothing else keeps back all of it alike. */
function isThinSnow(
  course: DayCourse,
  sun: readonly boolean[],
  losses: readonly Loss[],
  madeWh: number,
  sunWh: number,
): boolean {
  const capacityWp = course.inverters.reduce((sum, inverter) => sum + inverter.capacityWp, 0)
  if (madeWh <= 0 || madeWh > sunWh * THIN_SNOW || sunWh < capacityWp * LEAST_LIGHT_WH) return false
  if (losses.some(isAtLimit)) return false
  if (getValidShare({ ...course, isLightKnown: course.potentialW.map(() => true) }, sun) < LEAST_KNOWN) return false
  // The light is known: nothing else keeps back nine tenths of it while the inverter runs.
  if (madeWh <= sunWh * DARKEST || (course.source !== 'clear-sky' && course.isAirMeasured)) return true
  const { clearShare } = findClearSlots(sumPower(course), course.potentialW, course.slotMs, undefined, 0)
  return clearShare >= CLEAR_UNDER_SNOW
}

/** Snow that lets some of the light through, or lies on a part: only where the light and the cold are known. */
function isPartSnow(course: DayCourse, sun: readonly boolean[], losses: readonly Loss[], share: number): boolean {
  const { source, isAirMeasured, inverters, potentialW, usualShare } = course
  if (source === 'clear-sky' || !isAirMeasured || share >= PART_SNOW * usualShare) return false
  if (losses.some(isAtLimit)) return false
  if (getValidShare(course, sun) < LEAST_KNOWN) return false
  if (share < DEEP_SNOW * usualShare || course.isAfterSnow === true) return true
  const slots = sun.flatMap((isSun, slot) => (isSun ? [slot] : []))
  const ratio = (some: readonly InverterCourse[], slots: readonly number[]): number => {
    const [made, possible] = [
      sum(slots, (slot) => sum(some, ({ powerW }) => Math.max(0, powerW[slot] || 0))),
      sum(slots, (slot) => sum(some, (item) => (potentialW[slot] ?? 0) * getShare(course, item))),
    ]
    return possible > 0 ? made / possible : Number.NaN
  }
  const third = (part: number) => slots.slice((slots.length * part) / 3, (slots.length * (part + 1)) / 3)
  const bySibling = inverters.map((inverter) => ratio([inverter], slots))
  const byThird = [0, 1, 2].map((part) => ratio(inverters, third(part)))
  const isUneven = (ratios: readonly number[]): boolean =>
    Math.max(...ratios) - Math.min(...ratios) > UNEVEN * usualShare
  // An inverter that stood still for a part of the day was off; one that runs as usual beside another is no roof under
  // snow.
  return losses.some(({ kind }) => kind === 'outage') || !isUneven(byThird)
    ? inverters.length > 1 && isUneven(bySibling) && Math.max(...bySibling) < ALL_LOW * usualShare
    : true
}

const sum = <T>(list: readonly T[], pick: (one: T) => number): number => list.reduce((all, item) => all + pick(item), 0)

/**
 * Rounds to whole Wh, keeps the losses within what is missing, and names the rest, so that potential = produced +
 * losses holds exactly. `isRead`: nothing beyond the readings was counted; `trust`: how far the expectation holds; null: under an unknown sky it does not.
 */
function settle(
  potentialWh: number,
  producedWh: number | null,
  found: readonly Loss[],
  isRead: boolean,
  trust: Confidence | null,
): readonly Loss[] {
  if (producedWh === null) return [whole('unmeasured', potentialWh, 'high')]
  const missingWh = potentialWh - producedWh
  // Potential of unmeasured hours is no estimate of a loss: it is out of the comparison.
  const isOut = ({ kind }: Loss): boolean => isRead && kind === 'unmeasured'
  const estimates = found.filter((item) => !isOut(item))
  const roomWh = Math.max(0, missingWh - sumLosses(found.filter(isOut)))
  // An estimate must not claim more than is missing.
  const factor = Math.min(1, roomWh / Math.max(1, sumLosses(estimates)))
  const kept = found
    .map((item) => ({ ...item, energyWh: Math.round(isOut(item) ? item.energyWh : item.energyWh * factor) }))
    .filter(({ energyWh }) => energyWh > Math.max(0, potentialWh * LEAST_NAMED))
  const restWh = missingWh - sumLosses(kept)
  if (restWh === 0) return kept
  return [...kept, whole(trust === null ? 'sky' : 'unexplained', restWh, trust ?? 'low')]
}

const whole = (kind: LossKind, energyWh: number, confidence: Confidence): Loss => ({
  kind,
  energyWh,
  confidence,
  inverters: [],
  fromMs: null,
  toMs: null,
})

/** Share of the potential with known light and power of every inverter. */
function getValidShare(course: DayCourse, sun: readonly boolean[]): number {
  let all = 0
  let valid = 0
  course.potentialW.forEach((w, slot) => {
    if (!sun[slot]) return
    all += w
    if (course.isLightKnown[slot] && course.inverters.every(({ powerW }) => !Number.isNaN(powerW[slot] ?? Number.NaN)))
      valid += w
  })
  return all > 0 ? valid / all : 0
}
