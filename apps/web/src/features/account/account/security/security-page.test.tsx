import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { wirePlant } from '../../../../testing/plants.ts'
import { type Answer, refuse } from '../../../../testing/render.tsx'
import { none, openAccountPage, securityOfMira } from '../testing/account-page.tsx'
import { SecurityPage } from './security-page.tsx'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const session = (id: number, userAgent: string, isCurrent = false) => ({
  id,
  isCurrent,
  method: 'password',
  organization: null,
  address: `203.0.113.${id}`,
  userAgent,
  createdAt: 1_700_000_000,
  lastSeenAt: 1_700_000_100,
  expiresAt: 1_900_000_000,
})
const lists: Readonly<Record<string, Answer>> = {
  'GET /user-s/acc/registration': () => ({ open: true, sms: true }),
  'GET /user-s/acc/binding': none,
  'GET /oauth2-s/third-party': none,
  'GET /user-s/acc/passkey': none,
  'GET /user-s/acc/session': () => ({ data: [session(1, CHROME, true), session(2, IPHONE)] }),
  'GET /user-s/acc/sign-in-log': () => ({ total: 0, data: [] }),
  'GET /user-s/acc/token': none,
  'GET /user-s/acc/webhook': none,
  'GET /user-s/acc/broker': () => ({ isOpen: true, data: [] }),
}
const on = { ...securityOfMira, authenticator: { isOn: true, since: 1_700_000_000, recoveryCodesLeft: 2 } }

