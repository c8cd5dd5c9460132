import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'

/** Shape of the numbers of a column in the order of time. */
export type Content = Readonly<{
  count: number
  min: number
  max: number
  /** Above and below zero. */
  positives: number
  negatives: number
  positiveSum: number
  negativeSum: number
  rises: number
  /** Falls that last. */
  falls: number
  /** A reading or two that are too low, after which the column goes on above them. */
  dips: number
  /** Falls from one day to the next, or to less than a tenth. */
  resets: number
  days: number
  /** Days that ended with next to nothing of their highest value. */
  spentDays: number
  first: number
  /** From the first to the last value. */
  risen: number
  /** Whether the last value of the whole is its largest. */
  endsHigh: boolean
}>

const LONGEST_DIP = 3
const DEEP = 0.1
/** A counter begins a day with a part of what it ended the last one with. */
const LOW = 0.6

/** @param order the rows in the order of time */
export function lookAt(values: Float64Array, atMs: Float64Array, order: Int32Array, zone: string): Content {
  let [count, min, max, positives, negatives] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  let [positiveSum, negativeSum, rises, falls, days] = [0, 0, 0, 0, 0]
  let [first, before, top, beforeDay, dayFrom, dayTo] = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0, 0]
  let [day, beforeMs] = [0, 0]
  let [dips, resets] = [0, 0]
  let [highest, spentDays] = [0, 0]
  let fall: Readonly<{ at: number; top: number; isReset: boolean }> | undefined
  for (const row of order) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    const at = atMs[row] as number
    if (!(at >= dayFrom && at < dayTo)) {
      const date = localDate(at, zone)
      day = Date.parse(`${date}T00:00:00Z`) / DAY_MS
      dayFrom = at
      // The hour after a row is nearly always of the same day: not every row asks for its date.
      dayTo = localDate(at + HOUR_MS, zone) === date ? at + HOUR_MS : at + 1
    }
    count += 1
    if (value > 0) [positives, positiveSum] = [positives + 1, positiveSum + value]
    else if (value < 0) [negatives, negativeSum] = [negatives + 1, negativeSum - value]
    if (value < min) min = value
    if (value > max) max = value
    if (Number.isNaN(before)) [first, top, days] = [value, value, 1]
    else {
      if (day !== beforeDay) {
        days += 1
        if (before < DEEP * highest) spentDays += 1
        highest = 0
      }
      if (value > before) rises += 1
      // A reading or two that are too low, after which the column goes on, are a dip.
      if (value < before) {
        falls += 1
        // A reading at midnight is the last of its day or the first of the next one.
        const isNight = day !== beforeDay || localDate(at - 1, zone) !== localDate(beforeMs - 1, zone)
        const isReset = (isNight && value < LOW * before) || value < DEEP * before
        if (isReset) resets += 1
        fall = { at: count, top: before, isReset }
      } else if (fall !== undefined && value >= fall.top) {
        if (count - fall.at < LONGEST_DIP && value > fall.top) {
          falls -= 1
          dips += 1
          if (fall.isReset) resets -= 1
        }
        fall = undefined
      }
      if (value > top) top = value
    }
    if (value > highest) highest = value
    before = value
    beforeDay = day
    beforeMs = at
  }
  return {
    count,
    min,
    max,
    positives,
    negatives,
    positiveSum,
    negativeSum,
    rises,
    falls,
    dips,
    resets,
    days,
    spentDays: before < DEEP * highest ? spentDays + 1 : spentDays,
    first,
    risen: before - first,
    endsHigh: before >= max,
  }
}

/** A counter of the day keeps what it has reached until the night. */
const SPENT = 0.2
const LEAST_RISES = 3

/** It rises in many steps and falls once a day. @param isToday its heading says so: some fall in the evening */
export const isLadder = ({ days, count, rises, falls, resets, spentDays }: Content, isToday: boolean): boolean =>
  days > 1 &&
  resets >= 0.5 * (days - 1) &&
  falls - resets <= 0.02 * count &&
  rises >= 3 * falls &&
  (isToday || (spentDays <= SPENT * days && rises >= LEAST_RISES * days))
