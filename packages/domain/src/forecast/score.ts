/** A forecast day beside what came and what the day before would have said, Wh. */
export type ScoredDay = Readonly<{
  measuredWh: number
  calibratedWh: number
  modelledWh: number
  persistenceWh: number | null
}>

/**
 * How far forecasts were off: the mean of |forecast - measured| of days over their mean measured energy (nMAE), 0 =
 * perfect, and the mean signed error (nMBE), > 0 = too much promised; null: no day.
 */
export type Score = Readonly<{
  days: number
  calibrated: number | null
  modelled: number | null
  /** Of the days that have one. */
  persistence: number | null
  bias: number | null
}>

/** The errors of forecasts of one horizon. */
export function scoreDays(days: readonly ScoredDay[]): Score {
  const error = (some: readonly ScoredDay[], pick: (day: ScoredDay) => number): number | null => {
    const measured = some.reduce((sum, day) => sum + day.measuredWh, 0)
    return measured > 0 ? some.reduce((sum, day) => sum + Math.abs(pick(day) - day.measuredWh), 0) / measured : null
  }
  const measured = days.reduce((sum, day) => sum + day.measuredWh, 0)
  const compared = days.filter(({ persistenceWh }) => persistenceWh !== null)
  return {
    days: days.length,
    calibrated: error(days, (day) => day.calibratedWh),
    modelled: error(days, (day) => day.modelledWh),
    persistence: error(compared, (day) => day.persistenceWh ?? 0),
    bias: measured > 0 ? days.reduce((sum, day) => sum + day.calibratedWh, 0) / measured - 1 : null,
  }
}
