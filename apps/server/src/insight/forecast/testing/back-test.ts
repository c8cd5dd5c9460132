import { DAY_MS } from '@heliograph/domain/duration.ts'
import { applyCalibration, calibrate, type HourPair } from '@heliograph/domain/forecast/calibrate.ts'
import { type Score, type ScoredDay, scoreDays } from '@heliograph/domain/forecast/score.ts'
import type { MeasuredPlant } from './measured-plants.ts'

const LEARN_DAYS = 60
/** Fewer hours are no day. */
const FEWEST_HOURS = 7
const LIMITED_SHARE = 0.97

/** Errors of days, and those of hours as shares of the energy: what calibration does to the shape of a day. */
export type BackTest = Score & Readonly<{ hours: number; hoursModelled: number }>

/**
 * Says every day of a measured plant from its weather and from what was known of the plant so many days before.
 * @param fewestDays of the plant's own history that must be known
 */
export function backTest({ days, limitW }: MeasuredPlant, horizon: number, fewestDays = 5): BackTest {
  const whole = [...days].filter(([, pairs]) => pairs.length >= FEWEST_HOURS).map(([day]) => day)
  const scored: ScoredDay[] = []
  let [hourError, hourModelError, hourSum] = [0, 0, 0]
  for (const day of whole) {
    const known = whole.filter((value) => value < day - horizon && value >= day - horizon - LEARN_DAYS)
    if (known.length < fewestDays) continue
    const pairs = known
      .flatMap((value) => days.get(value) ?? [])
      .filter(({ measuredW, modelledW }) => measuredW < limitW * LIMITED_SHARE || modelledW <= limitW)
    const calibration = calibrate(pairs, (day - horizon) * DAY_MS)
    const own = days.get(day) ?? []
    const sum = (pick: (pair: HourPair) => number): number => own.reduce((all, pair) => all + pick(pair), 0)
    const calibratedOf = (pair: HourPair): number =>
      Math.min(limitW, applyCalibration(calibration, pair.atMs, pair.modelledW, pair.clearW))
    const modelledOf = (pair: HourPair): number => Math.min(limitW, pair.modelledW)
    const before = days.get(day - 1 - horizon)
    scored.push({
      measuredWh: sum(({ measuredW }) => measuredW),
      calibratedWh: sum(calibratedOf),
      modelledWh: sum(modelledOf),
      persistenceWh: before?.reduce((all, { measuredW }) => all + measuredW, 0) ?? null,
    })
    hourError += sum((pair) => Math.abs(calibratedOf(pair) - pair.measuredW))
    hourModelError += sum((pair) => Math.abs(modelledOf(pair) - pair.measuredW))
    hourSum += sum(({ measuredW }) => measuredW)
  }
  return { ...scoreDays(scored), hours: hourError / hourSum, hoursModelled: hourModelError / hourSum }
}
