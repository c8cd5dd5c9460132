import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ApplicationHomePage } from './application-home-page.tsx'
import { DataPlansPage } from './data-plans-page.tsx'
import { InsurancePage } from './insurance-page.tsx'
import { MessageChargePage } from './message-charge-page.tsx'
import { PluginPage } from './plugin-page.tsx'

const functions = ['application', 'deviceCharge', 'messageCharge', 'insurance'].map((code) => ({
  code,
  isOn: 2 as const,
}))
const user = { id: 1, account: 'mira', roleCodes: ['user'], functions }
const home = (cards: readonly object[] = []) => ({ dataPlans: { total: 3, ending: 1 }, cards })
const insurer = {
  id: 4,
  kind: 'insurance',
  title: 'Sun Cover',
  body: 'Hail',
  host: 'cover.example',
  consentedMs: null,
}
const plan = {
  loggerId: 9,
  serial: '2345678901',
  name: '',
  plantId: 7,
  plantName: 'Lindenhof',
  expiresOn: '2026-07-01',
  status: 'expiring',
  provider: 'Telco',
  iccid: '',
  isDisabled: false,
  mayEdit: true,
  mayOrder: true,
  openOrderId: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says nothing about costs before it knows them', async () => {
  vi.stubGlobal(
    'fetch',
    answerCalls({ 'GET /backyard-api-s/application/message-charge': () => new Promise(() => undefined) }),
  )
  renderPage(<MessageChargePage />, { user })
  await screen.findByRole('heading', { name: 'Message costs' })
  expect(screen.queryByText(/You are not charged/)).toBeNull()
})

it('waits for nothing once the costs have failed', async () => {
  vi.stubGlobal(
    'fetch',
    answerCalls({ 'GET /backyard-api-s/application/message-charge': () => refuse(400, { code: 'ABNORMAL', no: 3 }) }),
  )
  renderPage(<MessageChargePage />, { user })
  await screen.findByRole('alert')
  expect(document.querySelector('[data-part="skeleton"]')).toBeNull()
})

describe('the features page', () => {
  it('shows what a person may use with its state, and no insurance without a partner', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/home': () => home(),
        'GET /backyard-api-s/application/message-charge': () => charge({ isCharged: false }),
      }),
    )
    renderPage(<ApplicationHomePage />, { user })
    await screen.findByRole('heading', { name: 'Data plans' })
    expect(screen.getByText('1 ends within 30 days or has ended')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Message costs' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Insurance' })).toBeNull()
    cleanup()
    renderPage(<ApplicationHomePage />, { user, brand: { blocked: new Set(['deviceCharge']) } })
    await screen.findByText('Nothing is offered here yet.')
    expect(screen.queryByRole('heading', { name: 'Data plans' })).toBeNull()
  })

  it('has no card without anything behind it, but for administrators, who fill them', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/home': () => ({ dataPlans: { total: 0, ending: 0 }, cards: [] }),
        'GET /backyard-api-s/application/message-charge': () => charge({ isCharged: false }),
      }),
    )
    renderPage(<ApplicationHomePage />, { user })
    await screen.findByText('Nothing is offered here yet.')
    expect(screen.queryByRole('heading', { name: 'Data plans' })).toBeNull()
    cleanup()
    renderPage(<ApplicationHomePage />, { user: { ...user, isAdmin: true } })
    await screen.findByRole('heading', { name: 'Data plans' })
    expect(screen.getByRole('heading', { name: 'Message costs' })).toBeTruthy()
  })

  it('opens a plug-in with the address that the server signs', async () => {
    const card = { id: 5, kind: 'plugin', title: 'Planner', body: '', host: 'planner.example', consentedMs: null }
    const replace = vi.fn()
    vi.stubGlobal('open', () => ({ opener: {}, location: { replace }, close: () => undefined }))
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/home': () => home([card]),
        'POST /backyard-api-s/application/card/5/open': () => ({ url: 'https://planner.example/?token=a.b.c' }),
      }),
    )
    renderPage(<ApplicationHomePage />, { user })
    await userEvent.click(await screen.findByRole('button', { name: 'Open planner.example' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://planner.example/?token=a.b.c'))
  })
})

describe('data plans', () => {
  it('shows when a plan ends, orders a renewal and says how it is paid', async () => {
    const sent: unknown[] = []
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/data-plan': () => ({ total: 1, data: [plan] }),
        'GET /backyard-api-s/application/order': () => ({ total: 0, data: [] }),
        'POST /backyard-api-s/application/data-plan/9/order': ({ body }) => {
          sent.push(body)
          return { id: 3, text: 'By transfer to DE00', payLink: '' }
        },
      }),
    )
    renderPage(<DataPlansPage />, { user })
    expect(await screen.findByText('Ends soon')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Renewal for 2345678901' }))
    const dialog = screen.getByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Order a renewal' }))
    expect(await screen.findByText('By transfer to DE00')).toBeTruthy()
    expect(screen.getByText('Order 3')).toBeTruthy()
    expect(sent).toEqual([{ months: 12, note: '' }])
  })

  it('offers nothing to change to who may only see', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/data-plan': () => ({
          total: 1,
          data: [{ ...plan, mayEdit: false, mayOrder: false }],
        }),
        'GET /backyard-api-s/application/order': () => ({ total: 0, data: [] }),
      }),
    )
    renderPage(<DataPlansPage />, { user })
    await screen.findByText('Ends soon')
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})

