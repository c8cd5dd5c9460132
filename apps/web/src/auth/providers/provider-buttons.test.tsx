import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { BindingsCard } from './bindings-card.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

const providers = [
  { id: 'sundial', kind: 'oidc', name: 'Sundial' },
  { id: 'wechat', kind: 'wechat', name: 'WeChat' },
]
const bound = { provider: 'sundial', name: 'Sundial', label: 'Mira', since: 1_781_517_600 }
const old = { provider: 'moon', name: 'moon', label: '', since: 1_781_517_600 }
let assign: ReturnType<typeof vi.spyOn>

const answer = (answers: Readonly<Record<string, Answer>>): void => {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ 'GET /oauth2-s/third-party': () => ({ data: providers }), ...answers })))
}
beforeEach(() => {
  sessionStorage.clear()
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('ProviderButtons', () => {
  it('opens the provider with the chosen options', async () => {
    let body: unknown
    answer({
      'POST /oauth2-s/third-party/start': (request) => {
        body = request.body
        return { url: 'https://id.example.org/go', state: 'abc' }
      },
    })
    renderPage(<ProviderButtons keep back="/plant" onIngress={() => {}} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with WeChat' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.org/go'))
    expect(body).toEqual({ provider: 'wechat', keep: true })
  })

  it('says why a provider is unavailable, and lets the visitor try again', async () => {
    answer({ 'POST /oauth2-s/third-party/start': () => refuse(502, { code: 'THIRD_PARTY_TOKEN_FAILED', no: null }) })
    renderPage(<ProviderButtons keep={false} back="/plant" onIngress={() => {}} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Sundial' }))
    await screen.findByText('The provider did not confirm the sign-in.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with Sundial' }).disabled).toBe(false)
    expect(assign).not.toHaveBeenCalled()
  })

  it('is absent without a provider', async () => {
    const asked = vi.fn(() => ({ data: [] }))
    answer({ 'GET /oauth2-s/third-party': asked })
    renderPage(<ProviderButtons keep={false} back="/plant" onIngress={() => {}} />)
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('BindingsCard', () => {
  it('shows linked and available providers, and links to removed ones', async () => {
    answer({ 'GET /user-s/acc/binding': () => ({ data: [bound, old] }) })
    renderPage(<BindingsCard />)
    await screen.findByText(/^Mira, linked on/)
    expect(screen.getByRole('button', { name: 'Unlink Sundial' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Link WeChat' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Unlink moon' })).toBeTruthy()
  })

  it('opens the provider to link it', async () => {
    answer({
      'GET /user-s/acc/binding': () => ({ data: [] }),
      'POST /user-s/acc/binding/start': () => ({ url: 'https://id.example.org/bind', state: 'abc' }),
    })
    renderPage(<BindingsCard />)
    await userEvent.click(await screen.findByRole('button', { name: 'Link Sundial' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.org/bind'))
    expect(sessionStorage.getItem('heliograph.thirdParty.flow')).toContain('/account/settings/security')
  })

  it('unlinks with re-authentication', async () => {
    let rows = [bound]
    let body: unknown
    answer({
      'GET /user-s/acc/binding': () => ({ data: rows }),
      'GET /user-s/acc/security': () => ({
        hasPassword: true,
        email: null,
        phone: null,
        authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
      }),
      'DELETE /user-s/acc/binding/sundial': (request) => {
        body = request.body
        rows = []
        return { success: true }
      },
    })
    renderPage(<BindingsCard />)
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink Sundial' }))
    await userEvent.type(await screen.findByLabelText(/password/i, { selector: 'input' }), 'Tidal-Wave_73{Enter}')
    await screen.findByRole('button', { name: 'Link Sundial' })
    expect(body).toEqual({ proof: { password: 'Tidal-Wave_73' } })
  })

  it('offers a retry when it could not be loaded', async () => {
    answer({ 'GET /user-s/acc/binding': () => refuse(500, { code: 'SERVER_FAILURE', no: 16 }) })
    renderPage(<BindingsCard />)
    await screen.findByRole('button', { name: 'Retry' })
  })
})
