import { applyCalibration, type Calibration } from '@heliograph/domain/forecast/calibrate.ts'
import type { ForecastDay, ForecastHour } from '@heliograph/domain/forecast/forecast.ts'
import { type ForecastRange, rangeOfHour } from '@heliograph/domain/forecast/range.ts'
import type { ModelHour } from './model-hours.ts'

/** A brighter hour than a clear one is light from the edges of clouds. */
const ABOVE_CLEAR = 1.1

/** One day's hours and sums. @param limitW where the inverters end */
export function forecastDay(
  date: string,
  model: readonly ModelHour[],
  calibration: Calibration,
  range: ForecastRange,
  limitW: number,
): Readonly<{ day: ForecastDay; hours: readonly ForecastHour[] }> {
  const made = model.map((hour) => {
    const freeW = applyCalibration(calibration, hour.atMs, hour.powerW, hour.clearW)
    const powerW = Math.min(limitW, freeW)
    const share = hour.powerW > 0 ? powerW / hour.powerW : 0
    const mostW = Math.min(
      limitW,
      applyCalibration(calibration, hour.atMs, Math.max(hour.powerW, hour.clearW), hour.clearW) * ABOVE_CLEAR,
    )
    return {
      hour: { atMs: hour.atMs, ...roundWatts(rangeOfHour(powerW, mostW, range)) },
      powerW,
      mostW,
      planesW: hour.planesW.map((w) => w * share),
    }
  })
  const sum = (values: readonly number[]): number => Math.round(values.reduce((all, value) => all + value, 0))
  const p50Wh = sum(made.map(({ powerW }) => powerW))
  const mostWh = sum(made.map(({ mostW }) => mostW))
  return {
    hours: made.map(({ hour }) => hour),
    day: {
      date,
      p10Wh: Math.round(p50Wh * range.low),
      p50Wh,
      p90Wh: Math.max(p50Wh, Math.min(mostWh, Math.round(p50Wh * range.high))),
      modelledWh: sum(model.map(({ powerW }) => Math.min(limitW, powerW))),
      planesWh: (model[0]?.planesW ?? []).map((_, plane) => sum(made.map(({ planesW }) => planesW[plane] ?? 0))),
    },
  }
}

const roundWatts = ({ p10W, p50W, p90W }: Readonly<{ p10W: number; p50W: number; p90W: number }>) => ({
  p10W: Math.round(p10W),
  p50W: Math.round(p50W),
  p90W: Math.round(p90W),
})
