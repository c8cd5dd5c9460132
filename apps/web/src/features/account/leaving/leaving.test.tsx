import type { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, setTransport } from '../../../api/call.ts'
import { dropSession } from '../../../auth/session.ts'
import { RequireUser } from '../../../shell/require-user.tsx'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { CancelledPage } from './cancelled-page.tsx'
import { ExportPage } from './export-page.tsx'
import { RevokePage } from './revoke-page.tsx'
import { RevokeStepPage } from './revoke-step-page.tsx'

const user = {
  id: 1,
  account: 'mira',
  nickname: '',
  roleCodes: ['user'],
  functions: ['accountExport', 'accountCancel'].map((code) => ({ code, isOn: 1 })),
}
const security: Answer = () => ({
  hasPassword: true,
  email: 'mira@example.org',
  phone: null,
  authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
})
const check = (kind: string, isOk: boolean, names: readonly object[] = []) => ({ check: kind, isOk, names })
const plan =
  (isOk: boolean): Answer =>
  () => ({
    phrase: 'mira',
    plants: [{ id: 31, name: 'Lindenhof' }],
    checks: [
      check('sharedPlants', isOk, isOk ? [] : [{ id: 7, name: 'Barn <b>south</b>' }]),
      check('organizations', true),
      check('exports', true),
      check('lastAdministrator', true),
    ],
  })
const exportsReply =
  (changes: object = {}): Answer =>
  () => ({
    data: [],
    nextPossibleAtMs: null,
    plantCount: 3,
    plantLimit: null,
    estimatedBytes: 52_000_000,
    ...changes,
  })

function open(path: string, answers: Readonly<Record<string, Answer>>, changes: object = {}): QueryClient {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /user-s/acc/org/login-user': () => ({ ...user, ...changes }),
        'GET /user-s/acc/security': security,
        'POST /oauth2-s/oauth/logout': () => ({ success: true }),
        ...answers,
      }),
    ),
  )
  const { client } = renderPage(
    <Routes>
      <Route path="/account/cancelled" element={<CancelledPage />} />
      <Route path="/login" element="sign-in" />
      <Route element={<RequireUser />}>
        <Route path="/account/settings/accountRevoke" element={<RevokePage />} />
        <Route path="/account/settings/accountRevokeStep" element={<RevokeStepPage />} />
        <Route path="/account/settings/exportAccount" element={<ExportPage />} />
      </Route>
    </Routes>,
    { path: `/account/settings/${path}` },
  )
  return client
}
async function confirmDeletion(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Account name, as confirmation'), 'mira')
  await userEvent.type(screen.getByLabelText('Current password'), 'Tidal-Wave_73')
  await userEvent.click(screen.getByRole('button', { name: 'Delete account permanently' }))
}
const address = () => screen.getByTestId('address').textContent

afterEach(() => {
  cleanup()
  setTransport({ onSessionEnd: () => undefined })
  vi.unstubAllGlobals()
})

describe('deleting the account', () => {
  it('shows what is deleted, what blocks it, and where to fix that', async () => {
    open('accountRevoke', { 'GET /user-s/acc/cancel': plan(false) })
    await screen.findByText('The account will be deleted permanently. This cannot be undone.')
    expect((await screen.findByRole('link', { name: 'Barn <b>south</b>' })).getAttribute('href')).toBe(
      '/plant/infos/relate?id=7',
    )
    expect(
      screen.getByText('1 of your plants is deleted with its whole history; its loggers can be registered again.'),
    ).toBeDefined()
    expect(screen.getAllByText('Done')).toHaveLength(3)
    expect(screen.queryByRole('link', { name: 'Continue to the last step' })).toBeNull()
  })

  it('continues once nothing blocks it', async () => {
    let isOk = false
    open('accountRevoke', { 'GET /user-s/acc/cancel': (request) => plan(isOk)(request) })
    const again = await screen.findByRole('button', { name: 'Check again' })
    isOk = true
    await userEvent.click(again)
    expect((await screen.findByRole('link', { name: 'Continue to the last step' })).getAttribute('href')).toBe(
      '/account/settings/accountRevokeStep',
    )
  })

  it('reports failed checks, with a retry', async () => {
    open('accountRevoke', { 'GET /user-s/acc/cancel': () => refuse(400, { code: 'PARAM_ERROR', no: 17 }) })
    await screen.findByText('The checks could not be run.')
    expect(screen.queryByText('You own no plant.')).toBeNull()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  })

  it.each(['accountRevoke', 'accountRevokeStep', 'exportAccount'])(
    'refuses %s to users without the right',
    async (path) => {
      open(path, {}, { functions: [] })
      await screen.findByRole('heading', { name: 'Permission denied' })
      expect(screen.getByText(/as yourself, not for an organization/)).toBeDefined()
    },
  )

  it('returns to the first step when something blocks it', async () => {
    open('accountRevokeStep', { 'GET /user-s/acc/cancel': plan(false) })
    await waitFor(() => expect(address()).toBe('/account/settings/accountRevoke'))
  })

  it('needs the exact phrase and re-authentication, then clears all local data', async () => {
    const sent: unknown[] = []
    const client = open('accountRevokeStep', {
      'GET /user-s/acc/cancel': plan(true),
      'POST /user-s/acc/cancel': ({ body }) => {
        sent.push(body)
        return { success: true }
      },
    })
    const phrase = await screen.findByLabelText('Account name, as confirmation')
    const button = screen.getByRole('button', { name: 'Delete account permanently' })
    await userEvent.type(screen.getByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.type(phrase, 'Mira')
    expect(button.hasAttribute('disabled')).toBe(true)
    await userEvent.clear(phrase)
    await userEvent.type(phrase, 'mira')
    await userEvent.click(button)
    await screen.findByRole('heading', { name: 'Your account has been deleted' })
    expect(address()).toBe('/account/cancelled')
    expect(sent).toEqual([{ proof: { password: 'Tidal-Wave_73' }, phrase: 'mira', language: 'en' }])
    await waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]))
  })

  it('says that the account is deleted although other calls are refused first', async () => {
    let isDeleted = false
    const refuseAfterwards =
      (answer: Answer): Answer =>
      (request) =>
        isDeleted ? refuse(401, {}) : answer(request)
    const client = open('accountRevokeStep', {
      'GET /user-s/acc/org/login-user': refuseAfterwards(() => user),
      'GET /user-s/acc/cancel': refuseAfterwards(plan(true)),
      'GET /user-s/acc/security': refuseAfterwards(security),
      'POST /user-s/acc/cancel': async () => {
        isDeleted = true
        // Whatever the page shows is requested again while the reply is on its way.
        await client.refetchQueries()
        await call('GET /user-s/acc/security').catch(() => undefined)
        return { success: true }
      },
    })
    setTransport({ onSessionEnd: (failure) => dropSession(client, failure) })
    await confirmDeletion()
    await screen.findByRole('heading', { name: 'Your account has been deleted' })
    expect(address()).toBe('/account/cancelled')
  })

  it('leads to the sign-in when the session was over before', async () => {
    const client = open('accountRevokeStep', {
      'GET /user-s/acc/cancel': plan(true),
      'POST /user-s/acc/cancel': () => refuse(400, { code: 'Invalid token' }),
    })
    setTransport({ onSessionEnd: (failure) => dropSession(client, failure) })
    await confirmDeletion()
    await screen.findByText('sign-in')
  })

  it('stays and says why the server refuses', async () => {
    open('accountRevokeStep', {
      'GET /user-s/acc/cancel': plan(true),
      'POST /user-s/acc/cancel': () => refuse(409, { code: 'CANCEL_NOT_SUPPORTED', no: 40 }),
    })
    await confirmDeletion()
    await screen.findByText('This account cannot be deleted here. Please contact the online service.')
    expect(address()).toBe('/account/settings/accountRevokeStep')
  })
})

