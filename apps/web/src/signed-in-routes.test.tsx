import { cleanup, screen } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { mira } from './features/account/testing/account-page.tsx'
import { SignedInRoutes } from './signed-in-routes.tsx'
import { answerCalls, renderPage } from './testing/render.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  [0, 'Permission denied'],
  [2, 'New plant'],
])('with plantCreate %i, /plant/create says "%s"', async (isOn, title) => {
  vi.stubGlobal('fetch', answerCalls({}))
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
  const user = { ...mira, roleCodes: ['user'], functions: [{ code: 'plantCreate', isOn }] }
  renderPage(<SignedInRoutes />, { path: '/plant/create', user })
  await screen.findByRole('heading', { level: 1, name: title })
})