function open(answers: Readonly<Record<string, Answer>> = {}, functions = ['accessToken']) {
  openAccountPage(<SecurityPage />, {
    user: { functions: functions.map((code) => ({ code, isOn: 1 })) },
    answers: { ...lists, ...answers },
  })
}
const inDialog = async () => within(await screen.findByRole('dialog'))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('SecurityPage', () => {
  it('first says how well the account is secured, and what to do next', async () => {
    open()
    await screen.findByText('Fair: one step missing')
    expect(screen.getByRole('link', { name: 'Do it now' }).getAttribute('href')).toContain('#authenticator')
  })

  it('fails as a whole with a retry', async () => {
    let calls = 0
    open({
      'GET /user-s/acc/security': () =>
        calls++ === 0 ? refuse(500, { code: 'SERVER_FAILURE', no: 16, requestId: 'r1' }) : securityOfMira,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText('Fair: one step missing')
  })

  it('shows the rest while one list fails', async () => {
    open({ 'GET /user-s/acc/session': () => refuse(400, { code: 'PARAM_ERROR', no: 17 }) })
    await screen.findByText('This part could not be loaded.')
    await screen.findByText('No token yet.')
  })

  it('hides tokens without the right, and phones without an SMS provider', async () => {
    open({ 'GET /user-s/acc/registration': () => ({ open: true, sms: false }) }, [])
    await screen.findByText(/sends no text messages/)
    expect(screen.queryByText('Access tokens')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Link' })).toBeNull()
  })

  it('changes the password only once it follows the rules, with the current one', async () => {
    const sent: unknown[] = []
    open({
      'POST /user-s/acc/password': ({ body }) => {
        sent.push(body)
        return { success: true }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
    const dialog = await inDialog()
    const submit = await dialog.findByRole('button', { name: 'Change password' })
    await userEvent.type(dialog.getByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.type(dialog.getByLabelText('New password'), 'abcd1234')
    expect(submit.hasAttribute('disabled')).toBe(true)
    await userEvent.clear(dialog.getByLabelText('New password'))
    await userEvent.type(dialog.getByLabelText('New password'), 'Harbor-Lights_48')
    await userEvent.click(submit)
    await waitFor(() => expect(sent).toEqual([{ proof: { password: 'Tidal-Wave_73' }, password: 'Harbor-Lights_48' }]))
  })

  it('sends a code to a new email address before linking it', async () => {
    const sent: unknown[] = []
    const keep: Answer = ({ body }) => {
      sent.push(body)
      return { retryAfterS: 60, expiresInS: 600, success: true }
    }
    open({ 'POST /user-s/acc/own-verification-code': keep, 'POST /user-s/acc/contact': keep })
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = await inDialog()
    await userEvent.type(dialog.getByLabelText('New email address'), 'mira.l@example.org')
    await userEvent.click(dialog.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await dialog.findByLabelText('Verification code'), '445566')
    await userEvent.type(dialog.getByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { purpose: 'bind', contact: 'mira.l@example.org', language: 'en' },
        { kind: 'email', contact: 'mira.l@example.org', code: '445566', proof: { password: 'Tidal-Wave_73' } },
      ]),
    )
  })

  it('sets up an authenticator: QR code, key, code, and recovery codes to save', async () => {
    open({
      'POST /user-s/acc/authenticator': () => ({
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
      }),
      'POST /user-s/acc/authenticator/confirm': ({ body }) =>
        (body as { code: string }).code === '123456'
          ? { recoveryCodes: ['AAAA-1111', 'BBBB-2222'] }
          : refuse(401, { code: 'SECOND_FACTOR_WRONG', no: 9 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Set up app' }))
    const proof = await inDialog()
    await userEvent.type(await proof.findByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.click(proof.getByRole('button', { name: 'Next' }))
    const code = await screen.findByLabelText('Code from the app')
    expect(screen.getByRole('img', { name: /QR code/ })).toBeDefined()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
    await userEvent.type(code, '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    await screen.findByText(/This code is wrong/)
    await userEvent.type(code, '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    await screen.findByText('AAAA-1111')
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
    expect(screen.queryByText('AAAA-1111')).toBeNull()
  })

  it('warns of few recovery codes and turns the app off with password and code', async () => {
    const sent: unknown[] = []
    open({
      'GET /user-s/acc/security': () => on,
      'DELETE /user-s/acc/authenticator': ({ body }) => {
        sent.push(body)
        return { success: true }
      },
    })
    await screen.findByText(/2 codes left/)
    await userEvent.click(screen.getByRole('button', { name: 'Turn off app' }))
    const dialog = await inDialog()
    await userEvent.type(await dialog.findByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.type(dialog.getByLabelText('Code from the authenticator app'), 'AAAA-1111')
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off app' }))
    await waitFor(() => expect(sent).toEqual([{ proof: { password: 'Tidal-Wave_73', code: 'AAAA-1111' } }]))
  })

  it('ends another session, never this one', async () => {
    const ended: string[] = []
    open({
      'DELETE /user-s/acc/session/2': ({ url }) => {
        ended.push(url)
        return { success: true }
      },
    })
    await screen.findByText('this session')
    const buttons = screen.getAllByRole('button', { name: /^End session/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['End session: Safari on iPhone'])
    await userEvent.click(buttons[0]!)
    await waitFor(() => expect(ended).toEqual(['/user-s/acc/session/2']))
  })

  it('creates a token with its scopes and end, and shows it once', async () => {
    const sent: unknown[] = []
    open({
      'POST /user-s/acc/token': ({ body }) => {
        sent.push(body)
        return {
          token: 'hgp_once',
          row: {
            id: 9,
            name: 'x',
            scopes: [],
            organization: null,
            appId: null,
            createdAt: 1,
            expiresAt: 2,
            lastUsedAt: null,
          },
        }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Create token' }))
    const dialog = await inDialog()
    const submit = await dialog.findByRole('button', { name: 'Create token' })
    await userEvent.type(dialog.getByLabelText('Name'), 'Home automation')
    await userEvent.type(dialog.getByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.click(dialog.getByLabelText('View plants'))
    expect(submit.hasAttribute('disabled')).toBe(true)
    await userEvent.click(dialog.getByLabelText('View plants'))
    await userEvent.click(dialog.getByLabelText('Change plants'))
    await userEvent.selectOptions(dialog.getByLabelText('Valid for'), '366')
    await userEvent.click(submit)
    await screen.findByText('hgp_once')
    expect(sent).toEqual([
      {
        name: 'Home automation',
        scopes: ['plant:read', 'plant:write'],
        expiresInDays: 366,
        proof: { password: 'Tidal-Wave_73' },
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
    expect(screen.queryByText('hgp_once')).toBeNull()
  })

  it('makes keys for SOLARMAN clients, shows them once and lists them', async () => {
    const row = { id: 9, name: 'HA', scopes: ['plant:read'], organization: null, appId: '1234567890123456' }
    const times = { createdAt: 1, expiresAt: 4_000_000_000, lastUsedAt: null }
    const sent: unknown[] = []
    open({
      'GET /user-s/acc/token': () => ({ data: sent.length > 0 ? [{ ...row, ...times }] : [] }),
      'POST /user-s/acc/token/solarman': ({ body }) => {
        sent.push(body)
        const keys = { appId: row.appId, appSecret: 's'.repeat(32), password: 'once-only', passwordHash: 'ab12' }
        return { ...keys, account: 'mira@example.org', row: { ...row, ...times } }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Access for SOLARMAN clients' }))
    const dialog = await inDialog()
    await userEvent.type(dialog.getByLabelText('Name'), 'HA')
    await userEvent.type(await dialog.findByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.click(dialog.getByRole('button', { name: 'Create access' }))
    const keys = within(await screen.findByTestId('solarman-keys'))
    for (const value of [window.location.origin, 'once-only', 'ab12', 's'.repeat(32), 'mira@example.org'])
      keys.getByText(value)
    keys.getByRole('button', { name: 'Copy appSecret' })
    expect(sent).toEqual([{ name: 'HA', expiresInDays: 366, proof: { password: 'Tidal-Wave_73' } }])
    await screen.findByText(/appId 1234567890123456/)
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
    expect(screen.queryByText('once-only')).toBeNull()
  })

  it('makes a webhook of chosen plants and shows its secret once', async () => {
    const sent: unknown[] = []
    open({
      'POST /maintain-s/operating/station/search': () => ({
        total: 2,
        data: [wirePlant({ id: 1, name: 'Lindenhof' }), wirePlant({ id: 2, name: 'Harbor' })],
      }),
      'POST /user-s/acc/webhook': ({ body }) => {
        sent.push(body)
        return { id: 4, secret: 'whsec_once' }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    const dialog = await inDialog()
    await userEvent.type(dialog.getByLabelText('Name'), 'Script')
    await userEvent.type(dialog.getByLabelText('Address (https)'), 'example.org/hook')
    await userEvent.click(await dialog.findByLabelText('Lindenhof'))
    await userEvent.click(dialog.getByLabelText('Energy of each day'))
    await userEvent.type(await dialog.findByLabelText('Current password'), 'Tidal-Wave_73')
    await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect((await screen.findByTestId('webhook-secret')).textContent).toBe('whsec_once')
    expect(sent).toEqual([
      {
        name: 'Script',
        url: 'https://example.org/hook',
        parts: ['samples', 'days'],
        quantities: [],
        plantIds: [1],
        proof: { password: 'Tidal-Wave_73' },
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
    expect(screen.queryByText('whsec_once')).toBeNull()
  })

  it('says of a webhook what arrived, what did not and what was left out', async () => {
    const row = { parts: ['samples'], quantities: [], plants: [], lastSentAtMs: 1_700_000_000_000, nextTryAtMs: null }
    const paused = { ...row, lastFailure: { reason: 'gone', answer: 'HTTP 410' }, pausedAtMs: 1_700_000_000_000 }
    const plants = [{ plantId: 1, name: 'Lindenhof', dropped: 12, droppedAtMs: 1_700_000_000_000 }]
    const calls: string[] = []
    open({
      'GET /user-s/acc/webhook': () => ({
        data: [
          { ...row, id: 1, name: 'Well', host: 'a.example', plants, lastFailure: null, pausedAtMs: null },
          { ...paused, id: 2, name: 'Gone', host: 'b.example' },
        ],
      }),
      'POST /user-s/acc/webhook/2/resume': () => calls.push('resume') && { success: true },
      'POST /user-s/acc/webhook/1/test': () => ({ arrived: false, reason: 'noAnswer', answer: '' }),
    })
    await screen.findByText(/Last delivery/)
    await screen.findByText(/Lindenhof: 12 readings were too old and were left out/)
    await screen.findByText(/Paused: nothing arrived \(.*HTTP 410\)/)
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(calls).toEqual(['resume']))
    await userEvent.click(screen.getAllByRole('button', { name: 'Send a test' })[0] as HTMLElement)
    await screen.findByText(/The test did not arrive/)
  })

  it('pages the sign-in log, newest first, with readable names', async () => {
    const row = (id: number, method: string, outcome: string) => ({
      id,
      at: 1_700_000_000 + id,
      method,
      outcome,
      address: '203.0.113.9',
      userAgent: CHROME,
    })
    open({
      'GET /user-s/acc/sign-in-log': ({ url }) =>
        url.includes('page=2')
          ? { total: 11, data: [row(1, 'semaphore', 'odd')] }
          : { total: 11, data: Array.from({ length: 10 }, (_, at) => row(11 - at, 'password', 'failed')) },
    })
    expect(await screen.findAllByText('Failed')).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText(/semaphore/)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('publishes plants to a broker, and says in words what fails there', async () => {
    const sent: unknown[] = []
    const at = { host: '192.168.1.20', port: 8883, isTls: true, user: 'me', prefix: 'homeassistant', plantIds: [7] }
    const state = {
      state: 'waiting',
      failure: 'another certificate',
      failingSinceMs: 1_700_000_000_000,
      publishedAtMs: null,
    }
    open({
      'POST /maintain-s/operating/station/search': () => ({ total: 1, data: [wirePlant({ id: 7, name: 'Roof' })] }),
      'GET /user-s/acc/broker': () => ({
        isOpen: true,
        data:
          sent.length > 0 ? [{ id: 3, ...at, hasPassword: true, state: { ...state, messages: 0, devices: 0 } }] : [],
      }),
      'POST /user-s/acc/broker': ({ body }) => {
        sent.push(body)
        return sent.length === 1
          ? refuse(400, { code: 'PARAM_ERROR', no: 17, detail: { field: 'host', reason: 'network' } })
          : { id: 3 }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Publish to a broker' }))
    const dialog = await inDialog()
    await userEvent.type(await dialog.findByLabelText(/^Address/), '192.168.1.20')
    await userEvent.type(dialog.getByLabelText('User'), 'me')
    await userEvent.type(dialog.getAllByLabelText(/^Password/)[0] as HTMLElement, 'broker-secret')
    await userEvent.click(dialog.getByLabelText('Encrypted connection (TLS)'))
    await userEvent.click(await dialog.findByLabelText('Roof'))
    await userEvent.type(dialog.getByLabelText('Current password'), 'x')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('The operator has not opened the network of this address.')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText(/It shows another certificate than before\./)
    expect(sent.at(-1)).toMatchObject({ ...at, password: 'broker-secret' })
  })
})
