import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import codeFieldStyles from '../../../auth/contact/code-field.module.css'
import { RequireUser } from '../../../shell/require-user.tsx'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { readPostponed } from './postponed.ts'
import { SignInPrompts } from './sign-in-prompts.tsx'

const ME = 'GET /user-s/acc/org/login-user'
const security: Answer = () => ({
  hasPassword: true,
  passwordChangedAt: null,
  passwordIsWeak: true,
  email: null,
  phone: null,
  authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
  passkeyCount: 0,
  sessionCount: 1,
  tokenCount: 0,
})
const userWith = (prompts: readonly string[], id = 1) => ({
  id,
  account: 'mira',
  nickname: 'Mira',
  email: null,
  phone: null,
  country: '',
  prompts,
})

function open(answers: Readonly<Record<string, Answer>>) {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ 'GET /user-s/acc/security': security, ...answers })))
  return renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="/" element={<SignInPrompts />} />
      </Route>
    </Routes>,
  )
}
const heading = (name: string) => screen.findByRole('heading', { name })

/** Types the current password in the dialog above the prompt. */
async function prove(password: string) {
  const field = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')
    expect(found).not.toBeNull()
    return found as HTMLInputElement
  })
  await userEvent.type(field, password)
  await userEvent.keyboard('{Enter}')
}

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('SignInPrompts', () => {
  it('asks nothing of a complete account', async () => {
    open({ [ME]: () => userWith([]) })
    await waitFor(() => expect(fetch).toHaveBeenCalled())
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('asks for one thing at a time; "later" holds for this visit and account', async () => {
    open({ [ME]: () => userWith(['country', 'email']) })
    await heading('Link an email address')
    expect(screen.queryByRole('heading', { name: 'Which country are you in?' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Later' }))
    await heading('Which country are you in?')
    await userEvent.click(screen.getByRole('button', { name: 'Later' }))
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    cleanup()
    open({ [ME]: () => userWith(['country', 'email']) })
    await waitFor(() => expect(fetch).toHaveBeenCalled())
    expect(screen.queryByRole('heading')).toBeNull()
    cleanup()
    open({ [ME]: () => userWith(['country'], 2) })
    await heading('Which country are you in?')
  })

  it('waits with email and country for the first sign-in with a plant', async () => {
    let plantCount = 0
    open({ [ME]: () => ({ ...userWith(['country', 'email']), plantCount }) })
    await waitFor(() => expect(readPostponed(1)).toEqual(['email', 'country']))
    expect(screen.queryByRole('heading')).toBeNull()
    cleanup()
    // The first plant of this visit changes nothing: its owner watches it start.
    plantCount = 1
    open({ [ME]: () => ({ ...userWith(['country', 'email']), plantCount }) })
    await waitFor(() => expect(fetch).toHaveBeenCalled())
    expect(screen.queryByRole('heading')).toBeNull()
    cleanup()
    sessionStorage.clear()
    open({ [ME]: () => ({ ...userWith(['country', 'email']), plantCount }) })
    await heading('Link an email address')
  })

  it('asks an account without a plant for a better password at once', async () => {
    open({ [ME]: () => ({ ...userWith(['weakPassword', 'email']), plantCount: 0 }) })
    await waitFor(() => expect(screen.queryByRole('heading')).not.toBeNull())
    expect(screen.queryByRole('heading', { name: 'Link an email address' })).toBeNull()
  })

  it('saves the country that the browser suggests', async () => {
    let sent: unknown
    open({
      [ME]: () => userWith(sent ? [] : ['country']),
      'POST /user-s/acc/profile': ({ body }) => {
        sent = body
        return { success: true }
      },
    })
    await heading('Which country are you in?')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    expect(sent).toEqual({ country: 'DE' })
  })

  it('says why a country was not saved, and stays', async () => {
    open({ [ME]: () => userWith(['country']), 'POST /user-s/acc/profile': () => refuse(409, { code: 'X', no: 47 }) })
    await heading('Which country are you in?')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/must switch to mainland China/)
  })

  it('links an email address with its code and the password', async () => {
    const sent: unknown[] = []
    open({
      [ME]: () => userWith(sent.length > 1 ? [] : ['email']),
      'POST /user-s/acc/own-verification-code': ({ body }) => {
        sent.push(body)
        return { retryAfterS: 60, expiresInS: 600 }
      },
      'POST /user-s/acc/contact': ({ body }) => {
        sent.push(body)
        return { success: true }
      },
    })
    await heading('Link an email address')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await screen.findByText('Please enter a valid email address.')
    await userEvent.type(screen.getByLabelText('Email address'), 'mira@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await screen.findByLabelText('Verification code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Link address' }))
    await prove('Tidal-Wave_73')
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    expect(sent).toEqual([
      { purpose: 'bind', contact: 'mira@example.org', language: 'en' },
      { kind: 'email', contact: 'mira@example.org', code: '123456', proof: { password: 'Tidal-Wave_73' } },
    ])
  })

  it('says where a code lies on a server without a mail server', async () => {
    open({
      [ME]: () => userWith(['email']),
      'GET /user-s/acc/registration': () => ({ open: false, sms: false, email: false }),
      'POST /user-s/acc/own-verification-code': () => ({ retryAfterS: 60, expiresInS: 600 }),
    })
    await heading('Link an email address')
    await userEvent.type(screen.getByLabelText('Email address'), 'mira@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText(/folder “outbox” of the server’s data directory/)).toBeTruthy()
  })

  it('shows a wrong code at its field', async () => {
    open({
      [ME]: () => userWith(['email']),
      'POST /user-s/acc/own-verification-code': () => ({ retryAfterS: 60, expiresInS: 600 }),
      'POST /user-s/acc/contact': () => refuse(400, { code: 'VERIFICATION_CODE_WRONG', no: 4 }),
    })
    await heading('Link an email address')
    await userEvent.type(screen.getByLabelText('Email address'), 'mira@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await screen.findByLabelText('Verification code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Link address' }))
    await prove('Tidal-Wave_73')
    const fault = await screen.findByText('The verification code is wrong.')
    expect(fault.closest(`.${codeFieldStyles.codeField}`)).not.toBeNull()
  })

  it('asks whether an offered plant is accepted', async () => {
    const sent: string[] = []
    const take =
      (call: string): Answer =>
      () => {
        sent.push(call)
        return { success: true }
      }
    const offer = { plantId: 7, plant: 'Lindenhof', from: 'Kai', organization: null, expiresAtMs: 1_750_600_000_000 }
    open({
      [ME]: () => userWith(sent.length > 0 ? [] : ['plantOffer']),
      'GET /maintain-s/station/owner/offers': () => ({ total: 1, data: sent.length > 0 ? [] : [offer] }),
      'POST /maintain-s/station/7/owner/accept': take('accept'),
      'DELETE /maintain-s/station/7/owner': take('decline'),
    })
    await heading('Take over the plant Lindenhof?')
    expect(screen.getByText(/^Kai wants to hand this plant over to you\./)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Accept plant' }))
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    expect(sent).toEqual(['accept'])
  })

  it('changes a weak password', async () => {
    let sent: unknown
    open({
      [ME]: () => userWith(sent ? [] : ['weakPassword', 'country']),
      'POST /user-s/acc/password': ({ body }) => {
        sent = body
        return { success: true }
      },
    })
    await heading('Choose a stronger password')
    await userEvent.type(screen.getByLabelText('New password'), 'Tidal-Wave_73')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await prove('old-Secret_9')
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    expect(sent).toEqual({ proof: { password: 'old-Secret_9' }, password: 'Tidal-Wave_73' })
  })
})
