import type { FleetPlant } from '../../../api/fleet.ts'

/** Below this yield in kWh per kWp it is too early for a percentage. */
const LEAST_YIELD = 0.05
/** Orientation, shade and clouds make so much of a difference every day. */
const ALIKE_PERCENT = 10
/** A plant this far below its neighbors deserves a look. */
const LOW_PERCENT = 30

export type Comparison = Readonly<{
  kind: 'above' | 'below' | 'alike'
  /** Whole percent, positive. */
  percent: number
  count: number
  isLow: boolean
}>

/** Today's specific yield against the neighbors' median; undefined where there is nothing to compare with. */
export function compareYield({
  todayYieldH,
  neighbors,
}: Pick<FleetPlant, 'todayYieldH' | 'neighbors'>): Comparison | undefined {
  const usual = neighbors.todayYieldH
  if (todayYieldH === null || usual === null || neighbors.count === 0 || usual < LEAST_YIELD) return undefined
  const difference = Math.round(100 * (todayYieldH / usual - 1))
  const percent = Math.abs(difference)
  const kind = percent <= ALIKE_PERCENT ? 'alike' : difference > 0 ? 'above' : 'below'
  return { kind, percent, count: neighbors.count, isLow: difference <= -LOW_PERCENT }
}
