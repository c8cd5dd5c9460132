import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultBrand, toBrand } from '../../../api/brand.ts'
import { setTransport } from '../../../api/call.ts'
import { BrandContext } from '../../../brand/brand-context.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { RegisterPage } from './register-page.tsx'

const CODE = 'POST /user-s/acc/verification-code'
const REGISTER = 'POST /user-s/acc/register'
const LOOK = 'POST /user-s/invitation/look'
const opened: Answer = () => ({ access_token: 't', token_type: 'bearer', expires_in: 86_400, refresh_token: 'r' })
const sent: Answer = () => ({ retryAfterS: 60, expiresInS: 600 })
const invitation: Answer = () => ({
  kind: 'plant',
  name: 'Lindenhof',
  invitedBy: 'Jonas Weber',
  email: 'mira@example.org',
  role: 'viewer',
  expiresAtMs: 1_900_000_000_000,
})

/** With terms, so that consent is asked. */
const branded = toBrand({
  system: '',
  status: 'OK',
  supportLanList: [],
  textList: [{ type: 'SERVICE_TC', lan: '', textInfo: 'https://example.org/terms' }],
  colorList: [],
  apiKeyDtoList: [],
  blockFunctionCodeList: [],
  officalDomain: '',
  squareLogoLink: '',
  trackingCode: '',
  extendWeb: '',
})

