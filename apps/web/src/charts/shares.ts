/** Shares and amounts that add up on screen: what is cut off by truncation is given back where most was lost. */

/**
 * Splits a whole into figures of so many decimals whose sum is exactly the whole's own truncated figure.
 * Each figure differs from its true value by less than one unit of the last decimal. Largest remainder method.
 * @param values each >= 0
 * @param whole their sum as it is known; what the parts lack or exceed is spread over them
 */
export function addUp(values: readonly number[], whole: number, decimals: number): readonly number[] {
  const unit = 10 ** decimals
  const sum = values.reduce((total, value) => total + value, 0)
  if (!(sum > 0) || !(whole > 0)) return values.map(() => 0)
  // A thousandth of a unit forgives binary noise: 0.29 * 100 is 28.999999999999996.
  const target = Math.floor(whole * unit + 1e-3)
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

/** Percentages of two decimals that make 100.00 together; all 0 when there is nothing to share. */
export const sharesOf = (values: readonly number[], decimals = 2): readonly number[] => addUp(values, 100, decimals)
