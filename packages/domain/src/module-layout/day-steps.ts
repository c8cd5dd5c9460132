import { HOUR_MS, MINUTE_MS } from '../duration.ts'

export type PowerPoint = Readonly<{ atMs: number; value: number }>

export const STEP_MS = 5 * MINUTE_MS
/** A reading stands until the next one, and at most this long: loggers send every 5 to 15 minutes, some late. */
const HOLD_MS = 20 * MINUTE_MS
/** Over a longer gap nothing is known of the energy. */
const BRIDGE_MS = 30 * MINUTE_MS

/** What a series of powers says of a day: at each step, as energy, and how long nothing was known. */
export type DaySteps = Readonly<{
  /** W at each step; null: no reading stands there. */
  powersW: readonly (number | null)[]
  /** null without two readings. */
  energyWh: number | null
  /** Between the first and the last reading, without gaps. */
  knownMs: number
}>

/**
 * A day's powers in steps of five minutes and as energy.
 * @param points W, ascending @param fromMs the first step @param count steps; none are made without
 */
export function toDaySteps(points: readonly PowerPoint[], fromMs: number, count: number): DaySteps {
  const powersW: (number | null)[] = []
  let at = 0
  for (let step = 0; step < count; step++) {
    const stepMs = fromMs + step * STEP_MS
    const endMs = stepMs + STEP_MS
    // The last reading before the step's end.
    while (at + 1 < points.length && (points[at + 1]?.atMs ?? 0) < endMs) at++
    const point = points[at]
    const stands = point !== undefined && point.atMs < endMs && stepMs - point.atMs < HOLD_MS
    powersW.push(stands ? point.value : null)
  }
  let energyWh = 0
  let knownMs = 0
  for (let i = 1; i < points.length; i++) {
    const [before, after] = [points[i - 1], points[i]]
    if (before === undefined || after === undefined) continue
    const lengthMs = after.atMs - before.atMs
    if (lengthMs > BRIDGE_MS) continue
    energyWh += ((before.value + after.value) / 2) * (lengthMs / HOUR_MS)
    knownMs += lengthMs
  }
  return { powersW, energyWh: knownMs > 0 ? energyWh : null, knownMs }
}
