import { addDays, addMonths } from '@heliograph/domain/time.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import styles from './calendar.module.css'
import { firstWeekday, monthSheet } from './calendar-grid.ts'
import { type Period, periodKey, periodStart } from './period.ts'

type Props = Readonly<{
  period: Exclude<Period, 'total'>
  date: string
  today: string
  earliest?: string | undefined
  onPick: (date: string) => void
}>

/** Picks a day, week, month or year. Arrow keys move, Page keys turn the page, Enter selects. */
export function Calendar({ period, date, today, earliest, onPick }: Props) {
  const byDay = period === 'day' || period === 'week'
  const format = useFormat()
  const { text } = useText()
  const [at, setAt] = useState(date)
  const grid = useRef<HTMLDivElement>(null)
  const moved = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the date
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])

  const isOpen = (key: string): boolean =>
    key <= today.slice(0, key.length) && (!earliest || key >= earliest.slice(0, key.length))
  const clamp = (next: string): string => (next > today ? today : earliest && next < earliest ? earliest : next)
  const go = (next: string, byKey: boolean): void => {
    moved.current = byKey
    setAt(clamp(next))
  }
  const turn = (by: number, byKey = false): void =>
    go(periodStart('month', `${addMonths(at.slice(0, 7), byDay ? by : by * 12)}-01`), byKey)
  const step = (event: KeyboardEvent): void => {
    const unit = (by: number): string => {
      if (byDay) return addDays(at, by)
      return `${addMonths(at.slice(0, 7), period === 'month' ? by : by * 12)}-01`
    }
    const rowLength = byDay ? 7 : 3
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => go(unit(-1), true),
      ArrowRight: () => go(unit(1), true),
      ArrowUp: () => go(unit(-rowLength), true),
      ArrowDown: () => go(unit(rowLength), true),
      PageUp: () => turn(-1, true),
      PageDown: () => turn(1, true),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }

  const month = at.slice(0, 7)
  const year = Number(at.slice(0, 4))
  const chosen = periodKey(period, date)
  const cell = (key: string, value: string, label: string, name: string, faint: boolean) => (
    <button
      key={key}
      type="button"
      className={faint ? cx(styles.calendarCell, styles.calendarFaint) : styles.calendarCell}
      disabled={!isOpen(key)}
      aria-pressed={periodKey(period, value) === chosen}
      aria-current={key === today.slice(0, key.length) ? 'date' : undefined}
      aria-label={name}
      tabIndex={key === at.slice(0, key.length) ? 0 : -1}
      onClick={() => onPick(clamp(value))}
    >
      {label}
    </button>
  )

  return (
    <div className={styles.calendar}>
      <div className={styles.calendarHead}>
        <Button size="s" kind="quiet" icon="chevronLeft" label={text('chart.calendar.back')} onClick={() => turn(-1)} />
        <b aria-live="polite">{byDay ? format.month(month) : period === 'month' ? String(year) : ''}</b>
        <Button size="s" kind="quiet" icon="chevronRight" label={text('chart.calendar.on')} onClick={() => turn(1)} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside */}
      <div ref={grid} className={byDay ? styles.calendarDays : styles.calendarUnits} onKeyDown={step}>
        {byDay && (
          <>
            {monthSheet(month, firstWeekday(format.locale))[0]?.map((day) => (
              <span key={day} className={styles.calendarWeekday} aria-hidden="true">
                {format.weekday(day)}
              </span>
            ))}
            {monthSheet(month, firstWeekday(format.locale))
              .flat()
              .map((day) => cell(day, day, String(Number(day.slice(8))), format.date(day), day.slice(0, 7) !== month))}
          </>
        )}
        {period === 'month' &&
          Array.from({ length: 12 }, (_, index) => `${at.slice(0, 4)}-${String(index + 1).padStart(2, '0')}`).map(
            (key) => cell(key, `${key}-01`, format.monthName(key), format.month(key), false),
          )}
        {period === 'year' &&
          Array.from({ length: 12 }, (_, index) => String(year - (year % 12) + index)).map((key) =>
            cell(key, `${key}-01-01`, key, key, false),
          )}
      </div>
    </div>
  )
}
