import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { LoginPage } from './login-page.tsx'

const TOKEN = 'POST /oauth2-s/oauth/token'
const user: Answer = () => ({ id: 1, account: 'mira' })
const opened: Answer = () => ({ access_token: 't', token_type: 'bearer', expires_in: 86_400, refresh_token: 'r' })
const form = (body: unknown) => Object.fromEntries(body as URLSearchParams)

function open(answers: Readonly<Record<string, Answer>>, path = '/login') {
  const calm = {
    'GET /user-s/acc/registration': () => ({ open: false, sms: false }),
    'GET /oauth2-s/third-party': () => ({ data: [] }),
  }
  vi.stubGlobal('fetch', vi.fn(answerCalls({ ...calm, ...answers })))
  renderPage(<LoginPage />, { path })
}
async function signIn(account = 'mira', password = 'Tidal-Wave_73') {
  await userEvent.type(screen.getByLabelText('Account'), account)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}
const typed = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const address = () => screen.getByTestId('address').textContent

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // The suggested phone prefix comes from it.
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('LoginPage below the ingress of Home Assistant', () => {
  const here: Answer = () => ({ data: [{ id: 'home-assistant', kind: 'ingress', name: 'Home Assistant' }] })
  const asked = vi.fn()
  const enter: Answer = (request) => {
    asked(request.body)
    return opened(request)
  }
  const answers = {
    'GET /oauth2-s/third-party': here,
    'POST /oauth2-s/third-party/ingress': enter,
    'GET /user-s/acc/org/login-user': user,
  }
  beforeEach(() => asked.mockClear())

  it('signs in without a question, and returns to the requested page', async () => {
    open(answers, `/login?back=${encodeURIComponent('/device-detail?deviceId=9')}`)
    await waitFor(() => expect(address()).toBe('/device-detail?deviceId=9'))
    expect(asked.mock.calls).toEqual([[{ language: 'en' }]])
  })

  it('waits for a press after a sign-out', async () => {
    sessionStorage.setItem('heliograph.signedOut', '1')
    open(answers)
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Home Assistant' }))
    await waitFor(() => expect(address()).toBe('/plant'))
    expect(asked).toHaveBeenCalledOnce()
    expect(sessionStorage.getItem('heliograph.signedOut')).toBeNull()
  })

  it('says why a person has no account here', async () => {
    open({
      ...answers,
      'POST /oauth2-s/third-party/ingress': () => refuse(403, { code: 'NO_PERMISSION', no: null }),
    })
    await screen.findByText(/not permitted|permission|not allowed/i)
    expect(screen.getByLabelText('Account')).toBeTruthy()
  })
})

