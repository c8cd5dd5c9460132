import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { LanguageContext } from '../texts/language-context.ts'
import { DateField } from './date-field.tsx'
import { Dialog } from './dialog.tsx'

// The calendar is fetched when it is first wanted; the first test should not wait for it.
beforeAll(() => import('./date-picker.tsx'))
// happy-dom tells of a changed selection while one is collapsed, which collapses it, without end.
beforeEach(() => void vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Form({ first = '' }: Readonly<{ first?: string }>) {
  const [value, setValue] = useState(first)
  return (
    <>
      <DateField label="Until" optional min="2026-01-10" value={value} onChange={setValue} />
      <output data-testid="value">{value}</output>
    </>
  )
}
const value = () => screen.getByTestId('value').textContent
const segments = () => screen.getAllByRole('spinbutton').map((element) => element.getAttribute('data-type'))
const inLanguage = (locale: string) => (
  <LanguageContext value={{ code: 'en', locale, row: {} as never, offered: [], change: () => undefined }}>
    <Form />
  </LanguageContext>
)

describe('DateField', () => {
  it('accepts a date by its parts, in the order of the language', async () => {
    renderPage(<Form />)
    await screen.findByRole('group', { name: /Until/ })
    expect(segments()).toEqual(['month', 'day', 'year'])
    await userEvent.click(screen.getAllByRole('spinbutton')[0] ?? expect.fail())
    await userEvent.keyboard('06152099')
    expect(value()).toBe('2099-06-15')
  })

  it.each([
    ['de-DE', ['day', 'month', 'year']],
    ['zh-CN', ['year', 'month', 'day']],
  ])('formats dates as usual in %s', async (locale, parts) => {
    renderPage(inLanguage(locale))
    await screen.findAllByRole('spinbutton')
    expect(segments()).toEqual(parts)
  })

  it('picks a day from the calendar, none before the first', async () => {
    renderPage(<Form first="2026-01-20" />)
    await userEvent.click(await screen.findByRole('button', { name: /Calendar/ }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByRole('button', { name: /January 9, 2026/ }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(sheet.getByRole('button', { name: /January 14, 2026/ }))
    expect(value()).toBe('2026-01-14')
  })

  it('can be cleared', async () => {
    renderPage(<Form first="2026-01-20" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Clear: Until' }))
    expect(value()).toBe('')
    expect(screen.queryByRole('button', { name: 'Clear: Until' })).toBeNull()
  })

  it('renders its calendar inside a modal dialog, which would otherwise cover it', async () => {
    renderPage(
      <Dialog open onClose={() => undefined} title="Share">
        <Form first="2026-01-20" />
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Share' })
    await userEvent.click(await screen.findByRole('button', { name: /Calendar/ }))
    expect(dialog.contains(await screen.findByRole('button', { name: /January 14, 2026/ }))).toBe(true)
  })
})
