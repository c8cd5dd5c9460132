/** Round steps for an axis from (at most) 0 to (at least) 0. */
export type Axis = Readonly<{ min: number; max: number; ticks: readonly number[] }>

const LINES = 4

/** @param values what is drawn; without one the axis goes to 1 */
export function planAxis(values: readonly number[]): Axis {
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const span = top - bottom > 0 ? top - bottom : 1
  const rough = span / LINES
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10) * power
  const from = Math.floor(bottom / step + 1e-9)
  const to = Math.max(from + 1, Math.ceil(top / step - 1e-9))
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return { min: from * step, max: to * step, ticks }
}
