import { languageCodes, languages } from '@heliograph/domain/languages.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { LanguageContext } from '../texts/language-context.ts'
import { LanguageMenu } from './language-menu.tsx'

afterEach(cleanup)

it('offers the 18 languages by their own names, behind a globe', async () => {
  const change = vi.fn()
  const [row] = languages
  renderPage(
    <LanguageContext value={{ code: 'en', locale: 'en-US', row, offered: languageCodes, change }}>
      <LanguageMenu />
    </LanguageContext>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Language' }))
  const items = await screen.findAllByRole('menuitemradio')
  const names = items.map(({ textContent }) => textContent)
  expect(names).toEqual(languages.map(({ name }) => name))
  await userEvent.click(screen.getByRole('menuitemradio', { name: '简体中文' }))
  expect(change).toHaveBeenCalledExactlyOnceWith('zh')
})