it('offers no renewal before it is said how it is paid', async () => {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /backyard-api-s/application/data-plan': () => ({ total: 1, data: [{ ...plan, mayOrder: false }] }),
      'GET /backyard-api-s/application/order': () => ({ total: 0, data: [] }),
    }),
  )
  renderPage(<DataPlansPage />, { user })
  await screen.findByText('Ends soon')
  expect(screen.queryByRole('button', { name: 'Renewal for 2345678901' })).toBeNull()
  expect(screen.getByRole('button', { name: /2345678901/ })).toBeTruthy()
})

describe('the page of a plug-in', () => {
  const frame = { id: 5, kind: 'plugin', title: 'Planner', body: '', host: 'planner.example', consentedMs: null }
  const open = (card: object) => {
    const asked: unknown[] = []
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/home': () => home([card]),
        'POST /backyard-api-s/application/card/5/open': ({ body }) => {
          asked.push(body)
          return { url: 'https://planner.example/?token=a.b.c' }
        },
      }),
    )
    const of = { ...user, functions: [...functions, { code: 'application', isOn: 2 as const }] }
    renderPage(<PluginPage />, { user: of, path: '/application/detail/plugin?card=5' })
    return asked
  }

  it('stands in a frame that has no rights on ours, with a token asked for now', async () => {
    const asked = open({ ...frame, isFrame: true })
    const shown = (await screen.findByTitle('Planner')) as HTMLIFrameElement
    expect(shown.src).toBe('https://planner.example/?token=a.b.c')
    expect(shown.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(shown.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(asked).toEqual([{ consent: false, language: 'en' }])
  })

  it('of our own origin gets none of its cookies', async () => {
    open({ ...frame, isFrame: true, host: window.location.host })
    expect((await screen.findByTitle('Planner')).getAttribute('sandbox')).not.toContain('allow-same-origin')
  })

  it('shows nothing of a card that is no frame or is gone', async () => {
    const asked = open({ ...frame, isFrame: false })
    expect(await screen.findByText('There is no such page.')).toBeTruthy()
    expect(document.querySelector('iframe')).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('insurance', () => {
  it('leads to a partner only with consent', async () => {
    vi.stubGlobal('fetch', answerCalls({ 'GET /backyard-api-s/application/home': () => home([insurer]) }))
    renderPage(<InsurancePage />, { user })
    const open = (await screen.findByRole('button', { name: 'Open cover.example' })) as HTMLButtonElement
    expect(open.disabled).toBe(true)
    await userEvent.click(screen.getByRole('checkbox'))
    expect(open.disabled).toBe(false)
  })
})

const channel = { channel: 'sms', canSend: true, isCharged: true, balance: 4, lowAt: 10 }
const charge = (changes: object = {}) => ({
  currency: 'EUR',
  isPayable: true,
  channels: [
    { ...channel, channel: 'email', isCharged: false, balance: 0, packages: [] },
    { ...channel, packages: [{ credits: 100, price: 5.5 }], ...changes },
  ],
})
const none = () => ({ total: 0, data: [] })

describe('message costs', () => {
  it('says that nothing is charged, and which gateways there are', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/message-charge': () => charge({ canSend: false, isCharged: false }),
        'GET /backyard-api-s/application/message-charge/order': none,
        'GET /backyard-api-s/application/message-charge/usage': none,
      }),
    )
    renderPage(<MessageChargePage />, { user })
    expect(await screen.findByText('No charge')).toBeTruthy()
    expect(screen.getByText('No gateway')).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.queryByText('Usage')).toBeNull()
  })

  it('offers no top-up before it is said how it is paid', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/message-charge': () => ({ ...charge(), isPayable: false }),
        'GET /backyard-api-s/application/message-charge/order': none,
        'GET /backyard-api-s/application/message-charge/usage': none,
      }),
    )
    renderPage(<MessageChargePage />, { user })
    expect(await screen.findByText('4 credits')).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('shows what is left and was used, and orders credits', async () => {
    const sent: unknown[] = []
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /backyard-api-s/application/message-charge': () => charge(),
        'GET /backyard-api-s/application/message-charge/order': none,
        'GET /backyard-api-s/application/message-charge/usage': () => ({
          total: 1,
          data: [{ id: 1, channel: 'sms', kind: 'sent', change: -1, balance: 4, time: 1_780_000_000 }],
        }),
        'POST /backyard-api-s/application/message-charge/order': ({ body }) => {
          sent.push(body)
          return { id: 3, text: 'By transfer to DE00', payLink: '' }
        },
      }),
    )
    renderPage(<MessageChargePage />, { user })
    expect(await screen.findByText('4 credits')).toBeTruthy()
    expect(await screen.findByText('4 left')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Top up · SMS' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Order credits' }))
    expect(await screen.findByText('By transfer to DE00')).toBeTruthy()
    expect(screen.getByText('Order 3')).toBeTruthy()
    expect(sent).toEqual([{ channel: 'sms', credits: 100, note: '' }])
  })
})
