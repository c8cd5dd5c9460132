import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mira } from './features/account/account/testing/account-page.tsx'
import { SignedInRoutes } from './signed-in-routes.tsx'
import { answerCalls, renderPage } from './testing/render.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const silentStream = class {
  addEventListener() {}
  close() {}
}

it.each(['/alarms', '/explorer', '/communicationReport', '/reports'])(
  'without a plant, %s shows the way to the first one and claims nothing',
  async (path) => {
    vi.stubGlobal(
      'fetch',
      answerCalls({ 'POST /maintain-s/operating/station/counts': () => ({ total: 0, byStatus: {} }) }),
    )
    vi.stubGlobal('EventSource', silentStream)
    renderPage(<SignedInRoutes />, { path, user: { ...mira, functions: [{ code: 'dataExport', isOn: 2 }] } })
    await screen.findByRole('heading', { name: 'No plant yet' })
    expect(screen.queryByText(/All is well/)).toBeNull()
  },
)

it.each([
  [0, 'Permission denied'],
  [2, 'New plant'],
])('with plantCreate %i, /plant/create says "%s"', async (isOn, title) => {
  vi.stubGlobal('fetch', answerCalls({}))
  vi.stubGlobal('EventSource', silentStream)
  const user = { ...mira, roleCodes: ['user'], functions: [{ code: 'plantCreate', isOn }] }
  renderPage(<SignedInRoutes />, { path: '/plant/create', user })
  await screen.findByRole('heading', { level: 1, name: title })
})

it('a brand that hides the manuals hides their page', async () => {
  vi.stubGlobal('fetch', answerCalls({}))
  vi.stubGlobal('EventSource', silentStream)
  const brand = { blocked: new Set(['onlineInstructions']) }
  renderPage(<SignedInRoutes />, { path: '/account/settings/instructions', user: mira, brand })
  await screen.findByRole('heading', { name: 'Not available here' })
  expect(screen.queryByRole('heading', { name: 'User manual' })).toBeNull()
})

it('/application/detail leads to the first application that the person has', async () => {
  vi.stubGlobal('fetch', answerCalls({}))
  vi.stubGlobal('EventSource', silentStream)
  const user = {
    ...mira,
    roleCodes: ['user'],
    functions: ['application', 'messageCharge'].map((code) => ({ code, isOn: 2 as const })),
  }
  renderPage(<SignedInRoutes />, { path: '/application/detail', user })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/application/detail/messageCharge'))
})
