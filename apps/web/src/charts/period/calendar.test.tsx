import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { LanguageContext } from '../../texts/language-context.ts'
import { Calendar } from './calendar.tsx'
import type { Period } from './period.ts'

afterEach(cleanup)

function open(period: Exclude<Period, 'total'>, date = '2026-09-08', locale = 'en-US') {
  const onPick = vi.fn()
  const language = { code: 'en', locale, row: {} as never, offered: [], change: () => undefined } as const
  renderPage(
    <LanguageContext value={language}>
      <Calendar
        period={period}
        date={date}
        today="2026-09-12"
        earliest="2025-03-05"
        zone="Pacific/Auckland"
        onPick={onPick}
      />
    </LanguageContext>,
  )
  return onPick
}
const day = (name: RegExp) => screen.getByRole('button', { name })
const weekdays = () => [...document.querySelectorAll('th')].map((element) => element.textContent?.trim())

describe('the calendar', () => {
  it('picks a day and offers no future day', async () => {
    const onPick = open('day')
    expect(day(/September 13, 2026/).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(day(/September 13, 2026/))
    await userEvent.click(day(/September 3, 2026/))
    expect(onPick.mock.calls).toEqual([['2026-09-03']])
  })

  it('is operated by keys, and stops at the first day of the plant', async () => {
    const onPick = open('day')
    expect(document.activeElement?.getAttribute('aria-label')).toContain('September 8, 2026')
    await userEvent.keyboard('{ArrowUp}{PageUp}{Enter}')
    expect(onPick).toHaveBeenCalledWith('2026-08-01')
  })

  it.each([
    ['en-US', 'Sun'],
    ['de-DE', 'Mo'],
    ['zh-CN', '周一'],
    ['pt-BR', 'dom.'],
  ])('starts the week as usual in %s', (locale, first) => {
    open('day', '2026-09-08', locale)
    expect(weekdays()[0]).toBe(first)
  })

  it('picks weeks that start on Monday in every language', async () => {
    const onPick = open('week')
    expect(weekdays()[0]).toBe('Mon')
    await userEvent.click(day(/September 2, 2026/))
    expect(onPick).toHaveBeenCalledWith('2026-09-02')
  })

  it("picks months, none before the plant's first day", async () => {
    const onPick = open('month', '2025-06-10')
    const months = within(screen.getByRole('listbox', { name: '2025' }))
    expect(months.getByRole('option', { name: 'Feb' }).getAttribute('aria-disabled')).toBe('true')
    expect(months.getByRole('option', { name: 'Jun' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
    await userEvent.click(months.getByRole('option', { name: 'Mar' }))
    expect(onPick).toHaveBeenCalledWith('2025-03-05')
  })

  it('picks years, including the selected one again', async () => {
    const onPick = open('year')
    await userEvent.click(screen.getByRole('option', { name: '2025' }))
    await userEvent.click(screen.getByRole('option', { name: '2026' }))
    expect(onPick.mock.calls).toEqual([['2025-03-05'], ['2026-01-01']])
  })
})
