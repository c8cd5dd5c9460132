import { SLOT_MINUTES, type Weekday, weekdays } from '@heliograph/domain/tariff/schedule.ts'
import { paintWeek, type Week } from '@heliograph/domain/tariff/week.ts'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { levelColor } from './level-color.ts'
import styles from './week.module.css'
import { clockOf, weekdayName } from './week-picture.tsx'

type Cell = Readonly<{ day: number; row: number }>

/**
 * A week to paint with the chosen price: drag over cells, or move with the arrow keys and press Enter; Shift with arrows
 * paints along.
 */
export function WeekPainter({
  week,
  levels,
  level,
  stepMinutes,
  label,
  onChange,
}: Readonly<{
  week: Week
  levels: number
  level: number
  stepMinutes: number
  label: string
  onChange: (week: Week) => void
}>) {
  const { text } = useText()
  const { locale } = useFormat()
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Cell>({ day: 0, row: 0 })
  const start = useRef<Readonly<{ cell: Cell; week: Week }>>(undefined)
  const rows = (24 * 60) / stepMinutes

  const paint = (from: Cell, to: Cell, base: Week): void => {
    const [first, last] = [Math.min(from.day, to.day), Math.max(from.day, to.day)]
    const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
    const days = weekdays.filter((day) => day - 1 >= first && day - 1 <= last) as Weekday[]
    onChange(paintWeek(base, { days, fromMinute: top * stepMinutes, toMinute: (bottom + 1) * stepMinutes, level }))
  }
  const cellOf = (found: EventTarget | null): Cell | undefined => {
    const { day, row } = (found instanceof HTMLElement ? found.dataset : {}) as Record<string, string | undefined>
    return day === undefined || row === undefined ? undefined : { day: Number(day), row: Number(row) }
  }
  const cellAt = (event: PointerEvent): Cell | undefined =>
    cellOf(document.elementFromPoint(event.clientX, event.clientY))
  const move = (event: KeyboardEvent): void => {
    const at = cellOf(event.target)
    if (!at) return
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const next = {
        day: Math.min(6, Math.max(0, at.day + step[0])),
        row: Math.min(rows - 1, Math.max(0, at.row + step[1])),
      }
      setAt(next)
      if (event.shiftKey) paint(at, next, week)
      table.current?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-row="${next.row}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      paint(at, at, week)
    }
  }
  return (
    <div className={styles.weekPainter} data-part="week-painter">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are painted is a grid
        role="grid"
        aria-label={label}
        onKeyDown={move}
        onPointerDown={(event) => {
          const cell = cellAt(event)
          if (!cell || event.button !== 0) return
          event.preventDefault()
          start.current = { cell, week }
          setAt(cell)
          paint(cell, cell, week)
        }}
        onPointerMove={(event) => {
          const cell = start.current && cellAt(event)
          if (cell && start.current) paint(start.current.cell, cell, start.current.week)
        }}
        onPointerUp={() => {
          start.current = undefined
        }}
        onPointerLeave={() => {
          start.current = undefined
        }}
      >
        <thead>
          <tr>
            <td />
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {weekdayName(weekday, locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => {
            const minute = row * stepMinutes
            return (
              <tr key={minute}>
                <th scope="row">
                  {minute % 180 === 0 ? clockOf(minute) : <span className="visually-hidden">{clockOf(minute)}</span>}
                </th>
                {weekdays.map((weekday, day) => {
                  const own = week[day]?.[minute / SLOT_MINUTES] ?? 0
                  return (
                    <td
                      key={weekday}
                      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid
                      role="gridcell"
                      data-day={day}
                      data-row={row}
                      tabIndex={at.day === day && at.row === row ? 0 : -1}
                      onFocus={() => setAt({ day, row })}
                      style={{ background: levelColor(own, levels) }}
                      aria-label={text('finance.painter.cell', {
                        day: weekdayName(weekday, locale, 'long'),
                        time: clockOf(minute),
                        level: own + 1,
                      })}
                    />
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
