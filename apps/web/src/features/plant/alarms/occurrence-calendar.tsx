import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { useUrlState } from '../../../address/url-state.ts'
import type { AlarmDetail } from '../../../api/alarms.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { weeksOf } from './calendar-weeks.ts'
import styles from './occurrence-calendar.module.css'

type Props = Readonly<{ alarm: Pick<AlarmDetail, 'calendar' | 'zone'>; day: string; nowMs: number }>

/** The last weeks, a square per day: the darker, the longer the alarm was open. A day with it leads to its hours. */
export function OccurrenceCalendar({ alarm, day, nowMs }: Props) {
  const { text, gap } = useText()
  const format = useFormat()
  const { linkTo } = useUrlState()
  const today = localDate(nowMs, alarm.zone)
  const weeks = weeksOf(alarm.calendar, today)
  const yearAgo = addDays(today, -365)
  const days = alarm.calendar.filter((item) => item.day > yearAgo).length
  return (
    <div className={styles.calendar}>
      <ol className={styles.weeks}>
        {weeks.map((week) => (
          <li key={week[0]?.day}>
            <ol>
              {week.map((item) => {
                const openMs = item.openMs
                const words =
                  openMs === null
                    ? text('alarm-page.detail.calendar.dayNone', { date: format.date(item.day) })
                    : text('alarm-page.detail.calendar.day', {
                        date: format.date(item.day),
                        duration: format.duration(openMs),
                      })
                return (
                  <li key={item.day}>
                    {openMs === null ? (
                      <span
                        className={item.isFuture ? styles.future : styles.none}
                        title={item.isFuture ? undefined : words}
                      />
                    ) : (
                      <Link
                        to={linkTo({ day: item.day })}
                        replace
                        preventScrollReset
                        aria-label={words}
                        title={words}
                        aria-current={item.day === day ? 'date' : undefined}
                        style={{ '--share': `${Math.round(item.share * 100)}%` } as CSSProperties}
                      />
                    )}
                  </li>
                )
              })}
            </ol>
          </li>
        ))}
      </ol>
      <p>
        {text('alarm-page.detail.calendar.days', { count: days })}
        {gap}
        {text('alarm-page.detail.calendar.hint')}
      </p>
    </div>
  )
}
