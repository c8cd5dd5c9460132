import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { LoginPage } from './login-page.tsx'

const token = 'POST /oauth2-s/oauth/token'
const user: Answer = () => ({ id: 1, account: 'mira' })

function open(answers: Readonly<Record<string, Answer>>, path = '/login') {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ 'GET /user-s/acc/setup': () => ({ open: false }), ...answers })))
  renderPage(<LoginPage />, { path })
}
async function signIn(account = 'mira', password = 'Tidal-Wave_73') {
  await userEvent.type(screen.getByLabelText('Account'), account)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}
const address = () => screen.getByTestId('address').textContent

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('LoginPage', () => {
  it('signs in for fifteen days and returns to the page that asked', async () => {
    let sent: unknown
    open(
      {
        [token]: ({ body }) => {
          sent = Object.fromEntries(body as URLSearchParams)
          return { access_token: 't', token_type: 'bearer', expires_in: 1 }
        },
        'GET /user-s/acc/org/login-user': user,
      },
      `/login?back=${encodeURIComponent('/device-detail?deviceId=9')}`,
    )
    await userEvent.click(screen.getByLabelText('Keep me signed in for 15 days'))
    await signIn(' mira ')
    await waitFor(() => expect(address()).toBe('/device-detail?deviceId=9'))
    expect(sent).toEqual({ grant_type: 'password', username: 'mira', password: 'Tidal-Wave_73', keep: '1' })
  })

  it('says that a password is wrong, and stays', async () => {
    open({ [token]: () => refuse(401, { code: 'AUTH_INVALID_USERNAME_OR_PASSWORD', no: 3 }) })
    await signIn()
    expect((await screen.findByText('Invalid username or password.')).closest('[role=alert]')).not.toBeNull()
    expect(address()).toBe('/login')
  })

  it('says for how many minutes an account is locked', async () => {
    open({ [token]: () => refuse(423, { code: 'USER_LOCKED', no: 44, detail: { minutes: 12 } }) })
    await signIn()
    await screen.findByText('This account is locked after too many failed logins. Try again in 12 minutes.')
  })

  it('tells of a cookie that the browser did not keep', async () => {
    open({
      [token]: () => ({ access_token: 't', token_type: 'bearer', expires_in: 1 }),
      'GET /user-s/acc/org/login-user': () => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }),
    })
    await signIn()
    await screen.findByText(/this browser did not keep it/)
  })

  it('shows what was typed when asked', async () => {
    open({})
    const field = screen.getByLabelText('Password')
    expect(field.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.getAttribute('type')).toBe('text')
  })

  it('points to the one-time link while the server has no administrator', async () => {
    open({ 'GET /user-s/acc/setup': () => ({ open: true }) })
    await screen.findByText(/waits for its first administrator/)
  })

  it('offers no region where there is one data centre', () => {
    open({})
    expect(screen.queryByLabelText('Data region')).toBeNull()
  })
})
