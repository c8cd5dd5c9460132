import { Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { afterPaint } from '../../ui/after-paint.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { firstPart } from '../../ui/lazy-part.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { Skeleton } from '../../ui/states.tsx'
import { clampDate, isCurrentPeriod, type Period, periodKey, periodName, shiftPeriod, toAddress } from './period.ts'
import styles from './period-stepper.module.css'
import { useAskedDate } from './use-asked-date.ts'

const Calendar = firstPart(() => import('./calendar.tsx'), 'Calendar')

type Props = Readonly<{
  period: Period
  date: string
  today: string
  /** The oldest selectable date. */
  earliest?: string | undefined
  /** In which "today" is meant. */
  zone: string
  /** Where the page, too, must know what was pressed: told after the press is painted. */
  onAsk?: ((date: string) => void) | undefined
  /** null: today's period. */
  onChange: (date: string | null) => void
}>

/** ‹ Sat, Sep 12, 2026 ›: arrows and arrow keys step, the date opens a calendar. */
export function PeriodStepper({ period, date: drawn, today, earliest, zone, onAsk, onChange }: Props) {
  const { text } = useText()
  const format = useFormat()
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { date, ask } = useAskedDate(drawn)
  const isLast = isCurrentPeriod(period, date, today)
  const isFirst = earliest !== undefined && periodKey(period, date) <= periodKey(period, earliest)
  const still = period === 'total'
  /** Not painted yet: the next press goes on from it. */
  const pressed = useRef<Readonly<{ date: string; takeBack: () => void }>>(undefined)
  const choose = (next: string): void => {
    pressed.current?.takeBack()
    const takeBack = afterPaint(() => {
      // At once: a press that waits already goes on from it.
      flushSync(() => {
        ask(next)
        onAsk?.(next)
      })
      pressed.current = undefined
      onChange(toAddress(period, next, today))
    })
    pressed.current = { date: next, takeBack }
  }
  const go = (by: number): void => {
    const from = pressed.current?.date ?? date
    const next = clampDate(shiftPeriod(period, from, by), today, earliest)
    if (!still && periodKey(period, next) !== periodKey(period, from)) choose(next)
  }
  useShortcuts([
    { key: 'ArrowLeft', text: 'chart.period.previous', run: () => go(-1) },
    { key: 'ArrowRight', text: 'chart.period.next', run: () => go(1) },
  ])
  if (still) return null

  const place = (): void => {
    const [at, box] = [trigger.current?.getBoundingClientRect(), popover.current]
    if (!at || !box) return
    const { offsetWidth, offsetHeight } = box
    const below = at.bottom + 6 + offsetHeight < window.innerHeight - 8
    box.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - 6 - offsetHeight)}px`
    box.style.left = `${Math.max(8, Math.min(at.left + at.width / 2 - offsetWidth / 2, window.innerWidth - offsetWidth - 8))}px`
  }
  const name = periodName(period, date, format, '')
  return (
    <div className={styles.periodStepper}>
      <Button
        size="s"
        kind="quiet"
        icon="chevronLeft"
        label={text('chart.period.previous')}
        disabled={isFirst}
        onClick={() => go(-1)}
      />
      <button
        ref={trigger}
        type="button"
        className={styles.periodStepperDate}
        popoverTarget={id}
        aria-label={text('chart.period.pick', { period: name })}
      >
        <Icon name="calendar" size={16} />
        {name}
      </button>
      <Button
        size="s"
        kind="quiet"
        icon="chevronRight"
        label={text('chart.period.next')}
        disabled={isLast}
        onClick={() => go(1)}
      />
      {!isLast && (
        <Button size="s" kind="quiet" onClick={() => choose(today)}>
          {text('chart.period.today')}
        </Button>
      )}
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.periodStepperPopover}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          if (event.newState === 'open') requestAnimationFrame(place)
        }}
      >
        {open && (
          <Suspense fallback={<Skeleton width={292} height={280} />}>
            <Calendar
              period={period}
              date={date}
              today={today}
              earliest={earliest}
              zone={zone}
              onPick={(picked) => {
                popover.current?.hidePopover()
                choose(picked)
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
