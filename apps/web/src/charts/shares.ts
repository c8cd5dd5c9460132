/** Shares and amounts that add up as displayed: truncated remainders go to the parts that lost most. */

/** Of a unit, absorbed: 0.29 * 100 is 28.999999999999996. Below the resolution of a reading, so that a sum reads like its tile. */
export const BINARY_NOISE = 1e-6

/**
 * Splits a whole into numbers with a fixed number of decimals whose sum is exactly the whole's own truncated value.
 * Each differs from its true value by less than one unit of the last decimal. Largest remainder method.
 * @param values each >= 0
 * @param whole their known sum; a difference is spread over the parts
 */
export function addUp(values: readonly number[], whole: number, decimals: number): readonly number[] {
  const unit = 10 ** decimals
  const sum = values.reduce((total, value) => total + value, 0)
  if (!(sum > 0) || !(whole > 0)) return values.map(() => 0)
  const target = Math.floor(whole * unit + BINARY_NOISE)
  const exact = values.map((value) => (value / sum) * target)
  const floors = exact.map((value) => Math.floor(value + 1e-9))
  const order = exact
    .map((value, index) => ({ index, rest: value - (floors[index] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  let open = target - floors.reduce((total, value) => total + value, 0)
  for (const { index } of order) {
    if (open <= 0) break
    floors[index] = (floors[index] ?? 0) + 1
    open--
  }
  return floors.map((value) => value / unit)
}

/** Percentages with two decimals that sum to 100.00; all 0 when there is nothing to share. */
export const sharesOf = (values: readonly number[], decimals = 2): readonly number[] => addUp(values, 100, decimals)
