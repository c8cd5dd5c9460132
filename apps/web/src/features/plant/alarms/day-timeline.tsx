import { dayBounds } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { occurrencesQuery } from './alarm-queries.ts'
import { toStretches } from './calendar-weeks.ts'
import styles from './day-timeline.module.css'

const hours = [0, 6, 12, 18, 24] as const
const MOST_TOLD = 8

/** The hours of one day in which the alarm was open. */
export function DayTimeline({ id, day, zone }: Readonly<{ id: string; day: string; zone: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { data, error, refetch } = useQuery(occurrencesQuery(id, day))
  if (!data)
    return error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={52} />
  const { fromMs, toMs } = dayBounds(day, zone)
  const stretches = toStretches(data).map((stretch) => ({ fromMs: stretch.fromMs, toMs: Math.min(stretch.toMs, toMs) }))
  const percent = (atMs: number): string => `${((atMs - fromMs) / (toMs - fromMs)) * 100}%`
  const time = (atMs: number): string => (atMs >= toMs ? '24:00' : format.timeOfDay(atMs, zone))
  return (
    <div className={styles.timeline}>
      <h4>{text('alarm-page.detail.day', { date: format.weekdayAndDate(day) })}</h4>
      <div className={styles.bar} aria-hidden="true">
        {stretches.map((stretch) => (
          <i
            key={stretch.fromMs}
            style={{
              left: percent(stretch.fromMs),
              width: `${((stretch.toMs - stretch.fromMs) / (toMs - fromMs)) * 100}%`,
            }}
          />
        ))}
      </div>
      <div className={styles.hours} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <p>
        {stretches.length === 0
          ? text('alarm-page.detail.day.none')
          : stretches
              .slice(0, MOST_TOLD)
              .map((stretch) =>
                text('alarm-page.detail.day.span', { from: time(stretch.fromMs), to: time(stretch.toMs) }),
              )
              .join(', ')}
        {stretches.length > MOST_TOLD && ' …'}
      </p>
    </div>
  )
}
