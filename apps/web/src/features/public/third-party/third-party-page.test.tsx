import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultBrand } from '../../../api/brand.ts'
import { pendingTicket } from '../../../auth/providers/third-party.ts'
import { BrandContext } from '../../../brand/brand-context.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ThirdPartyPage } from './third-party-page.tsx'

const CALL_BACK = 'POST /oauth2-s/third-party/callback'
const token = { access_token: 't', token_type: 'bearer', expires_in: 86_400, refresh_token: 'r' }
const unbound = {
  outcome: 'unbound',
  ticket: 'the-ticket',
  provider: 'sundial',
  name: 'Sundial',
  label: 'Mira',
  email: 'mira@example.org',
}
let calls: { name: string; body: unknown }[] = []

const begin = (options: Readonly<Record<string, unknown>> = {}): void =>
  sessionStorage.setItem(
    'heliograph.thirdParty.flow',
    JSON.stringify({
      state: 's1',
      purpose: 'signIn',
      name: 'Sundial',
      keep: true,
      back: '/device-detail?deviceId=9',
      ...options,
    }),
  )

function open(answers: Readonly<Record<string, Answer>> = {}, path = '/tencentLogin?code=c1&state=s1&iss=https://id') {
  const noted = Object.fromEntries(
    Object.entries<Answer>({
      'GET /user-s/acc/org/login-user': () => ({ id: 1, account: 'mira' }),
      'GET /user-s/acc/registration': () => ({ open: true, sms: false }),
      ...answers,
    }).map(([name, answer]): [string, Answer] => [
      name,
      (request) => {
        calls.push({ name, body: request.body })
        return answer(request)
      },
    ]),
  )
  vi.stubGlobal('fetch', vi.fn(answerCalls(noted)))
  renderPage(
    <BrandContext value={{ ...defaultBrand, link: (type) => `https://example.org/${type}` }}>
      <ThirdPartyPage />
    </BrandContext>,
    { path },
  )
}
const address = () => screen.getByTestId('address').textContent

beforeEach(() => {
  calls = []
  sessionStorage.clear()
})
// Fetched when it is first drawn; no test should wait for it.
beforeAll(() => import('../../../ui/combobox-field.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('returning from a provider', () => {
  it('signs in and goes to the requested page', async () => {
    begin()
    open({ [CALL_BACK]: () => ({ outcome: 'signedIn', token }) })
    await waitFor(() => expect(address()).toBe('/device-detail?deviceId=9'))
    expect(calls[0]?.body).toEqual({ code: 'c1', state: 's1', iss: 'https://id' })
  })

  it.each([
    ['nothing was begun', undefined],
    ['something else was begun', { state: 'another' }],
  ])('accepts no reply when %s in this window', async (_case, flow) => {
    if (flow) begin(flow)
    open({ [CALL_BACK]: () => ({ outcome: 'signedIn', token }) })
    await screen.findByText(/This sign-in is no longer valid/)
    expect(calls).toEqual([])
    // The reply is not left where the next visitor finds it.
    expect(address()).toBe('/tencentLogin')
  })

  it('accepts a reply once', async () => {
    begin()
    open({ [CALL_BACK]: () => unbound })
    await screen.findByText('Welcome, Mira')
    cleanup()
    sessionStorage.removeItem('heliograph.thirdParty.ticket')
    open()
    await screen.findByText('Not signed in')
    expect(calls.filter(({ name }) => name === CALL_BACK)).toHaveLength(1)
  })

  it('says that the visitor cancelled, without asking the server', async () => {
    begin()
    open({}, '/tencentLogin?error=access_denied&state=s1')
    await screen.findByText('Nothing was changed: you canceled at Sundial.')
    expect(calls).toEqual([])
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login')
  })

  it.each([
    [502, 'WECHAT_TOKEN_FAILED', 33, 'The WeChat token could not be obtained.'],
    [502, 'THIRD_PARTY_USER_FAILED', null, 'The provider did not report which user signed in.'],
    [400, 'THIRD_PARTY_STATE', 45, /This sign-in is no longer valid/],
  ])('says why it failed: %i %s', async (status, code, no, words) => {
    begin()
    open({ [CALL_BACK]: () => refuse(status, { code, no }) })
    expect((await screen.findByText(words)).closest('[role=alert]')).not.toBeNull()
  })

  it('leads to the sign-in without a started sign-in', async () => {
    open({}, '/tencentLogin')
    await waitFor(() => expect(address()).toBe('/login'))
  })

  const asksCode = () => refuse(401, { code: 'SECOND_FACTOR_REQUIRED', no: null, detail: { challenge: 'ch' } })
  const codeField = () => screen.findByLabelText(/Code from the authenticator/)

  it('asks for the second step and finishes with it', async () => {
    begin()
    open({
      [CALL_BACK]: asksCode,
      'POST /oauth2-s/oauth/token': ({ body }) =>
        (body as URLSearchParams).get('code') === 'abcd-efgh'
          ? token
          : refuse(401, { code: 'SECOND_FACTOR_WRONG', no: 9, detail: { left: 4 } }),
    })
    await userEvent.type(await codeField(), '000000')
    expect((await screen.findByText(/4 tries left/)).closest('[role=alert]')).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}')
    await waitFor(() => expect(address()).toBe('/device-detail?deviceId=9'))
    const sent = calls.filter(({ name }) => name === 'POST /oauth2-s/oauth/token')
    expect(sent.map(({ body }) => Object.fromEntries(body as URLSearchParams))).toEqual([
      { grant_type: 'second_factor', challenge: 'ch', code: '000000' },
      { grant_type: 'second_factor', challenge: 'ch', code: 'abcd-efgh' },
    ])
  })

  it('leads to the sign-in when the second step times out or is cancelled', async () => {
    begin()
    open({
      [CALL_BACK]: asksCode,
      'POST /oauth2-s/oauth/token': () => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }),
    })
    await userEvent.type(await codeField(), '000000')
    await screen.findByText(/too many codes were wrong/)
    expect(screen.queryByLabelText(/Code from the authenticator/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login')
    cleanup()
    begin()
    open({ [CALL_BACK]: asksCode })
    await codeField()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(address()).toBe('/login'))
  })
})

