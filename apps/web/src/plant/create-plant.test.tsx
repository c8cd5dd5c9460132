import { cleanup, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RequireUser } from '../shell/require-user.tsx'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { NoPlantYet } from './create-plant.tsx'

function open(functions: readonly string[], invitations: readonly object[] = []) {
  const user = { id: 1, nickname: 'Ilse', identity: 'USER', organisation: null, roleCodes: ['user'] }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /user-s/acc/org/login-user': () => ({ ...user, functions: functions.map((code) => ({ code, isOn: 1 })) }),
      'GET /user-s/invitation': () => ({ total: invitations.length, data: invitations }),
    }),
  )
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="/" element={<NoPlantYet />} />
      </Route>
    </Routes>,
  )
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a page without a plant', () => {
  it('shows the three steps to the first values, the first with its button', async () => {
    open(['plantCreate'])
    expect(await screen.findByRole('heading', { level: 1, name: 'No plant yet' })).toBeTruthy()
    const steps = screen.getAllByRole('listitem').map((step) => step.querySelector('h2')?.textContent)
    expect(steps).toEqual(['Create the plant', 'Connect its logger', 'See the first values'])
    expect(screen.getByRole('link', { name: 'Create plant' }).getAttribute('href')).toBe('/plant/create')
    expect(screen.getByText('I was invited')).toBeTruthy()
  })

  it('tells of invitations that wait, and leads to them', async () => {
    open(['plantCreate'], [{ id: 3, kind: 'plant', name: 'Lindenhof', invitedBy: 'Mira' }])
    await screen.findByText('1 invitation is waiting for you.')
    expect(screen.getByRole('link', { name: 'View invitations' }).getAttribute('href')).toBe(
      '/account/settings/organisation',
    )
  })

  it('offers no steps to a user who may not create a plant', async () => {
    open(['other'])
    await waitFor(() => expect(screen.getByText('I was invited')).toBeTruthy())
    expect(screen.queryByRole('link', { name: 'Create plant' })).toBeNull()
    expect(screen.queryByRole('listitem')).toBeNull()
  })
})