describe('LoginPage', () => {
  it('signs in for fifteen days and returns to the requested page', async () => {
    let sent: unknown
    open(
      {
        [TOKEN]: ({ body }) => {
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
    open({ [TOKEN]: () => refuse(401, { code: 'AUTH_INVALID_USERNAME_OR_PASSWORD', no: 3 }) })
    await signIn()
    expect((await screen.findByText('Wrong user name or password.')).closest('[role=alert]')).not.toBeNull()
    expect(address()).toBe('/login')
    // The input stays.
    expect(typed('Account')).toBe('mira')
    expect(typed('Password')).toBe('Tidal-Wave_73')
  })

  it('says for how many minutes an account is locked', async () => {
    open({ [TOKEN]: () => refuse(423, { code: 'USER_LOCKED', no: 44, detail: { minutes: 12 } }) })
    await signIn()
    await screen.findByText('This account is locked after too many failed sign-ins. Try again in 12 minutes.')
  })

  it('reports a cookie that the browser did not keep', async () => {
    open({
      [TOKEN]: () => ({ access_token: 't', token_type: 'bearer', expires_in: 1 }),
      'GET /user-s/acc/org/login-user': () => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }),
    })
    await signIn()
    await screen.findByText(/this browser did not keep the session/)
  })

  it('says for how many minutes an address is locked', async () => {
    open({ [TOKEN]: () => refuse(423, { code: 'IP_LOCKED', no: 44, detail: { minutes: 1 } }) })
    await signIn()
    await screen.findByText('Too many failed sign-ins from this address. Try again in 1 minute.')
  })

  it('shows the typed password when asked', async () => {
    open({})
    const field = screen.getByLabelText('Password')
    expect(field.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.getAttribute('type')).toBe('text')
  })

  it('points to the one-time link while the server has no administrator', async () => {
    open({ 'GET /user-s/acc/registration': () => ({ open: false, sms: false, setup: true }) })
    await screen.findByText(/has no administrator yet/)
  })

  it('offers no region with one data center', () => {
    open({})
    expect(screen.queryByLabelText('Data region')).toBeNull()
  })

  it('accepts a number with the prefix of the chosen country', async () => {
    const sent: unknown[] = []
    open({
      [TOKEN]: ({ body }) => {
        sent.push(form(body).username)
        return refuse(401, { code: 'AUTH_INVALID_USERNAME_OR_PASSWORD', no: 3 })
      },
    })
    await userEvent.type(screen.getByLabelText('Account'), '030 901820')
    const prefix = screen.getByLabelText('Country code') as HTMLSelectElement
    expect(prefix.value).toBe('DE')
    await userEvent.type(screen.getByLabelText('Password'), 'Tidal-Wave_73')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(sent).toEqual(['+4930901820']))
    // A user name of digits stays one.
    fireEvent.change(prefix, { target: { value: '' } })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(sent[1]).toBe('030 901820'))
  })

  it('leads to registration and to a new password, with the way back', async () => {
    open({ 'GET /user-s/acc/registration': () => ({ open: true, sms: false }) }, '/login?back=%2Fplant%2Fcreate')
    expect((await screen.findByRole('link', { name: 'Create an account' })).getAttribute('href')).toBe(
      '/register?back=%2Fplant%2Fcreate',
    )
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
      '/forgetPassword?back=%2Fplant%2Fcreate',
    )
  })

  it('offers no registration where it is closed', async () => {
    open({})
    await waitFor(() => expect(fetch).toHaveBeenCalledWith('/user-s/acc/registration', expect.anything()))
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  })
})

describe('the second step', () => {
  const asksCode = () => refuse(401, { code: 'SECOND_FACTOR_REQUIRED', no: null, detail: { challenge: 'c-1' } })

  async function reach(second: Answer) {
    const sent: unknown[] = []
    open({
      [TOKEN]: (request) => {
        const options = form(request.body)
        if (options.grant_type === 'password') return asksCode()
        sent.push(options)
        return second(request)
      },
      'GET /user-s/acc/org/login-user': user,
    })
    await signIn()
    await screen.findByRole('heading', { name: 'One more step' })
    return sent
  }

  it('sends the ticket of the password step, and leads on', async () => {
    const sent = await reach(opened)
    await userEvent.type(screen.getByLabelText('Code from the authenticator app'), '123 456')
    await waitFor(() => expect(address()).toBe('/plant'))
    expect(sent).toEqual([{ grant_type: 'second_factor', challenge: 'c-1', code: '123456' }])
  })

  it('says how many tries are left', async () => {
    await reach(() => refuse(401, { code: 'SECOND_FACTOR_WRONG', no: 9, detail: { left: 4 } }))
    await userEvent.type(screen.getByLabelText('Code from the authenticator app'), '000000')
    await screen.findByText(/4 tries left/)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('One more step')
  })

  it('starts again with the password after a timeout, keeping the input', async () => {
    await reach(() => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }))
    await userEvent.type(screen.getByLabelText('Code from the authenticator app'), '000000')
    await screen.findByText('That took too long. Please enter your password again.')
    expect(typed('Account')).toBe('mira')
    expect(typed('Password')).toBe('Tidal-Wave_73')
  })

  it('goes back when asked', async () => {
    await reach(opened)
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(typed('Account')).toBe('mira')
  })
})

