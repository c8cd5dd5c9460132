import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setTransport } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { DataCenterPage } from './data-center-page.tsx'

const user = { id: 1, account: 'mira', organization: null }
const centers = {
  here: 'FOREIGN_1',
  data: [
    { center: 'CHINA', url: 'https://cn.example.org', prefix: '/mdc-cn', isHere: false },
    { center: 'FOREIGN_1', url: null, prefix: '/mdc-eu', isHere: true },
  ],
}
const security = {
  hasPassword: true,
  email: null,
  phone: null,
  authenticator: { isOn: false },
  passkeys: [],
  bindings: [],
}
const running = { id: 'm', center: 'CHINA', state: 'running', progress: 0.42, fault: null, reason: null }

function open(answers: Readonly<Record<string, Answer>> = {}): void {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /user-s/acc/org/login-user': () => user,
      'GET /user-s/data-center': () => centers,
      'GET /user-s/acc/security': () => security,
      'GET /user-s/acc/move': () => ({ move: null }),
      ...answers,
    }),
  )
  renderPage(<Asked />)
}
/** The user is loaded before the page, as below RequireUser. */
function Asked() {
  const { data } = useQuery(userQuery)
  return data ? <DataCenterPage /> : null
}

const begin = async (way?: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Move here…' }))
  if (way) await userEvent.click(await screen.findByText(way))
  const [password] = await screen.findAllByLabelText('Current password')
  await userEvent.type(password as HTMLElement, 'Tidal-Wave_73')
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  setTransport({ center: undefined })
  vi.unstubAllGlobals()
})

describe('DataCenterPage', () => {
  it('says where the account is stored, and what a move takes along', async () => {
    open()
    await screen.findByText('Your account is stored in the international data center.')
    expect(screen.getByRole('link', { name: 'Open directly' }).getAttribute('href')).toBe('https://cn.example.org')
    screen.getByText(/All plants you own/)
    screen.getByText(/Sessions and access tokens end/)
  })

  it('moves with the password, shows the progress, and what to do when done', async () => {
    let sent: unknown
    let asked = 0
    open({
      'POST /user-s/acc/move': ({ body }) => {
        sent = body
        return running
      },
      'GET /user-s/acc/move': () => {
        asked += 1
        if (asked === 1) return { move: null }
        // The session ends with the move.
        return asked === 2 ? { move: running } : refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 })
      },
    })
    await begin()
    await userEvent.click(screen.getByRole('button', { name: 'Move my account' }))
    const bar = await screen.findByRole('progressbar')
    expect(bar.getAttribute('aria-valuenow')).toBe('42')
    expect(sent).toEqual({ center: 'CHINA', proof: { password: 'Tidal-Wave_73' } })
    await screen.findByText('Your account has moved', undefined, { timeout: 5_000 })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in at the China data center' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'))
    expect(localStorage.getItem('heliograph.region')).toBe('{"code":"CN"}')
  }, 20_000)

  it("suggests merging where the name is taken, with that account's password", async () => {
    let sent: unknown
    open({
      'POST /user-s/acc/move': ({ body }) => {
        sent = body
        return refuse(409, { code: 'MOVE_REFUSED', no: null, detail: { reason: 'accountUsed' } })
      },
    })
    await begin()
    await userEvent.click(screen.getByRole('button', { name: 'Move my account' }))
    await screen.findByText(/already has an account with your account name/)
    await screen.findByText(/Nothing has changed/)
    await userEvent.click(screen.getByRole('button', { name: 'Merge with that account' }))
    const confirm = await screen.findByRole('button', { name: 'Move and merge' })
    expect(confirm.hasAttribute('disabled')).toBe(true)
    await userEvent.type(screen.getByLabelText('Password of that account'), 'Other-pass-77')
    const [own] = screen.getAllByLabelText('Current password')
    await userEvent.type(own as HTMLElement, 'Tidal-Wave_73')
    await userEvent.click(confirm)
    await waitFor(() =>
      expect(sent).toMatchObject({ mergeInto: { account: 'mira', password: 'Other-pass-77' }, center: 'CHINA' }),
    )
  }, 20_000)

  it('says why the last move failed, and offers a retry', async () => {
    const failed = { ...running, state: 'failed', fault: 'CENTER_UNREACHABLE' }
    open({ 'GET /user-s/acc/move': () => ({ move: failed }) })
    await screen.findByText(/The China data center cannot be reached right now/)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('dialog')
  })

  it('moves nobody who acts for an organization', async () => {
    open({ 'GET /user-s/acc/org/login-user': () => ({ ...user, organization: { id: 7, name: 'Sun Ltd' } }) })
    await screen.findByText(/Switch to your personal identity/)
    expect(screen.getByRole('button', { name: 'Move here…' }).hasAttribute('disabled')).toBe(true)
  })

  it('reports that it could not be loaded', async () => {
    open({ 'GET /user-s/data-center': () => refuse(500, { code: 'SERVER_FAILURE', no: 16 }) })
    await screen.findByRole('button', { name: 'Retry' })
  })
})
