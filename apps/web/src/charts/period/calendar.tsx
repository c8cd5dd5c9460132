import { parseDate, toCalendarDate, toZoned } from '@internationalized/date'
import { Calendar as DayCalendar, I18nProvider } from 'react-aria-components'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import { DaySheet, firstWeekday } from '../../ui/day-sheet.tsx'
import styles from './calendar.module.css'
import { type Period, weekStart } from './period.ts'
import { UnitSheet } from './unit-sheet.tsx'

export type CalendarProps = Readonly<{
  period: Exclude<Period, 'total'>
  date: string
  today: string
  earliest?: string | undefined
  /** In which "today" is meant. */
  zone: string
  onPick: (date: string) => void
}>

/** Picks a day, week, month or year. Arrow keys move, Page keys turn the page, Enter selects. */
export function Calendar({ period, date, today, earliest, zone, onPick }: CalendarProps) {
  const { locale } = useLanguage()
  const { text } = useText()
  const clamp = (next: string): string => (next > today ? today : earliest && next < earliest ? earliest : next)
  const pick = (picked: string): void => onPick(clamp(picked))
  return (
    <div className={styles.calendar}>
      <I18nProvider locale={locale}>
        {period === 'day' || period === 'week' ? (
          <DayCalendar
            aria-label={text('chart.calendar')}
            autoFocus
            value={toZoned(parseDate(date), zone)}
            maxValue={parseDate(today)}
            {...(earliest ? { minValue: parseDate(period === 'week' ? weekStart(earliest) : earliest) } : {})}
            // Weeks to pick are those of ISO 8601 in every language.
            firstDayOfWeek={period === 'week' ? 'mon' : firstWeekday(locale)}
            onChange={(picked) => pick(toCalendarDate(picked).toString())}
          >
            <DaySheet {...(period === 'week' ? { isMarked: (day) => weekStart(day) === weekStart(date) } : {})} />
          </DayCalendar>
        ) : (
          <UnitSheet unit={period} date={date} today={today} earliest={earliest} onPick={pick} />
        )}
      </I18nProvider>
    </div>
  )
}
