/** Days ahead that are forecast: today is 0. */
export const HORIZONS = 8

/** Factors on the middle forecast that one day in ten stays below, and one in ten exceeds. */
export type ForecastRange = Readonly<{ low: number; high: number }>

/** Of the standard normal law: one tenth lies beyond. */
const TENTH = 1.2816
/** Fewer days say too little of the tails. */
const FEWEST_DAYS = 12
/** Error of a weather service at noon of today, and its growth with each day (standard deviation of the logarithm). */
const WEATHER_SPREAD = 0.1
const SPREAD_PER_DAY = 0.05

/**
 * The range of a horizon from the plant's own past: forecasts beside what came, in Wh of days. Before enough of them it
 * follows from how well the model fits (`spread`) and from how fast weather forecasts fade.
 */
export function findRange(
  past: readonly Readonly<{ forecastWh: number; measuredWh: number }>[],
  horizon: number,
  spread: number,
): ForecastRange {
  const shares = past
    .flatMap(({ forecastWh, measuredWh }) => (forecastWh > 0 ? [measuredWh / forecastWh] : []))
    .sort((a, b) => a - b)
  const sigma = Math.min(0.9, Math.hypot(spread, WEATHER_SPREAD + SPREAD_PER_DAY * horizon))
  const guess = { low: Math.exp(-TENTH * sigma), high: Math.exp(TENTH * sigma) }
  if (shares.length < FEWEST_DAYS) return guess
  const quantile = (share: number): number => {
    const at = share * (shares.length - 1)
    const below = shares[Math.floor(at)] ?? 1
    return below + ((shares[Math.ceil(at)] ?? below) - below) * (at % 1)
  }
  return { low: Math.min(1, quantile(0.1)), high: Math.max(1, quantile(0.9)) }
}

/** An hour strays further than its day: others make up for it. */
const HOUR_FACTOR = 1.5

/** A forecast power with its range, W; the upper end stays below what a clear sky allows. */
export function rangeOfHour(powerW: number, mostW: number, { low, high }: ForecastRange) {
  const p10W = Math.max(0, powerW * (1 - (1 - low) * HOUR_FACTOR))
  return { p10W, p50W: powerW, p90W: Math.max(powerW, Math.min(mostW, powerW * (1 + (high - 1) * HOUR_FACTOR))) }
}
