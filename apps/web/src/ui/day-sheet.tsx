import type { CalendarDate } from '@internationalized/date'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  CalendarYearPicker,
} from 'react-aria-components'
import buttonStyles from './button.module.css'
import { cx } from './class-names.ts'
import styles from './day-sheet.module.css'
import { Icon } from './icon.tsx'

export const turnClass = cx(buttonStyles.button, buttonStyles.buttonQuiet, buttonStyles.buttonS)

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof weekdays)[number]
type WeekInfo = Readonly<{ firstDay?: number }>
type LocaleWithWeek = Intl.Locale & Readonly<{ getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }>

/** The day with which a week begins in a language; Monday where the browser does not know. */
export function firstWeekday(locale: string): Weekday {
  const known = new Intl.Locale(locale) as LocaleWithWeek
  return weekdays[(known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1) % 7] ?? 'mon'
}

/** The head and the days of a calendar of React Aria: arrow keys move, Page keys turn the page, Enter selects. */
export function DaySheet({
  withYears = false,
  isMarked,
}: Readonly<{
  /** Years far away are chosen from a list. */
  withYears?: boolean
  /** Belongs to what is chosen though it is another day: the rest of a week. */
  isMarked?: (day: string) => boolean
}>) {
  return (
    <>
      <header className={styles.daySheetHead}>
        <Button slot="previous" className={turnClass}>
          <Icon name="chevronLeft" size={18} />
        </Button>
        <CalendarHeading className={styles.daySheetTitle ?? ''} />
        {withYears && (
          <CalendarYearPicker visibleYears={80}>
            {({ items, value, onChange, 'aria-label': label }) => (
              <select
                className={styles.daySheetYears}
                aria-label={label}
                value={value}
                onChange={(event) => onChange(Number(event.target.value))}
              >
                {items.map(({ id, formatted }) => (
                  <option key={id} value={id}>
                    {formatted}
                  </option>
                ))}
              </select>
            )}
          </CalendarYearPicker>
        )}
        <Button slot="next" className={turnClass}>
          <Icon name="chevronRight" size={18} />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className={styles.daySheet ?? ''}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.daySheetWeekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date: CalendarDate) => (
            <CalendarCell
              date={date}
              className={cx(styles.daySheetDay, isMarked?.(date.toString()) && styles.daySheetMarked)}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
