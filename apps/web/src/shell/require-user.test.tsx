import { useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useUser } from '../auth/session.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../testing/render.tsx'
import { RequireUser } from './require-user.tsx'

const ME = 'GET /user-s/acc/org/login-user'
/** Also draws itself anew after the cache was cleared, as what a sign-out leaves behind does. */
function Inside() {
  const client = useQueryClient()
  const [, setTurn] = useState(0)
  const forget = (): void => {
    client.clear()
    setTurn((turn) => turn + 1)
  }
  return (
    <button type="button" onClick={forget}>
      Hello {useUser().account}
    </button>
  )
}
const address = () => screen.getByTestId('address').textContent

function open(answer: Answer, path = '/device-detail?deviceId=9#now') {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ [ME]: answer })))
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="/device-detail" element={<Inside />} />
      </Route>
      <Route path="/login" element={<p>Sign in here</p>} />
    </Routes>,
    { path },
  )
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('RequireUser', () => {
  it('lets signed-in users in', async () => {
    open(() => ({ account: 'mira' }))
    await screen.findByText('Hello mira')
  })

  it('keeps its user until the page is left, although a sign-out clears the cache', async () => {
    open(() => ({ account: 'mira' }))
    const inside = await screen.findByText('Hello mira')
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await userEvent.click(inside)
    expect(screen.getByText('Hello mira')).toBe(inside)
  })

  it('leads others to the sign-in, with the way back', async () => {
    open(() => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }))
    await screen.findByText('Sign in here')
    await waitFor(() => expect(address()).toBe('/login?back=%2Fdevice-detail%3FdeviceId%3D9%23now'))
  })

  it('shows a server failure as one, and tries again', async () => {
    let failing = true
    open(() => (failing ? refuse(500, { code: 'SERVER_FAILURE', no: 16, requestId: 'r-1' }) : { account: 'mira' }))
    await screen.findByText('SERVER_FAILURE · r-1')
    failing = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Hello mira')
  })
})
