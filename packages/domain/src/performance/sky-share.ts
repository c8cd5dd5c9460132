import { getMedian } from './clear-slots.ts'
import { type DayCourse, getShare } from './day-course.ts'

/** Higher ratios are edges of clouds or a sensor in the shade: no inverter is expected to have delivered more. */
const HIGHEST = 1.15

/**
 * Share of their potential that running inverters made in each slot: their median, so that clouds and an error of the
 * light are the same for one that stands still. Where none ran, the day's own median stands for it; NaN: nothing ran
 * all day.
 */
export function findRunningShare(course: DayCourse, sun: readonly boolean[]): readonly number[] {
  const shares = course.inverters.map((inverter) => getShare(course, inverter))
  const bySlot = course.potentialW.map((potential, slot) => {
    if (!sun[slot]) return Number.NaN
    const running = course.inverters.flatMap(({ powerW }, i) => {
      const ratio = (powerW[slot] ?? Number.NaN) / (potential * (shares[i] ?? 0))
      return ratio > 0.005 && Number.isFinite(ratio) ? [Math.min(HIGHEST, ratio)] : []
    })
    return getMedian(running) ?? Number.NaN
  })
  const ran = bySlot.filter((share) => !Number.isNaN(share))
  const usual = ran.length >= sun.filter(Boolean).length * 0.15 ? (getMedian(ran) ?? Number.NaN) : Number.NaN
  return bySlot.map((share) => (Number.isNaN(share) ? usual : share))
}