describe('the export', () => {
  const start = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Start export' }))
    await userEvent.type(await screen.findByLabelText('Current password'), 'Tidal-Wave_73')
    const buttons = screen.getAllByRole('button', { name: 'Start export' })
    await userEvent.click(buttons.at(-1)!)
  }

  it('includes the selected parts', async () => {
    const sent: unknown[] = []
    open('exportAccount', {
      'GET /user-s/acc/export': exportsReply(),
      'POST /user-s/acc/export': ({ body }) => {
        sent.push(body)
        return {}
      },
    })
    await screen.findByText('About 52.0 MB')
    await userEvent.click(screen.getByLabelText(/Measurements/))
    await screen.findByText('Less than 52.0 MB')
    await start()
    await waitFor(() =>
      expect(sent).toEqual([
        { scope: ['profile', 'plants', 'devices', 'signIns', 'audit'], proof: { password: 'Tidal-Wave_73' } },
      ]),
    )
  })

  it('shows the progress, and downloads with their expiry', async () => {
    const row = {
      scope: ['profile'],
      requestedAtMs: 1_700_000_000_000,
      finishedAtMs: null,
      expiresAtMs: null,
      sizeBytes: null,
    }
    open('exportAccount', {
      'GET /user-s/acc/export': exportsReply({
        data: [
          { ...row, id: 3, state: 'running', progress: 0.42 },
          { ...row, id: 2, state: 'ready', progress: 1, expiresAtMs: 1_900_000_000_000, sizeBytes: 4_200_000 },
          { ...row, id: 1, state: 'failed', progress: 0.1 },
        ],
      }),
    })
    await screen.findByText('42%')
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.42')
    expect(screen.getByText(/4\.2 MB · Available until Mar 17, 2030/)).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(1)
    expect(screen.getByText(/Failed\. It does not count/)).toBeDefined()
  })

  it('says when the next one is possible, and starts none before', async () => {
    open('exportAccount', { 'GET /user-s/acc/export': exportsReply({ nextPossibleAtMs: 1_900_000_000_000 }) })
    expect((await screen.findByText(/Already exported within the last year/)).textContent).toMatch(/Mar\s17,\s2030/)
    expect(screen.getByRole('button', { name: 'Start export' }).hasAttribute('disabled')).toBe(true)
  })

  it('shows how many plants are too many', async () => {
    open('exportAccount', { 'GET /user-s/acc/export': exportsReply({ plantCount: 60, plantLimit: 50 }) })
    await screen.findByText(/exceeds the limit for one export\. You have 60 plants; the limit per export is 50\./)
    expect(screen.getByRole('button', { name: 'Start export' }).hasAttribute('disabled')).toBe(true)
  })

  it.each([
    [
      'EXPORT_USED_WITHIN_YEAR',
      48,
      { nextPossibleAt: 1_900_000_000 },
      /within the last year\. The next export is possible on Mar 17, 2030/,
    ],
    ['EXPORT_TOO_MANY_PLANTS', 49, { plants: 60, limit: 50 }, /You have 60 plants; the limit per export is 50\./],
  ])('%s is reported with its numbers', async (code, no, detail, expected) => {
    open('exportAccount', {
      'GET /user-s/acc/export': exportsReply(),
      'POST /user-s/acc/export': () => refuse(409, { code, no, detail }),
    })
    await start()
    await screen.findByText(expected)
  })
})
