/** How a day's power compares with the shape of a clear day. */
export type ClearSlots = Readonly<{
  /** The plant's own level in clear slots: power over modeled clear-sky power; null without steady slots. */
  scale: number | null
  /** Whether the sky was clear in each slot, as the curve itself shows. */
  isClear: readonly boolean[]
  /** Clear slots' share of the clear-sky energy, 0 to 1. */
  clearShare: number
  /** The same with slots in a shadow among them: as steady, only lower. Clouds are not. */
  steadyShare: number
}>

/** Below this share of the day's peak the light comes from the side, and the model is too weak to judge a shape. */
const LEAST_SHARE = 0.3
/** Clouds move the ratio to the model by more than this from slot to slot. */
const STEADY = 0.04
/** A clear slot is this close to the day's level: air and temperature change over a day. */
const NEAR = 0.12
/** A clear sky gives at least this share of the model, half of the strings dead among it: below it the sky is evenly grey. */
const LEAST_SCALE = 0.4

/** A day is clear from this share of clear slots on; the rest may be a shadow. */
export const CLEAR_DAY_SHARE = 0.65
/** In the shadow of a wall so much of the day is clear, and all but the rest of a clear day steady. */
const LEAST_UNSHADED = 0.4

/** The share of a day that shows a clear sky, although a shadow may lie on the plant for hours. */
export const getClearShareBesideShadow = ({ clearShare, steadyShare }: ClearSlots): number =>
  clearShare >= LEAST_UNSHADED ? steadyShare : clearShare

/**
 * Finds the clear parts of a day from the curve's own shape, with no irradiance known: where the ratio of power to
 * modeled clear-sky power is steady over half an hour and close to the day's upper level. After the idea of Reno and
 * Hansen, Renewable Energy 90 (2016) 520, on power in place of irradiance.
 * @param powerW mean power per slot, W, NaN unknown @param clearW modeled clear-sky power, same slots
 * @param slotMs length of a slot @param isUsable slots that may be judged: no clipping, no outage
 * @param leastScale of a level below it nothing is clear
 */
export function findClearSlots(
  powerW: readonly number[],
  clearW: readonly number[],
  slotMs: number,
  isUsable: (slot: number) => boolean = () => true,
  leastScale = LEAST_SCALE,
): ClearSlots {
  const peakW = clearW.reduce((most, w) => (w > most ? w : most), 0)
  const count = clearW.length
  const ratios = clearW.map((w, slot) => {
    const power = powerW[slot] ?? Number.NaN
    return w > peakW * LEAST_SHARE && isUsable(slot) && power > 0 ? power / w : Number.NaN
  })
  const reach = Math.max(1, Math.round(900_000 / slotMs))
  const steady = ratios.map((ratio, slot) => !Number.isNaN(ratio) && isSteady(ratios, slot, reach))
  const levels: Weighted[] = []
  let allW = 0
  for (let slot = 0; slot < count; slot++) {
    const ratio = ratios[slot] ?? Number.NaN
    const weight = clearW[slot] ?? 0
    if (!Number.isNaN(ratio)) allW += weight
    if (steady[slot]) levels.push({ value: ratio, weight })
  }
  const scale = getQuantile(levels, 0.7)
  if (scale === null || scale < leastScale)
    return { scale: null, isClear: ratios.map(() => false), clearShare: 0, steadyShare: 0 }
  let clear = 0
  let shaded = 0
  const isClear = ratios.map((ratio, slot) => {
    const found = steady[slot] === true && Math.abs(ratio / scale - 1) <= NEAR
    if (found) clear += clearW[slot] ?? 0
    else if (steady[slot] === true && ratio < scale) shaded += clearW[slot] ?? 0
    return found
  })
  const shareOf = (w: number): number => (allW > 0 ? w / allW : 0)
  return { scale, isClear, clearShare: shareOf(clear), steadyShare: shareOf(clear + shaded) }
}

function isSteady(ratios: readonly number[], slot: number, reach: number): boolean {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  let known = 0
  for (let at = slot - reach; at <= slot + reach; at++) {
    const ratio = ratios[at] ?? Number.NaN
    if (Number.isNaN(ratio)) continue
    known++
    if (ratio < least) least = ratio
    if (ratio > most) most = ratio
  }
  return known > reach && most - least <= STEADY * most * (reach > 1 ? 1 : 1.5)
}

/** A value and how much it counts. */
export type Weighted = Readonly<{ value: number; weight: number }>

/** The value below which a share (0 to 1) of the weight lies; null without any. */
export function getQuantile(values: readonly Weighted[], share: number): number | null {
  const sorted = values.filter(({ value, weight }) => weight > 0 && !Number.isNaN(value))
  if (sorted.length === 0) return null
  sorted.sort((a, b) => a.value - b.value)
  const wanted = sorted.reduce((sum, { weight }) => sum + weight, 0) * share
  let passed = 0
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed >= wanted) return value
  }
  return sorted.at(-1)?.value ?? null
}

/** The middle of some numbers; null without any. */
export const getMedian = (values: readonly number[]): number | null =>
  getQuantile(
    values.map((value) => ({ value, weight: 1 })),
    0.5,
  )
