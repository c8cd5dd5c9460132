import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/call.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { useProof } from './proof-dialog.tsx'

const ways = {
  hasPassword: true,
  passwordChangedAt: 1,
  passwordIsWeak: false,
  email: 'mira@example.org',
  phone: null,
  authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
  passkeyCount: 0,
  sessionCount: 1,
  tokenCount: 0,
}

function Page() {
  const { ask, dialog } = useProof()
  return (
    <>
      <button
        type="button"
        onClick={() =>
          ask({
            title: 'Remove it',
            confirm: 'Remove',
            run: (proof) => call('DELETE /user-s/acc/authenticator', { body: { proof } }),
          })
        }
      >
        open
      </button>
      {dialog}
    </>
  )
}

async function open(state: object, answers: Readonly<Record<string, Answer>>) {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ 'GET /user-s/acc/security': () => ({ ...ways, ...state }), ...answers })))
  renderPage(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: 'Remove' })
  return dialog
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('re-authentication', () => {
  it('asks for the password, sends it with the call, and closes', async () => {
    const sent: unknown[] = []
    const dialog = await open(
      {},
      {
        'DELETE /user-s/acc/authenticator': ({ body }) => {
          sent.push(body)
          return { success: true }
        },
      },
    )
    expect(dialog.queryByLabelText('Code from the authenticator app')).toBeNull()
    expect(dialog.getByRole('button', { name: 'Remove' }).hasAttribute('disabled')).toBe(true)
    await userEvent.type(dialog.getByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('Remove it')).toBeNull())
    expect(sent).toEqual([{ proof: { password: 'Tidal-Wave_73' } }])
  })

  it('shows a wrong password at the field, and stays open', async () => {
    const dialog = await open(
      {},
      {
        'DELETE /user-s/acc/authenticator': () => refuse(403, { code: 'OLD_PASSWORD_WRONG', no: 14 }),
      },
    )
    await userEvent.type(dialog.getByLabelText('Current password'), 'wrong')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await dialog.findByText('Wrong password.')
    expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  })

  it('asks for a code with an authenticator, and clears a wrong code', async () => {
    const sent: unknown[] = []
    const dialog = await open(
      { authenticator: { isOn: true, since: 1, recoveryCodesLeft: 9 } },
      {
        'DELETE /user-s/acc/authenticator': ({ body }) => {
          sent.push(body)
          return refuse(401, { code: 'SECOND_FACTOR_WRONG', no: 9 })
        },
      },
    )
    await userEvent.type(dialog.getByLabelText('Current password'), 'Tidal-Wave_73')
    expect(dialog.getByRole('button', { name: 'Remove' }).hasAttribute('disabled')).toBe(true)
    const code = dialog.getByLabelText('Code from the authenticator app')
    await userEvent.type(code, ' 123456 ')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await dialog.findByText(/This code is wrong or was already used/)
    expect((code as HTMLInputElement).value).toBe('')
    expect(sent).toEqual([{ proof: { password: 'Tidal-Wave_73', code: '123456' } }])
  })

  it('sends a code to an account without a password', async () => {
    const sent: unknown[] = []
    const dialog = await open(
      { hasPassword: false },
      {
        'POST /user-s/acc/own-verification-code': ({ body }) => {
          sent.push(body)
          return { retryAfterS: 60, expiresInS: 600 }
        },
        'DELETE /user-s/acc/authenticator': ({ body }) => {
          sent.push(body)
          return { success: true }
        },
      },
    )
    expect(dialog.queryByLabelText('Current password')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: /send/i }))
    await userEvent.type(dialog.getByLabelText(/code/i), '445566')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('Remove it')).toBeNull())
    expect(sent).toEqual([{ purpose: 'proof', language: 'en' }, { proof: { code: '445566' } }])
  })

  it('asks for the app alone without a password but with an authenticator', async () => {
    const sent: unknown[] = []
    const dialog = await open(
      { hasPassword: false, authenticator: { isOn: true, since: 1, recoveryCodesLeft: 9 } },
      {
        'DELETE /user-s/acc/authenticator': ({ body }) => {
          sent.push(body)
          return { success: true }
        },
      },
    )
    expect(dialog.queryByLabelText('Current password')).toBeNull()
    expect(dialog.queryByRole('button', { name: /send/i })).toBeNull()
    await userEvent.type(dialog.getByLabelText('Code from the authenticator app'), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('Remove it')).toBeNull())
    expect(sent).toEqual([{ proof: { code: '123456' } }])
  })

  it('shows other refusals below, and how long an account is locked', async () => {
    const dialog = await open(
      {},
      {
        'DELETE /user-s/acc/authenticator': () => refuse(423, { code: 'USER_LOCKED', no: 44, detail: { minutes: 7 } }),
      },
    )
    await userEvent.type(dialog.getByLabelText('Current password'), 'x')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await dialog.findByText(/Try again in 7 minutes/)
  })
})
