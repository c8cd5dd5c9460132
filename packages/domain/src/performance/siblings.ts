import { HOUR_MS } from '../duration.ts'
import { getMedian } from './clear-slots.ts'
import { type DayCourse, getShare } from './day-course.ts'
import type { Loss } from './losses.ts'

/** An inverter is weak from this deficit against its siblings on. */
const WEAK = 0.1
/** At all times of the day: the thirds of the day agree this well. Another direction of the modules does not. */
const EVEN = 0.08
const LEAST_SLOTS = 6

/**
 * Inverters that gave less per kWp than their siblings in the same slots, at all times of the day. The clouds are the
 * same for all, so no irradiance is needed. Without siblings nothing is found.
 * @param isUsable per inverter: slots in which it ran without a limit
 */
export function findWeakInverters(
  course: DayCourse,
  isUsable: readonly ((slot: number) => boolean)[],
): readonly Loss[] {
  const { inverters, potentialW, slotMs } = course
  if (inverters.length < 2) return []
  const slots = potentialW.flatMap((w, slot) => (w > 0 && isUsable.every((usable) => usable(slot)) ? [slot] : []))
  if (slots.length < LEAST_SLOTS) return []
  const thirds = [0, 1, 2].map((third) =>
    slots.slice((slots.length * third) / 3, Math.floor((slots.length * (third + 1)) / 3)),
  )
  const ratios = inverters.map((inverter) => {
    const share = getShare(course, inverter)
    const ratioOf = (some: readonly number[]): number => {
      let made = 0
      let possible = 0
      for (const slot of some) {
        made += Math.max(0, inverter.powerW[slot] ?? 0)
        possible += (potentialW[slot] ?? 0) * share
      }
      return possible > 0 ? made / possible : Number.NaN
    }
    return { all: ratioOf(slots), thirds: thirds.map(ratioOf) }
  })
  return inverters.flatMap((inverter, i): Loss[] => {
    const own = ratios[i]
    const others = ratios.filter((_, other) => other !== i)
    const level = getMedian(others.map(({ all }) => all))
    if (own === undefined || level === null || !(own.all < level * (1 - WEAK))) return []
    const parts = own.thirds.map(
      (ratio, third) => ratio / (getMedian(others.map(({ thirds }) => thirds[third] ?? 0)) ?? 1),
    )
    if (Math.max(...parts) - Math.min(...parts) > EVEN * 2) return []
    const share = getShare(course, inverter)
    const usable = isUsable[i]
    const hours = slotMs / HOUR_MS
    const madeWh = potentialW.reduce(
      (sum, _, slot) => sum + (usable?.(slot) ? Math.max(0, inverter.powerW[slot] ?? 0) * hours : 0),
      0,
    )
    const energyWh = share > 0 ? madeWh * (level / own.all - 1) : 0
    const confidence = others.length > 1 ? 'high' : 'medium'
    return [{ kind: 'part-outage', energyWh, confidence, inverters: [inverter.id], fromMs: null, toMs: null }]
  })
}
