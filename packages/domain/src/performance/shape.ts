import { DAY_MS, HOUR_MS } from '../duration.ts'
import { type DayCourse, getShare } from './day-course.ts'

/** Half hours of a UTC day: no change of clocks moves them, and the sun only by minutes in a month. */
export const BUCKETS = 48

/**
 * Potential and production of a day in each half hour, Wh, of the slots that may be compared; 0 and 0: nothing to
 * compare.
 */
export type DayShape = Readonly<{ potentialWh: readonly number[]; producedWh: readonly number[] }>

/**
 * Sums a day's comparable slots; null: none. A clear day counts as a whole: a shadow makes its own slots look unclear.
 */
export function shapeOf(course: DayCourse, isUsable: readonly ((slot: number) => boolean)[]): DayShape | null {
  const { inverters, potentialW, slotMs, fromMs } = course
  const hours = slotMs / HOUR_MS
  const potentialWh = new Array<number>(BUCKETS).fill(0)
  const producedWh = new Array<number>(BUCKETS).fill(0)
  let any = false
  potentialW.forEach((potential, slot) => {
    const bucket = Math.floor((((fromMs + (slot + 0.5) * slotMs) % DAY_MS) / DAY_MS) * BUCKETS)
    inverters.forEach((inverter, i) => {
      const power = inverter.powerW[slot] ?? Number.NaN
      if (Number.isNaN(power) || !isUsable[i]?.(slot)) return
      potentialWh[bucket] = (potentialWh[bucket] ?? 0) + potential * getShare(course, inverter) * hours
      producedWh[bucket] = (producedWh[bucket] ?? 0) + Math.max(0, power) * hours
      any = true
    })
  })
  return any ? { potentialWh, producedWh } : null
}
