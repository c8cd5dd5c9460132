import { HOUR_MS, MINUTE_MS } from '../duration.ts'

export type PowerPoint = Readonly<{ atMs: number; value: number }>

export const STEP_MS = 5 * MINUTE_MS
/** A reading stands until the next one, and at most this long: loggers send every 5 to 15 minutes, some late. */
const HOLD_MS = 20 * MINUTE_MS
/** Over a longer gap nothing is known of the energy. */
const BRIDGE_MS = 30 * MINUTE_MS

/** A day's series of powers: at each step, as energy, and how long nothing was known. */
export type DaySteps = Readonly<{
  /** W at each step; null: no reading stands there. */
  powersW: readonly (number | null)[]
  /** null without two readings. */
  energyWh: number | null
  /** Between the first and the last reading, without gaps. */
  knownMs: number
}>

/** A day's powers added up one by one, so that they need not be read twice. */
export type PowerSum = Readonly<{ last: PowerPoint | null; wh: number; knownMs: number }>
/** Of a day without readings. */
export const emptyPowerSum: PowerSum = { last: null, wh: 0, knownMs: 0 }

/** A sum with further readings. @param points W, ascending, all of them after those that are in it */
export function addPowers({ last, wh, knownMs }: PowerSum, points: readonly PowerPoint[]): PowerSum {
  let [before, energyWh, lengthMs] = [last, wh, knownMs]
  for (const point of points) {
    const gapMs = before === null ? Number.POSITIVE_INFINITY : point.atMs - before.atMs
    if (before !== null && gapMs <= BRIDGE_MS) {
      energyWh += ((before.value + point.value) / 2) * (gapMs / HOUR_MS)
      lengthMs += gapMs
    }
    before = point
  }
  return { last: before, wh: energyWh, knownMs: lengthMs }
}

/** The energy of a sum, Wh; null without two readings that belong together. */
export const energyOfSum = ({ wh, knownMs }: PowerSum): number | null => (knownMs > 0 ? wh : null)

/** Whether a reading is there before the end of the step that begins at an instant. */
export const isBeforeEnd = ({ atMs }: PowerPoint, stepMs: number): boolean => atMs < stepMs + STEP_MS

/** The power of the step that begins at an instant. W; null: no reading stands there. @param point the last before its end */
export const powerOfStep = (point: PowerPoint | null, stepMs: number): number | null =>
  point !== null && isBeforeEnd(point, stepMs) && stepMs - point.atMs < HOLD_MS ? point.value : null

/**
 * A day's powers in steps of five minutes and as energy.
 * @param points W, ascending @param fromMs the first step @param count steps; none are made without
 */
export function toDaySteps(points: readonly PowerPoint[], fromMs: number, count: number): DaySteps {
  const powersW: (number | null)[] = []
  let at = 0
  for (let step = 0; step < count; step++) {
    const stepMs = fromMs + step * STEP_MS
    // The last reading before the step's end.
    for (let next = points[at + 1]; next !== undefined && isBeforeEnd(next, stepMs); next = points[at + 1]) at++
    powersW.push(powerOfStep(points[at] ?? null, stepMs))
  }
  const sum = addPowers(emptyPowerSum, points)
  return { powersW, energyWh: energyOfSum(sum), knownMs: sum.knownMs }
}
