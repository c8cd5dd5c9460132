/** One device that a plant reads by two ways: once its energy counts, once it is only shown. */
import { BEGINNING } from './metering.ts'
import { addDays } from './time.ts'

/** Days, both included, on which nothing of a device counts for its plant. */
export type ApartSpan = Readonly<{ from: string; until: string }>
export const FOREVER = '9999-12-31'

/** Whether a day is one of some spans. */
export const isApartOn = (spans: readonly ApartSpan[], day: string): boolean =>
  spans.some(({ from, until }) => from <= day && day <= until)

/** The days on which a device begins or ceases to count. */
export const apartCuts = (spans: readonly ApartSpan[]): readonly string[] =>
  spans.flatMap(({ from, until }) => (until === FOREVER ? [from] : [from, addDays(until, 1)]))

/**
 * The days that each of two sources of one device is left out, so that every day counts once. The history before the
 * device that counts was there belongs to the other one, and the first day of the later one to the earlier one.
 * @param counts first day of the device that counts @param second of the other one
 */
export function partDays(
  counts: string,
  second: string,
): Readonly<{ counts: readonly ApartSpan[]; second: readonly ApartSpan[] }> {
  if (counts <= second) return { counts: [], second: [{ from: BEGINNING, until: FOREVER }] }
  return {
    counts: [{ from: BEGINNING, until: counts }],
    second: [{ from: addDays(counts, 1), until: FOREVER }],
  }
}

/** The powers of two devices in slots of equal length, W; null: none was heard. */
export type PowerPair = readonly [one: number | null, other: number | null]

/** Three hours of five minutes in which power flows. */
const LEAST_PAIRS = 36
const FLOWING_W = 20
/** Two inverters of one roof differ by more than two readings of one do. */
const LEAST_LIKENESS = 0.985
const MOST_APART = 0.08

/** The correlation of two powers that may be one; undefined: they are not alike, or little is known. */
export function likenessOf(pairs: readonly PowerPair[]): number | undefined {
  const both = pairs.flatMap(([one, other]): (readonly [number, number])[] =>
    one === null || other === null || Math.max(Math.abs(one), Math.abs(other)) < FLOWING_W ? [] : [[one, other]],
  )
  if (both.length < LEAST_PAIRS) return undefined
  const meanOf = (read: (pair: readonly [number, number]) => number): number =>
    both.reduce((sum, pair) => sum + read(pair), 0) / both.length
  const [mean, otherMean] = [meanOf(([one]) => one), meanOf(([, other]) => other)]
  const covariance = meanOf(([one, other]) => (one - mean) * (other - otherMean))
  const spread = meanOf(([one]) => (one - mean) ** 2) * meanOf(([, other]) => (other - otherMean) ** 2)
  // A power that never changes is like any other.
  if (spread <= FLOWING_W ** 4) return undefined
  const likeness = covariance / Math.sqrt(spread)
  const size = meanOf(([one, other]) => Math.max(Math.abs(one), Math.abs(other)))
  const difference = meanOf(([one, other]) => Math.abs(one - other))
  return likeness >= LEAST_LIKENESS && difference <= MOST_APART * size ? likeness : undefined
}
