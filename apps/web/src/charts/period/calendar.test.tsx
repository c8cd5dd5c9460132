import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Calendar } from './calendar.tsx'
import type { Period } from './period.ts'

afterEach(cleanup)

function open(period: Exclude<Period, 'total'>, date = '2026-09-08') {
  const onPick = vi.fn()
  renderPage(<Calendar period={period} date={date} today="2026-09-12" earliest="2025-03-05" onPick={onPick} />)
  return onPick
}

it('picks a day and offers no future day', () => {
  const onPick = open('day')
  expect(screen.getByRole('button', { name: 'Sep 13, 2026' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Sep 3, 2026' }))
  expect(onPick).toHaveBeenCalledWith('2026-09-03')
})

it('is operated by keys', () => {
  open('day')
  const chosen = screen.getByRole('button', { name: 'Sep 8, 2026' })
  expect(chosen.getAttribute('aria-pressed')).toBe('true')
  fireEvent.keyDown(chosen, { key: 'ArrowUp' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Sep 1, 2026')
  fireEvent.keyDown(document.activeElement ?? chosen, { key: 'PageUp' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Aug 1, 2026')
})

it("picks months and years, none before the plant's first day", () => {
  const onPick = open('month', '2025-06-10')
  expect(screen.getByRole('button', { name: 'Feb 2025' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Mar 2025' }))
  expect(onPick).toHaveBeenCalledWith('2025-03-05')
  cleanup()
  const onPickYear = open('year')
  fireEvent.click(screen.getByRole('button', { name: '2025' }))
  expect(onPickYear).toHaveBeenCalledWith('2025-03-05')
})
