import type { LightSource } from './losses.ts'

/** One inverter's day on a grid of slots. */
export type InverterCourse = Readonly<{
  id: number
  /** Its part of the plant's nameplate, Wp. */
  capacityWp: number
  /** Where its AC power ends, W; null: unknown. */
  limitW: number | null
  /** Its nameplate, W: also that of a hybrid, whose modules feed a battery beyond it. Absent: `limitW`. */
  ratedW?: number | null
  /** Its first record ever, UTC ms: before it nothing is known of it. Absent: long ago. */
  sinceMs?: number
  /** Mean AC power per slot, W; NaN: silent. */
  powerW: readonly number[]
  /** The limit that it was set to, percent of its rating, per slot; NaN or absent: not reported. */
  limitPercent?: readonly number[]
  /** Energy of the day by its counter, Wh; null: no counter, or not heard since. */
  countedWh: number | null
}>

/** Power across the connection to the grid on a day. */
export type FeedIn = Readonly<{
  /** Readings, W to the grid (negative: purchase), ascending. */
  points: readonly Readonly<{ atMs: number; value: number }>[]
  /** Mean power into batteries per slot, W, NaN unknown; absent: the plant has none. */
  chargeW?: readonly number[]
}>

/** A plant's day: what the light allowed and what came. All lists have a value per slot. */
export type DayCourse = Readonly<{
  /** Start of the first slot, UTC ms. */
  fromMs: number
  slotMs: number
  source: LightSource
  /**
   * Potential of the plant's modules under the known light (for `clear-sky`: under a clear sky) without any AC limit,
   * W; 0 at night. Where a sensor was silent it is an estimate.
   */
  potentialW: readonly number[]
  /** The same under a clear sky, where the light is measured. Absent: `potentialW` is that. */
  clearW?: readonly number[]
  /** Slots whose light is measured or computed; false: estimated because the sensor was silent. */
  isLightKnown: readonly boolean[]
  /** Air, degC, the day's mean while the sun is up; `isAirMeasured` false: a guess by place and season. */
  airC: number
  isAirMeasured: boolean
  inverters: readonly InverterCourse[]
  /** Absent: no meter. */
  feedIn?: FeedIn
  /** Energy of the plant's day, Wh, as the rest of the product counts it; null: nothing was measured. */
  producedWh: number | null
  /** The plant's usual share of a clear day, 0..1: how much a day without any other sign would have brought. */
  usualShare: number
  /** The day before was one of snow: in the cold it lies on. */
  isAfterSnow?: boolean
}>

/** With less than this share of the nameplate possible, a slot says nothing about faults. */
export const LEAST_SUN = 0.02

/** Slots of a course with enough sun to judge. */
export function findSunSlots({ potentialW, inverters }: DayCourse): readonly boolean[] {
  const capacityWp = inverters.reduce((sum, inverter) => sum + inverter.capacityWp, 0)
  return potentialW.map((w) => w > capacityWp * LEAST_SUN)
}

/** An inverter's share of the plant's potential. */
export function getShare(course: DayCourse, inverter: InverterCourse): number {
  const capacityWp = course.inverters.reduce((sum, item) => sum + item.capacityWp, 0)
  return capacityWp > 0 ? inverter.capacityWp / capacityWp : 0
}