describe('a provider account that is unknown here', () => {
  it('is linked at the next sign-in, only if the visitor chooses to', async () => {
    begin()
    open({ [CALL_BACK]: () => unbound })
    const button = await screen.findByRole('button', { name: 'Sign in and link' })
    expect(pendingTicket()).toBeUndefined()
    await userEvent.click(button)
    await waitFor(() => expect(address()).toBe('/login?back=%2Fdevice-detail%3FdeviceId%3D9'))
    expect(pendingTicket()).toMatchObject({ ticket: 'the-ticket', name: 'Sundial' })
  })

  it('is still there after a reload', async () => {
    begin()
    open({ [CALL_BACK]: () => unbound })
    await screen.findByText('Welcome, Mira')
    cleanup()
    open({}, '/tencentLogin')
    await screen.findByText('Welcome, Mira')
  })

  it('registers with country and consent, and not without', async () => {
    begin()
    open({ [CALL_BACK]: () => unbound, 'POST /oauth2-s/third-party/register': () => token })
    await userEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
    expect(screen.getByText(/Your email address will be mira@example.org/)).toBeTruthy()
    const country = await screen.findByRole('combobox')
    await userEvent.click(country)
    await userEvent.type(country, 'Norw{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText('Please accept to continue.')
    expect(calls.map(({ name }) => name)).not.toContain('POST /oauth2-s/third-party/register')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(address()).toBe('/device-detail?deviceId=9'))
    const body = calls.find(({ name }) => name === 'POST /oauth2-s/third-party/register')?.body
    expect(body).toEqual({
      ticket: 'the-ticket',
      country: 'NO',
      language: 'en',
      consent: true,
      acceptedTexts: ['SERVICE_TC', 'PRIVATE_TC'],
      keep: true,
    })
    expect(sessionStorage.getItem('heliograph.thirdParty.ticket')).toBeNull()
  })

  it('cannot register where registration is closed', async () => {
    begin()
    open({ [CALL_BACK]: () => unbound, 'GET /user-s/acc/registration': () => ({ open: false, sms: false }) })
    await screen.findByText(/accepts new accounts by invitation only/)
    expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull()
  })
})

describe('a link started in the settings', () => {
  const flow = { purpose: 'bind', back: '/account/settings/security' }
  const bind = { outcome: 'bind', ticket: 'tb', provider: 'sundial', name: 'Sundial', label: 'Mira' }

  it('is created and returns there', async () => {
    begin(flow)
    open({ [CALL_BACK]: () => bind, 'POST /user-s/acc/binding': () => ({ success: true }) })
    await waitFor(() => expect(address()).toBe('/account/settings/security'))
    expect(calls.at(-1)?.body).toEqual({ ticket: 'tb' })
  })

  it('says that the account belongs to another user, and leads back', async () => {
    begin(flow)
    open({ [CALL_BACK]: () => bind, 'POST /user-s/acc/binding': () => refuse(409, { code: 'QQ_USED', no: 30 }) })
    await screen.findByText('This QQ account is already in use.')
    const back = screen.getByRole('link', { name: 'Back to the security settings' })
    expect(back.getAttribute('href')).toBe('/account/settings/security')
  })

  it('asks for re-authentication in an older session', async () => {
    begin(flow)
    open({
      [CALL_BACK]: () => bind,
      'POST /user-s/acc/binding': ({ body }) =>
        (body as { proof?: { password?: string } }).proof?.password === 'Tidal-Wave_73'
          ? { success: true }
          : refuse(403, { code: 'PROOF_REQUIRED', no: 17, detail: { missing: 'password' } }),
      'GET /user-s/acc/security': () => ({
        hasPassword: true,
        email: null,
        phone: null,
        authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
      }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm and link' }))
    await userEvent.type(await screen.findByLabelText(/password/i, { selector: 'input' }), 'Tidal-Wave_73{Enter}')
    await waitFor(() => expect(address()).toBe('/account/settings/security'))
  })
})
