/** The bounds of a meter's counters, and their steps. */
import { HOUR_MS } from '../duration.ts'
/** The known properties of a meter's two counters. Power in W (Infinity: unknown), steps in Wh (> 0). */
export type MeterRule = Readonly<{
  /** Rated power behind the counter. */
  ratedW: number
  /** Smallest steps in which the counters move, as the profile states them. */
  totalStepWh: number
  todayStepWh: number
  /** The total may turn out to move in coarser steps, up to this. */
  maxStepWh: number
  /** The total wraps around to 0 here, if its register is that narrow. */
  wrapsAtWh?: number | undefined
}>

export type Steps = Readonly<{ totalWh: number; todayWh: number }>

/** A rise may exceed rated power x time by this factor. */
export const PLAUSIBLE_FACTOR = 1.3

/** A counter that was silent for longer is not waited for. */
export const WAIT_MS = 2 * HOUR_MS

/** The most that can be counted between two instants, Wh: never less than two steps, so no single step is refused. */
export const plausibleWh = (rule: Pick<MeterRule, 'ratedW'>, spanMs: number, stepWh: number): number =>
  (rule.ratedW * Math.max(0, spanMs) * PLAUSIBLE_FACTOR) / HOUR_MS + 2 * stepWh

/** The step of the total, learned from its readings: never finer than stated. */
export const stepsOf = ({ divisor }: Readonly<{ divisor: number }>, rule: MeterRule): Steps => ({
  totalWh: Math.max(rule.totalStepWh, Math.min(divisor, rule.maxStepWh)),
  todayWh: rule.todayStepWh,
})

/** The greatest common divisor of the totals seen so far and one more, whole Wh; 0: none seen. */
export function divisorOf(divisor: number, totalWh: number): number {
  let a = divisor
  let b = Math.round(totalWh)
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/** A number of 32 bits holds this share of a value, twice: a poster's counter moves by it to and fro. */
const FORMAT_SHARE = 2 ** -22
/** In the finest steps a fall by two of them says as little as one of a coarse step. */
const FINE_WH = 20

/** A total that falls by no more than this only trembles, Wh. */
export const trembleWh = (totalWh: number, stepWh: number): number =>
  Math.max(stepWh, Math.min(2 * stepWh, FINE_WH), totalWh * FORMAT_SHARE)

/** To 0.0001 Wh, so that two ways to the same place end in the same place. */
export const round = (wh: number): number => Math.round(wh * 10_000) / 10_000
