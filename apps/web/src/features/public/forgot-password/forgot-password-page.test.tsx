import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'

const CODE = 'POST /user-s/acc/verification-code'
const RESET = 'POST /user-s/acc/password-reset'
const sent: Answer = () => ({ retryAfterS: 60, expiresInS: 600 })

const State = () => <output data-testid="state">{JSON.stringify(useLocation().state)}</output>

function open(answers: Readonly<Record<string, Answer>>, path = '/forgetPassword', blocked: readonly string[] = []) {
  const calm = { 'GET /user-s/acc/registration': () => ({ open: false, sms: false }) }
  vi.stubGlobal('fetch', vi.fn(answerCalls({ ...calm, ...answers })))
  renderPage(
    <>
      <ForgotPasswordPage />
      <State />
    </>,
    { path, brand: { blocked: new Set(blocked) } },
  )
}
async function reachSecondStep() {
  await userEvent.type(screen.getByLabelText('Email address'), 'mira@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  return screen.findByLabelText('Verification code')
}
async function setPassword(password = 'Tidal-Wave_73') {
  await userEvent.type(screen.getByLabelText('Verification code'), '123456')
  await userEvent.type(screen.getByLabelText('New password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
}

beforeEach(() => void vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE']))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('ForgotPasswordPage', () => {
  it('sets a new password and leads to the sign-in with a notice and the way back', async () => {
    const asked: unknown[] = []
    open(
      {
        [CODE]: (request) => {
          asked.push(request.body)
          return sent(request)
        },
        [RESET]: ({ body }) => {
          asked.push(body)
          return { success: true }
        },
      },
      '/forgetPassword?back=%2Fplant%2Fcreate',
    )
    await reachSecondStep()
    await setPassword()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login?back=%2Fplant%2Fcreate'))
    expect(JSON.parse(screen.getByTestId('state').textContent ?? '')).toEqual({
      notice: 'passwordReset',
      account: 'mira@example.org',
    })
    expect(asked).toEqual([
      { purpose: 'reset', contact: 'mira@example.org', language: 'en' },
      { contact: 'mira@example.org', code: '123456', password: 'Tidal-Wave_73' },
    ])
  })

  it('does not reveal whether there is an account', async () => {
    open({ [CODE]: sent })
    await reachSecondStep()
    screen.getByText(/If an account is linked to/)
  })

  it('refuses an invalid address without asking the server', async () => {
    const asked = vi.fn(sent)
    open({ [CODE]: asked })
    await userEvent.type(screen.getByLabelText('Email address'), 'mira')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await screen.findByText('Please enter a valid email address.')
    expect(asked).not.toHaveBeenCalled()
  })

  it('tells an expired code from a wrong one, and from a reused password', async () => {
    const faults = [
      { code: 'VERIFICATION_CODE_WRONG', no: 4 },
      { code: 'VERIFICATION_CODE_EXPIRED', no: 8 },
      { code: 'PASSWORD_REUSED', no: 60 },
    ]
    open({ [CODE]: sent, [RESET]: () => refuse(400, faults.shift()) })
    await reachSecondStep()
    await setPassword()
    await screen.findByText('The verification code is wrong.')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    await screen.findByText('The verification code has expired.')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    await screen.findByText('The password must differ from your last 2 passwords.')
  })

  it('lets the address be changed', async () => {
    open({ [CODE]: sent })
    await reachSecondStep()
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    expect((screen.getByLabelText('Email address') as HTMLInputElement).value).toBe('mira@example.org')
  })

  it('asks for nothing where the brand blocks it', () => {
    open({}, '/forgetPassword', ['forgotPassword'])
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText(/^Passwords are not reset here/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/login')
  })
})
