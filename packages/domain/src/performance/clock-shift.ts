import { CLEAR_DAY_SHARE, findClearSlots } from './clear-slots.ts'

/** Shifts that clocks have: from half an hour to two hours, either way. */
const SHIFTS_MS = [1_800_000, 3_600_000, 5_400_000, 7_200_000].flatMap((ms) => [ms, -ms])
/** The shifted curve must fit this much better. */
const BETTER = 0.15

/**
 * How far a plant's stamps run behind the sun, ms: a clear day whose curve fits only when it is moved. Positive: the
 * production appears too late. 0: it fits, or no shift makes the day clear.
 * @param powerW the plant's power per slot @param clearW modeled clear-sky power
 */
export function findClockShift(powerW: readonly number[], clearW: readonly number[], slotMs: number): number {
  const plain = findClearSlots(powerW, clearW, slotMs).clearShare
  if (plain >= CLEAR_DAY_SHARE) return 0
  let best = { shiftMs: 0, share: plain + BETTER }
  for (const shiftMs of SHIFTS_MS) {
    if (shiftMs % slotMs !== 0) continue
    const { clearShare } = findClearSlots(powerW, shiftSlots(clearW, shiftMs / slotMs), slotMs)
    if (clearShare >= CLEAR_DAY_SHARE && clearShare > best.share) best = { shiftMs, share: clearShare }
  }
  return best.shiftMs
}

/** Values moved by whole slots; nothing comes in at the ends. */
export const shiftSlots = (values: readonly number[], slots: number): readonly number[] =>
  values.map((_, slot) => values[slot - slots] ?? 0)