function open(answers: Readonly<Record<string, Answer>>, { path = '/register', brand = branded } = {}) {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /user-s/acc/registration': () => ({ open: true, sms: false }),
        'GET /user-s/acc/org/login-user': () => ({ id: 1, account: 'mira' }),
        ...answers,
      }),
    ),
  )
  renderPage(
    <BrandContext value={brand}>
      <RegisterPage />
    </BrandContext>,
    { path },
  )
}
const consent = () => screen.getByRole('checkbox').closest('label')?.textContent
const address = () => screen.getByTestId('address').textContent
const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function reachSecondStep(typed = 'mira@example.org') {
  await userEvent.type(await screen.findByLabelText(/^Email address/), typed)
  await userEvent.click(await button('Send code'))
  await screen.findByLabelText('Verification code')
}
async function fillSecondStep(password = 'Tidal-Wave_73') {
  await userEvent.type(screen.getByLabelText('Verification code'), '123 456')
  await userEvent.type(screen.getByLabelText('Choose a password'), password)
  await userEvent.click(screen.getByRole('checkbox'))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
})
// Fetched when it is first drawn; no test should wait for it.
beforeAll(() => import('../../../ui/combobox-field.tsx'))
afterEach(() => {
  cleanup()
  setTransport({ center: undefined })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('RegisterPage', () => {
  it('leads from an address through its code to the first page', async () => {
    const asked: unknown[] = []
    open({
      [CODE]: ({ body }) => {
        asked.push(body)
        return sent({ url: '', method: '', body })
      },
      [REGISTER]: (request) => {
        asked.push(request.body)
        return opened(request)
      },
    })
    await reachSecondStep()
    await fillSecondStep()
    await userEvent.type(screen.getByLabelText(/^Name/), ' Mira ')
    await userEvent.click(await button('Create account'))
    await waitFor(() => expect(address()).toBe('/plant'))
    expect(asked).toEqual([
      { purpose: 'register', contact: 'mira@example.org', language: 'en' },
      {
        contact: 'mira@example.org',
        code: '123456',
        password: 'Tidal-Wave_73',
        nickname: 'Mira',
        country: 'DE',
        language: 'en',
        consent: true,
        acceptedTexts: ['SERVICE_TC'],
      },
    ])
  })

  it('asks for a country unless the browser names one, and for an address', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en'])
    const asked = vi.fn(sent)
    open({ [CODE]: asked })
    await userEvent.click(await button('Send code'))
    await screen.findByText('Please enter or select your country or region.')
    screen.getByText('Please enter a valid email address.')
    expect(asked).not.toHaveBeenCalled()
  })

  it('accepts a phone number only with an SMS provider', async () => {
    const asked: unknown[] = []
    open({
      'GET /user-s/acc/registration': () => ({ open: true, sms: true }),
      [CODE]: (request) => {
        asked.push((request.body as { contact: string }).contact)
        return sent(request)
      },
    })
    await reachSecondStep('030 901820')
    expect(asked).toEqual(['+4930901820'])
  })

  it('continues with a code sent a moment ago', async () => {
    open({ [CODE]: () => refuse(429, { code: 'CODE_SENT_TOO_OFTEN', no: 7, detail: { seconds: 42 } }) })
    await reachSecondStep()
    expect((await button(/Send again in 42\ss/)).hasAttribute('disabled')).toBe(true)
  })

  it('says when to try again after too many codes', async () => {
    open({ [CODE]: () => refuse(429, { code: 'VERIFICATION_TOO_OFTEN', no: 44, detail: { minutes: 37 } }) })
    await userEvent.type(await screen.findByLabelText(/^Email address/), 'mira@example.org')
    await userEvent.click(await button('Send code'))
    await screen.findByText('Too many attempts. Please try again in 37 minutes.')
  })

  it('shows the first rule that a password breaks, and asks for consent', async () => {
    const asked = vi.fn(opened)
    open({ [CODE]: sent, [REGISTER]: asked })
    await reachSecondStep()
    await userEvent.type(screen.getByLabelText('Choose a password'), 'Tidal1234')
    await userEvent.click(await button('Create account'))
    await screen.findByText('The password cannot contain runs of consecutive numbers or letters.')
    screen.getByText('Please enter the code we sent.')
    screen.getByText('Please accept to continue.')
    expect(screen.getByText('8 to 100 characters').className).toContain('Met')
    expect(screen.getByText(/No runs such as/).className).toContain('Broken')
    expect(screen.getByText('Not easy to guess').className).toContain('Open')
    expect(asked).not.toHaveBeenCalled()
  })

  it('keeps the input when the code is wrong', async () => {
    open({ [CODE]: sent, [REGISTER]: () => refuse(400, { code: 'VERIFICATION_CODE_WRONG', no: 4 }) })
    await reachSecondStep()
    await fillSecondStep()
    await userEvent.click(await button('Create account'))
    await screen.findByText('The verification code is wrong.')
    expect((screen.getByLabelText('Choose a password') as HTMLInputElement).value).toBe('Tidal-Wave_73')
  })

  it('leads users with an account to the sign-in', async () => {
    open({ [CODE]: sent, [REGISTER]: () => refuse(409, { code: 'EMAIL_USED', no: 12 }) })
    await reachSecondStep()
    await fillSecondStep()
    await userEvent.click(await button('Create account'))
    await screen.findByText(/An account with this address already exists/)
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it('asks for no consent where there is nothing to accept', async () => {
    const asked = vi.fn(opened)
    open({ [CODE]: sent, [REGISTER]: asked }, { brand: defaultBrand })
    await reachSecondStep()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await userEvent.type(screen.getByLabelText('Verification code'), '123 456')
    await userEvent.type(screen.getByLabelText('Choose a password'), 'Tidal-Wave_73')
    await userEvent.click(await button('Create account'))
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(asked.mock.lastCall?.[0]).toMatchObject({ body: { acceptedTexts: [] } })
  })

  it('links the documents of the brand', async () => {
    open({ [CODE]: sent })
    await reachSecondStep()
    expect(screen.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toBe(
      'https://example.org/terms',
    )
    // Nobody accepts a text that there is not.
    expect(consent()).toBe('I accept the terms of service.')
    expect(screen.queryByText(/privacy notice/)).toBeNull()
  })

  it('asks for a privacy notice alone, or for both, as the server has them', async () => {
    const withTexts = (links: Readonly<Record<string, string>>) => ({ ...branded, link: (type: string) => links[type] })
    open({ [CODE]: sent }, { brand: withTexts({ PRIVATE_TC: '/privacy' }) })
    await reachSecondStep()
    expect(consent()).toBe('I accept the privacy notice.')
    cleanup()
    open({ [CODE]: sent }, { brand: withTexts({ SERVICE_TC: '/terms', PRIVATE_TC: '/privacy' }) })
    await reachSecondStep()
    expect(consent()).toBe('I accept the terms of service and the privacy notice.')
    expect(screen.getByRole('link', { name: 'privacy notice' }).getAttribute('href')).toBe('/privacy')
  })

  it('sends a person in China to the Chinese data center where there are several', async () => {
    const called: string[] = []
    open(
      {
        'POST /mdc-cn/user-s/acc/verification-code': (request) => {
          called.push(request.url)
          return sent(request)
        },
      },
      { brand: { ...defaultBrand, hasCenters: true } },
    )
    const country = await screen.findByRole('combobox', { name: 'Country or region' })
    await userEvent.click(country)
    await userEvent.type(country, 'China{Enter}')
    await screen.findByText('Stored in the China data center.')
    await userEvent.type(screen.getByLabelText(/^Email address/), 'mira@example.org')
    await userEvent.click(await button('Send code'))
    await waitFor(() => expect(called).toEqual(['/mdc-cn/user-s/acc/verification-code']))
    expect(localStorage.getItem('heliograph.region')).toBe('{"code":"CN"}')
  })
})

describe('a closed registration', () => {
  const closed = { 'GET /user-s/acc/registration': () => ({ open: false, sms: false }) }

  it('explains itself', async () => {
    open(closed)
    await screen.findByRole('heading', { name: 'By invitation only' })
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/login')
  })

  it('opens for an invited address, and leads on to the invitation', async () => {
    const asked: unknown[] = []
    open(
      {
        ...closed,
        [LOOK]: invitation,
        [CODE]: (request) => {
          asked.push(request.body)
          return sent(request)
        },
        [REGISTER]: (request) => {
          asked.push((request.body as { invitation: string }).invitation)
          return opened(request)
        },
      },
      { path: '/register?invitation=tok' },
    )
    await screen.findByText('Lindenhof')
    expect((screen.getByLabelText('Email address') as HTMLInputElement).readOnly).toBe(true)
    await userEvent.click(await button('Send code'))
    await screen.findByLabelText('Verification code')
    await fillSecondStep()
    await userEvent.click(await button('Create account'))
    await waitFor(() => expect(address()).toBe('/invitation?token=tok'))
    expect(asked).toEqual([
      { purpose: 'register', contact: 'mira@example.org', language: 'en', invitation: 'tok' },
      'tok',
    ])
  })

  it('says that an invitation is no longer valid', async () => {
    open(
      { ...closed, [LOOK]: () => refuse(404, { code: 'INVITATION_INVALID', no: 8 }) },
      { path: '/register?invitation=x' },
    )
    await screen.findByText(/was already used, withdrawn or has expired/)
  })

  it('says that the server does not answer', async () => {
    open({ 'GET /user-s/acc/registration': () => refuse(400, { code: 'PARAM_ERROR', no: 17 }) })
    await button('Retry')
  })
})
