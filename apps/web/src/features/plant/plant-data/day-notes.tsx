import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { ForecastDay } from '../../../api/forecast.ts'
import type { DayCurveFigures } from '../../../api/plant-figures.ts'
import { nightsOf } from '../../../charts/nights.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { useNow } from '../../../ui/now.ts'
import styles from './day-notes.module.css'
import { coverageOf } from './day-series.ts'

type Props = Readonly<{
  day: DayCurveFigures
  withBand: boolean
  /** The forecast that the curve shows; null: its sum is not known, undefined: it shows none. */
  expected: Pick<ForecastDay, 'p10Wh' | 'p50Wh' | 'p90Wh'> | null | undefined
}>

/** The meaning of the curve's background, and notes about its data. */
export function DayNotes({ day, withBand, expected }: Props) {
  const { text } = useText()
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const coverage = coverageOf(day, now)
  // An empty day says so itself.
  const hasData = day.slots.some(({ coverage }) => coverage > 0)
  const timeOf = (atMs: number | null): string => format.timeOfDay(atMs, day.zone)
  return (
    <>
      {expected !== undefined && (
        <span className={styles.dayNotesKey}>
          <i className={styles.dayNotesExpected} />
          {expected === null
            ? text('plant-data.day.forecast')
            : text('plant-data.day.expected', {
                energy: format.energyWh(expected.p50Wh).text,
                low: format.energyWh(expected.p10Wh).text,
                high: format.energyWh(expected.p90Wh).text,
              })}
        </span>
      )}
      {withBand && (
        <span className={styles.dayNotesKey}>
          <i className={styles.dayNotesBand} />
          {text('plant-data.day.clearSkyNote')}
        </span>
      )}
      {nightsOf(day).length > 0 && (
        <span className={styles.dayNotesKey}>
          <i className={styles.dayNotesNight} />
          {text('plant-data.day.sun', { sunrise: timeOf(day.sunriseMs), sunset: timeOf(day.sunsetMs) })}
        </span>
      )}
      {day.slots.some(({ estimated }) => estimated) && (
        <span className={styles.dayNotesKey}>
          <i className={styles.dayNotesEstimated} />
          {text('plant-data.day.estimatedNote')}
        </span>
      )}
      {hasData && coverage !== null && coverage < 0.995 && (
        <span className={styles.dayNotesGaps}>
          {text('plant-data.day.gaps', { count: day.gaps.length, share: format.percent(coverage * 100, 0) })}
        </span>
      )}
    </>
  )
}
