import { evenWeek, type Week } from '@heliograph/domain/tariff/week.ts'
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../../testing/render.tsx'
import { WeekPainter } from './week-painter.tsx'

afterEach(cleanup)

function open(): readonly Week[] {
  const painted: Week[] = []
  const props = { week: evenWeek(0), levels: 2, level: 1, stepMinutes: 60, label: 'Week' }
  renderPage(<WeekPainter {...props} onChange={(week) => painted.push(week)} />, { path: '/' })
  return painted
}
const cell = (day: number, row: number): HTMLElement =>
  document.querySelector(`[data-day="${day}"][data-row="${row}"]`) as HTMLElement
const hoursOf = (week: Week | undefined, day: number): string =>
  (week?.[day] ?? []).flatMap((level, slot) => (slot % 4 === 0 && level === 1 ? [slot / 4] : [])).join()

it('a cell is painted by Enter, and its neighbors along with Shift', () => {
  const painted = open()
  expect(cell(2, 7).getAttribute('aria-label')).toBe('Wednesday 07:00, price 1')
  fireEvent.keyDown(cell(2, 7), { key: 'Enter' })
  expect([hoursOf(painted.at(-1), 2), hoursOf(painted.at(-1), 3)]).toEqual(['7', ''])
  fireEvent.keyDown(cell(2, 7), { key: 'ArrowDown', shiftKey: true })
  expect(hoursOf(painted.at(-1), 2)).toBe('7,8')
  expect(document.activeElement).toBe(cell(2, 8))
  fireEvent.keyDown(cell(2, 8), { key: 'ArrowRight' })
  expect([painted.length, document.activeElement]).toEqual([2, cell(3, 8)])
})

it('dragging paints from the first cell to the one below the pointer', () => {
  const painted = open()
  document.elementFromPoint = () => cell(0, 22)
  fireEvent.pointerDown(cell(0, 22), { button: 0 })
  document.elementFromPoint = () => cell(1, 23)
  fireEvent.pointerMove(cell(1, 23))
  expect([0, 1, 2].map((day) => hoursOf(painted.at(-1), day))).toEqual(['22,23', '22,23', ''])
  fireEvent.pointerUp(cell(1, 23))
  fireEvent.pointerMove(cell(1, 23))
  expect(painted).toHaveLength(2)
})
