/** Value axes with common grid lines: equally many steps on each, and one zero line for axes that start at zero. */
export type AxisNeed = Readonly<{
  /** Smallest and largest value to show; null when the axis has no values. */
  min: number | null
  max: number | null
  /**
   * Whether zero is always on the axis (power, energy, percent), or the axis follows its values (voltage, temperature).
   */
  fromZero: boolean
  /** Shown in full even if no value reaches it (100 %). */
  full?: number
}>

export type AxisPlan = Readonly<{ min: number; max: number; step: number }>

const mantissas = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next round number that is not smaller. @param value > 0 */
export function niceCeil(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const found = mantissas.find((mantissa) => mantissa * magnitude >= value * (1 - 1e-12)) ?? 10
  return Number((found * magnitude).toPrecision(12))
}

const clean = (value: number): number => Number(value.toPrecision(14)) || 0

type Bounds = Readonly<{ low: number; high: number }>

function boundsOf(need: AxisNeed): Bounds {
  const low = need.min ?? 0
  const high = Math.max(need.max ?? 0, need.full ?? Number.NEGATIVE_INFINITY)
  return need.fromZero ? { low: Math.min(0, low), high: Math.max(0, high) } : { low, high: need.max ?? need.full ?? 1 }
}

/** Steps below and above zero for an axis that starts at zero; the waste is the share of the axis that stays empty. */
function planFromZero({ low, high }: Bounds, below: number, above: number): AxisPlan {
  const wanted = Math.max(above > 0 ? high / above : 0, below > 0 ? -low / below : 0)
  const step = wanted > 0 ? niceCeil(wanted) : 1
  return { min: clean(-below * step), max: clean(above * step), step }
}

/** An axis that follows its values, in a given number of steps. */
function planAround({ low, high }: Bounds, steps: number): AxisPlan {
  if (!(high > low)) {
    const step = niceCeil(Math.max(Math.abs(low) * 0.02, 1e-3))
    const min = clean(Math.floor(low / step - steps / 2) * step)
    return { min, max: clean(min + steps * step), step }
  }
  let step = niceCeil((high - low) / steps)
  // Rounding the bottom down may push the top below the largest value: take the next step then.
  while (clean(Math.floor(low / step) * step + steps * step) < high) step = niceCeil(step * 1.0001)
  const min = clean(Math.floor(low / step) * step)
  return { min, max: clean(min + steps * step), step }
}

/**
 * A plan per axis, in the given order. All have the same number of steps, so grid lines coincide.
 * @param mostSteps the number of steps that the height has room for, at least 2
 */
export function planAxes(needs: readonly AxisNeed[], mostSteps: number): readonly AxisPlan[] {
  const bounds = needs.map(boundsOf)
  const zeroed = bounds.filter((_, index) => needs[index]?.fromZero)
  const negative = zeroed.some(({ low }) => low < 0)
  const positive = zeroed.some(({ high }) => high > 0) || !negative
  let best: { plans: readonly AxisPlan[]; cost: number } | undefined
  for (let steps = 2; steps <= Math.max(2, mostSteps); steps++) {
    const leastBelow = negative ? 1 : 0
    const mostBelow = negative ? steps - (positive ? 1 : 0) : 0
    for (let below = leastBelow; below <= mostBelow; below++) {
      const plans = bounds.map((bound, index) =>
        needs[index]?.fromZero ? planFromZero(bound, below, steps - below) : planAround(bound, steps),
      )
      // Empty height is waste, and so are too few lines to read a value. Space below zero on another axis is empty
      // anyway; only its overshoot counts there.
      const waste = plans.reduce((sum, plan, index) => {
        const { low, high } = bounds[index] ?? { low: 0, high: 0 }
        if (!(high > low)) return sum
        if (index > 0 && needs[index]?.fromZero) return sum + 0.7 * (1 - Math.max(0, high) / Math.max(plan.max, 1e-9))
        return sum + 1 - (high - low) / (plan.max - plan.min)
      }, 0)
      const cost = waste + 0.06 * (mostSteps - steps)
      if (!best || cost < best.cost) best = { plans, cost }
    }
  }
  return best?.plans ?? []
}

/** All values at which the axis has a line, ascending. */
export function ticksOf({ min, max, step }: AxisPlan): readonly number[] {
  // Multiples of the step, because sums of steps miss zero.
  const [first, last] = [Math.round(min / step), Math.round(max / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step))
}

/** Decimals that distinguish a step from its neighbors, at most two. */
export function decimalsOf(step: number): number {
  for (const decimals of [0, 1, 2]) {
    if (Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6) return decimals
  }
  return 2
}
