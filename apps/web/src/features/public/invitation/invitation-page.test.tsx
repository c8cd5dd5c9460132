import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { InvitationPage } from './invitation-page.tsx'

const invitation = {
  kind: 'plant',
  name: 'Lindenhof',
  invitedBy: 'Mira',
  email: 'kai@example.org',
  role: 'viewer',
  expiresAtMs: 1_750_600_000_000,
}
function open(answers: Readonly<Record<string, Answer>>, path = '/invitation?token=secret') {
  const replies = {
    'GET /user-s/acc/org/login-user': () => refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }),
    ...answers,
  }
  vi.stubGlobal('fetch', answerCalls(replies))
  renderPage(<InvitationPage />, { path })
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('InvitationPage', () => {
  it('offers registration and sign-in, and leads back after the sign-in', async () => {
    open({ 'POST /user-s/invitation/look': () => invitation })
    await screen.findByText('Mira shares this plant with you.')
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/register?invitation=secret',
    )
    expect(screen.getByRole('link', { name: /I already have an account/ }).getAttribute('href')).toBe(
      `/login?back=${encodeURIComponent('/invitation?token=secret')}`,
    )
  })

  it('is accepted with one click by a signed-in user', async () => {
    let body: unknown
    open({
      'GET /user-s/acc/org/login-user': () => ({ id: 1, nickname: 'Kai' }),
      'POST /user-s/invitation/look': () => invitation,
      'POST /user-s/invitation/accept': (request) => {
        body = request.body
        return { organizationId: null, plantId: 7 }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Accept as Kai' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/data?id=7'))
    expect(body).toEqual({ token: 'secret' })
  })

  it('leads who joins an organization on to it', async () => {
    let body: unknown
    open({
      'GET /user-s/acc/org/login-user': () => ({ id: 1, nickname: 'Kai' }),
      'POST /user-s/invitation/look': () => ({ ...invitation, kind: 'organization', role: 'user' }),
      'POST /user-s/invitation/accept': () => ({ organizationId: 12, plantId: null }),
      'POST /user-s/acc/identity': (request) => {
        body = request.body
        return { access_token: 'next', expires_in: 60 }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Accept as Kai' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/data'))
    expect(body).toEqual({ organizationId: 12 })
  })

  it.each([
    ['was used', '/invitation?token=used'],
    ['is none', '/invitation'],
  ])('says that a link %s', async (_, path) => {
    open({ 'POST /user-s/invitation/look': () => refuse(404, { code: 'INVITATION_INVALID', no: 8 }) }, path)
    await screen.findByText(/was already used, withdrawn or has expired/)
  })
})
