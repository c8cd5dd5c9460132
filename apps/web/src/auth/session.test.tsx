import { QueryClient, useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, setTransport } from '../api/call.ts'
import { noteSaved, undoOffers } from '../api/undo-offers.ts'
import { RequireUser } from '../shell/require-user.tsx'
import { answerCalls, refuse, renderPage } from '../testing/render.tsx'
import { dropSession, expectSessionEnd, forgetEverything } from './session.ts'

const over = () => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 })
let asked = 0
let isOver = false

function Screen() {
  const client = useQueryClient()
  setTransport({ onSessionEnd: (failure) => dropSession(client, failure) })
  return (
    <button
      type="button"
      onClick={() => void call('POST /maintain-s/station/{id}/recount', { params: { id: 1 } }).catch(() => undefined)}
    >
      Act
    </button>
  )
}

function open(action: () => Response) {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /user-s/acc/org/login-user': () => {
        asked += 1
        // A loop of requests would never let the test end.
        if (asked > 5) throw new Error('asked without end')
        return asked > 1 && isOver ? over() : { account: 'mira' }
      },
      'POST /maintain-s/station/1/recount': action,
    }),
  )
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="/plant" element={<Screen />} />
      </Route>
      <Route path="/login" element={<p>Sign in here</p>} />
    </Routes>,
    { path: '/plant' },
  )
}

afterEach(() => {
  cleanup()
  asked = 0
  isOver = false
  localStorage.clear()
  setTransport({ onSessionEnd: () => undefined })
  expectSessionEnd(false)
  vi.unstubAllGlobals()
})

const address = () => screen.getByTestId('address').textContent
const act = async () => userEvent.click(await screen.findByRole('button', { name: 'Act' }))

it('ends the offer to undo with everything that the user saw', async () => {
  noteSaved(new Headers({ undo: '42' }))
  await forgetEverything(new QueryClient())
  expect(undoOffers.current()).toBeUndefined()
})

describe('an action that finds the session over', () => {
  it('leads to the sign-in after a 401, once the user is asked for again', async () => {
    open(over)
    isOver = true
    localStorage.setItem('heliograph.loginCenter', 'CHINA')
    noteSaved(new Headers({ undo: '42' }))
    await act()
    await screen.findByText('Sign in here')
    expect(undoOffers.current()).toBeUndefined()
    expect(address()).toBe('/login')
    expect(localStorage.getItem('heliograph.loginCenter')).toBeNull()
    expect(asked).toBe(2)
  })

  it('stays when the session is well: an old cookie met a new one', async () => {
    open(over)
    await act()
    await waitFor(() => expect(asked).toBe(2))
    expect(address()).toBe('/plant')
  })

  it('stays on a page that waits for the end: the account moves', async () => {
    let answered = 0
    open(() => {
      answered += 1
      return over()
    })
    await screen.findByRole('button', { name: 'Act' })
    isOver = true
    expectSessionEnd(true)
    await act()
    await waitFor(() => expect(answered).toBe(1))
    expect(asked).toBe(1)
    expectSessionEnd(false)
    await act()
    await screen.findByText('Sign in here')
  })

  it.each([
    ['301', () => refuse(301, {})],
    ['"Invalid token"', () => refuse(400, { code: 'Invalid token' })],
  ])('leads to the sign-in at once after %s', async (_, answer) => {
    open(answer)
    await act()
    await screen.findByText('Sign in here')
  })
})