const easyWork = { algorithm: 'SCRYPT', cost: 16, memoryCost: 8, counter: 2 }

describe('a sign-in after failures', () => {
  it('solves the CAPTCHA and continues by itself', async () => {
    vi.stubGlobal('Worker', undefined)
    const work = await createChallenge({ ...easyWork, deriveKey, hmacSignatureSecret: 'x' })
    const sent: unknown[] = []
    open({
      [TOKEN]: (request) => {
        const { human_check } = form(request.body)
        sent.push(human_check)
        return human_check ? opened(request) : refuse(403, { code: 'HUMAN_CHECK_REQUIRED', no: null })
      },
      'GET /backyard-api-s/config/human-check': () => ({ work }),
      'GET /user-s/acc/org/login-user': user,
    })
    await signIn()
    await waitFor(() => expect(address()).toBe('/plant'))
    expect(sent[0]).toBeUndefined()
    expect(JSON.parse(String(sent[1]))).toEqual({ work: expect.any(String) })
  })

  it('says that the check was not passed', async () => {
    vi.stubGlobal('Worker', undefined)
    const work = await createChallenge({ ...easyWork, deriveKey, hmacSignatureSecret: 'x' })
    open({
      [TOKEN]: () => refuse(403, { code: 'HUMAN_CHECK_FAILED', no: 45 }),
      'GET /backyard-api-s/config/human-check': () => ({ work }),
    })
    await signIn()
    await screen.findByText(/The check failed/)
    expect(typed('Password')).toBe('Tidal-Wave_73')
  })
})

describe('passkeys', () => {
  const options = 'POST /oauth2-s/oauth/passkey/options'
  const passkey = () => screen.findByRole('button', { name: 'Sign in with a passkey' })
  const credential = {
    id: 'aWQ',
    rawId: new Uint8Array([1]).buffer,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      authenticatorData: new Uint8Array([1]).buffer,
      clientDataJSON: new Uint8Array([2]).buffer,
      signature: new Uint8Array([3]).buffer,
      userHandle: null,
    },
  }
  /** A browser with passkeys. @param get the result of its dialog */
  function known(get: () => Promise<unknown>) {
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('isSecureContext', true)
    // On the navigator itself: what inherits from it cannot read the rest of it.
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  }
  afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'))
  const begin: Answer = () => ({ challengeId: 'ch', options: { challenge: 'AAAA', rpId: 'localhost' } })

  it('are not offered where the browser has none', () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    open({})
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  })

  it('sign in without a second step', async () => {
    known(async () => credential)
    let sent: unknown
    open({
      [options]: begin,
      'POST /oauth2-s/oauth/passkey': (request) => {
        sent = request.body
        return opened(request)
      },
      'GET /user-s/acc/org/login-user': user,
    })
    await userEvent.click(screen.getByLabelText('Keep me signed in for 15 days'))
    await userEvent.click(await passkey())
    await waitFor(() => expect(address()).toBe('/plant'))
    expect(sent).toMatchObject({ challengeId: 'ch', keep: true, response: { id: 'aWQ' } })
  })

  it('stay silent when the dialog was closed', async () => {
    known(() => Promise.reject(new DOMException('closed', 'NotAllowedError')))
    open({ [options]: begin })
    await userEvent.click(await passkey())
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement).disabled).toBe(false),
    )
    expect(screen.queryByText(/passkey is not known/)).toBeNull()
  })

  it('report one that is unknown here', async () => {
    known(async () => credential)
    open({ [options]: begin, 'POST /oauth2-s/oauth/passkey': () => refuse(401, { code: 'PASSKEY_FAILED', no: 45 }) })
    await userEvent.click(await passkey())
    await screen.findByText(/This passkey is not registered here/)
  })
})
