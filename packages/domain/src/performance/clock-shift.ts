import { HOUR_MS } from '../duration.ts'
import { CLEAR_DAY_SHARE, findClearSlots } from './clear-slots.ts'

/** Shifts that clocks have: from half an hour to two hours, either way. */
const SHIFTS_MS = [0.5, 1, 1.5, 2].flatMap((hours) => [hours * HOUR_MS, -hours * HOUR_MS])
/** The shifted curve must fit this much better. */
const BETTER = 0.15
/** So much of a clear day's peak is production, and no noise of a power reading. */
const LEAST_SHARE = 0.01
/** Production through the night is another fault. */
const MOST_DARK_MS = 10_800_000
/** Inverters start after sunrise and stop before sunset, so the dark shows a part of the shift. */
const SEEN = 1 / 3
/** Less dark than a quarter of an hour is the edge of a slot. */
const LEAST_DARK_MS = 900_000
/** First and last production are both off against sunrise and sunset by this part of it: another direction moves neither. */
const MOVED = 1 / 2

/**
 * How far a plant's stamps run behind the sun, ms: a clear day whose curve fits only when it is moved, which produced in
 * the dark on that side, and none on the other while it was light. Else it is the modules that face another way, or a
 * place that is a little off. Positive: the production appears too late. 0: it fits, or no shift makes the day clear.
 * @param powerW the plant's power per slot @param clearW modeled clear-sky power
 * @param isUsable slots that may be judged: a top that is held shows no sun
 */
export function findClockShift(
  powerW: readonly number[],
  clearW: readonly number[],
  slotMs: number,
  isUsable: (slot: number) => boolean = () => true,
): number {
  const plain = findClearSlots(powerW, clearW, slotMs, isUsable).clearShare
  if (plain >= CLEAR_DAY_SHARE) return 0
  const makes = isProduction(clearW)
  const startMs = (powerW.findIndex(makes) - clearW.findIndex(isLit)) * slotMs
  const endMs = (powerW.findLastIndex(makes) - clearW.findLastIndex(isLit)) * slotMs
  const isSeen = (shiftMs: number): boolean => {
    const [darkMs, dimMs] = shiftMs > 0 ? [endMs, startMs] : [startMs, endMs]
    // The sun may be up in a part of the slot beside the light; hours are too long to show more.
    const isDark = Math.abs(darkMs) > Math.min(slotMs, LEAST_DARK_MS) || slotMs > LEAST_DARK_MS
    return isDark && darkMs / shiftMs >= SEEN && dimMs / shiftMs >= MOVED
  }
  let best = { shiftMs: 0, share: plain + BETTER }
  for (const shiftMs of SHIFTS_MS) {
    if (shiftMs % slotMs !== 0 || !isSeen(shiftMs)) continue
    const { clearShare } = findClearSlots(powerW, shiftSlots(clearW, shiftMs / slotMs), slotMs, isUsable)
    if (clearShare >= CLEAR_DAY_SHARE && clearShare > best.share) best = { shiftMs, share: clearShare }
  }
  return best.shiftMs
}

/**
 * Time for which a plant seems to produce after sunset (positive) or before sunrise (negative), ms, under any sky. 0:
 * it does not, or no clock explains it.
 */
export function findDarkProduction(powerW: readonly number[], clearW: readonly number[], slotMs: number): number {
  const makes = isProduction(clearW)
  const [firstLit, lastLit] = [clearW.findIndex(isLit), clearW.findLastIndex(isLit)]
  const [first, last] = [powerW.findIndex(makes), powerW.findLastIndex(makes)]
  // Without a night there is no dark.
  if (first < 0 || firstLit <= 0 || lastLit >= clearW.length - 1) return 0
  // A reading may be the mean of all the time to its neighbor: it straddles sunrise or sunset.
  const sure = (slots: number, step: number): number => {
    const dark = slots - (step - 1)
    // The sun may be up in a part of the slot beside the light.
    return dark > 1 ? dark * slotMs : 0
  }
  const early = sure(firstLit - first, stepInside(powerW, first, 1))
  const late = sure(last - lastLit, stepInside(powerW, last, -1))
  const darkMs = late - early
  const isShift = Math.min(early, late) === 0 && darkMs !== 0 && Math.abs(darkMs) <= MOST_DARK_MS
  return isShift ? darkMs : 0
}

/** Slots from a reading to the next other one, on the side of the light. */
function stepInside(powerW: readonly number[], edge: number, way: 1 | -1): number {
  let slot = edge + way
  while (slot >= 0 && slot < powerW.length && (Number.isNaN(powerW[slot]) || powerW[slot] === powerW[edge])) slot += way
  return Math.abs(slot - edge)
}

const isLit = (w: number): boolean => w > 0

function isProduction(clearW: readonly number[]): (w: number) => boolean {
  const leastW = LEAST_SHARE * clearW.reduce((most, w) => (w > most ? w : most), 0)
  return (w) => w > leastW
}

/** Values moved by whole slots; nothing comes in at the ends. */
export const shiftSlots = (values: readonly number[], slots: number): readonly number[] =>
  values.map((_, slot) => values[slot - slots] ?? 0)
