/** Figures with one decimal. */
const TENTHS = 10

export type LossRows = Readonly<{ whole: number; losses: readonly number[]; produced: number | null }>

/**
 * A waterfall as displayed, in tenths whose column adds up: the rest of the rounding goes to the rows that it changed
 * most. Losses are negative. @param factor from Wh to the unit of the column
 */
export function toRows(
  { potentialWh, producedWh }: Readonly<{ potentialWh: number; producedWh: number | null }>,
  lostWh: readonly number[],
  factor: number,
): LossRows {
  const exact = [...lostWh, producedWh ?? 0].map((energyWh) => energyWh * factor * TENTHS)
  const rounded = exact.map(Math.round)
  const whole = Math.round(potentialWh * factor * TENTHS)
  const open = whole - rounded.reduce((sum, value) => sum + value, 0)
  const step = Math.sign(open)
  const order = exact
    .map((value, index) => ({ index, error: (value - (rounded[index] ?? 0)) * step }))
    // An unknown production stays unknown.
    .filter(({ index }) => index < lostWh.length || producedWh !== null)
    .sort((a, b) => b.error - a.error)
  // More than one step per row is no rounding: then the parts are not those of the whole.
  if (Math.abs(open) <= order.length)
    for (const { index } of order.slice(0, Math.abs(open))) rounded[index] = (rounded[index] ?? 0) + step
  return {
    whole: whole / TENTHS,
    losses: rounded.slice(0, -1).map((value) => (value === 0 ? 0 : -value / TENTHS)),
    produced: producedWh === null ? null : (rounded.at(-1) ?? 0) / TENTHS,
  }
}
