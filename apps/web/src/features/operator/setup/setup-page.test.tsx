import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { SetupPage } from './setup-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(token: string) {
  const answers = {
    'GET /user-s/acc/setup': () => ({ open: true }),
    'POST /user-s/acc/setup/link': ({ body }: { body: unknown }) => ({
      works: (body as { token: string }).token === 'right',
    }),
  }
  vi.stubGlobal('fetch', answerCalls(answers))
  renderPage(<SetupPage />, { path: `/setup?token=${token}` })
}

it('says at once that a link does not work, before anybody types', async () => {
  open('wrong')
  expect(await screen.findByText(/This link does not work/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('shows the form of a link that works', async () => {
  open('right')
  expect(await screen.findByRole('textbox', { name: /Account name/ })).toBeTruthy()
})
