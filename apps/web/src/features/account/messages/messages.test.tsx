import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { WebhookDialog } from './address-dialogs.tsx'
import { MessageSettingsPage } from './message-settings-page.tsx'
import { MessagesPage } from './messages-page.tsx'
import { subscribeBrowser } from './subscribe-browser.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

vi.mock('../../../texts/load-texts.ts', async (original) => ({
  ...(await original<object>()),
  loadLaterTexts: async () => ({}),
}))

let sent: [string, unknown][]
const noting =
  (name: string): Answer =>
  ({ body }) => {
    sent.push([name, body])
    return { success: true }
  }
beforeEach(() => {
  sent = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const entry = (plantId: number, plantName: string) => ({
  what: 'loggerSilent',
  plantId,
  plantName,
  text: 'Logger silent',
  atMs: 1_780_000_000_000,
  facts: {},
  alarm: { id: 'a', change: 'opened', level: 2 },
})
const message = {
  id: 7,
  kind: 'alarm',
  level: 2,
  plantId: 3,
  plantCount: 1,
  title: 'Lindenhof: Logger silent',
  count: 1,
  firstAtMs: 1_780_000_000_000,
  lastAtMs: 1_780_000_000_000,
  isRead: false,
  entries: [entry(3, 'Lindenhof')],
}
const many = {
  ...message,
  id: 8,
  plantId: null,
  plantCount: 9_000,
  title: 'Logger silent: 10,000 alarms at 9,000 plants',
  count: 10_000,
  entries: [entry(9, 'Mill'), entry(4, 'Barn')],
}

describe('the message center', () => {
  it('shows what happened, marks it as read, mutes its plant', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /message-s/message/unreaded/counts': () => ({ alarm: 2, system: 0, sharing: 0 }),
        'POST /message-s/message/search': () => ({ total: 2, data: [message, many] }),
        'POST /message-s/message/read': noting('read'),
        'POST /message-s/message/mute': noting('mute'),
      }),
    )
    renderPage(<MessagesPage />, { path: '/messages' })
    const row = (await screen.findByText('Lindenhof: Logger silent')).closest('li') as HTMLElement
    expect(screen.getByText('2 unread messages.')).toBeTruthy()
    expect(screen.getByText('Barn: Logger silent')).toBeTruthy()
    expect(screen.getByText('and 9998 more')).toBeTruthy()
    await userEvent.click(within(row).getByRole('button', { name: 'Mark as read' }))
    await userEvent.click(within(row).getByRole('button', { name: 'Mute this plant' }))
    await waitFor(() =>
      expect(sent).toEqual([
        ['read', { ids: [7], isRead: true }],
        ['mute', { plantId: 3, untilMs: null }],
      ]),
    )
  })

  it('says that there is nothing', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /message-s/message/unreaded/counts': () => ({ alarm: 0, system: 0, sharing: 0 }),
        'POST /message-s/message/search': () => ({ total: 0, data: [] }),
      }),
    )
    renderPage(<MessagesPage />, { path: '/messages?kind=system' })
    await screen.findByText('No messages')
    expect(screen.getByText('Nothing new.')).toBeTruthy()
  })
})

describe('the message settings', () => {
  const address = {
    id: 5,
    channel: 'webhook',
    name: 'Hook',
    pausedAtMs: 1_780_000_000_000,
    pauseReason: { reason: 'gone', answer: 'HTTP 410' },
    lastSentAtMs: null,
  }
  const setup = {
    settings: defaultMessageSettings,
    addresses: [
      { ...address, id: 4, channel: 'email', name: 'mira@example.org', pausedAtMs: null, pauseReason: null },
      address,
    ],
    plants: [],
    offers: { email: true, sms: false, pushKey: 'BA', telegramBot: null },
  }

  it('change at once, and say which address is paused and why', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /message-s/settings': () => setup,
        'GET /message-s/sending': () => ({ total: 0, data: [] }),
        'POST /message-s/settings': noting('settings'),
        'POST /message-s/address/5/resume': noting('resume'),
      }),
    )
    renderPage(<MessageSettingsPage />, { path: '/account/settings/message' })
    await userEvent.selectOptions(await screen.findByLabelText('Alarms: Email'), 'Faults and warnings')
    expect(screen.getByText(/Paused: messages did not arrive \(the address exists no longer: HTTP 410\)/)).toBeTruthy()
    // No column for a channel that leads nowhere.
    expect(screen.queryByLabelText('Alarms: SMS')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(sent.map(([name]) => name)).toEqual(['settings', 'resume']))
    expect(sent[0]?.[1]).toMatchObject({ channels: { email: { alarms: 1, sharing: true } } })
  })
})

describe('the log of what was sent', () => {
  it('says of an email without a mail server that it was kept, not sent', async () => {
    const sending = {
      id: 'a',
      channel: 'email',
      addressName: 'mira@example.org',
      kind: 'test',
      state: 'sent',
      messageCount: 1,
      createdAtMs: 1_780_000_000_000,
      finishedAtMs: 1_780_000_000_000,
      nextTryAtMs: null,
      tries: [{ number: 1, atMs: 1_780_000_000_000, tookMs: 3, outcome: 'sent', reason: 'kept', answer: '' }],
    }
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /message-s/settings': () => ({
          settings: defaultMessageSettings,
          addresses: [],
          plants: [],
          offers: { email: true, sms: false, pushKey: 'BA', telegramBot: null },
        }),
        'GET /message-s/sending': () => ({ total: 1, data: [sending] }),
      }),
    )
    renderPage(<MessageSettingsPage />, { path: '/account/settings/message' })
    await screen.findByText('Test · Kept here')
    expect(screen.queryByText(/Sent$/)).toBeNull()
  })

  it('says that a try is under way, and that one was cut off', async () => {
    const tried = { atMs: 1_780_000_000_000, tookMs: 0, outcome: 'unknown', reason: null, answer: '' }
    const sending = {
      id: 'a',
      channel: 'ntfy',
      addressName: 'pv',
      kind: 'messages',
      state: 'waiting',
      messageCount: 1,
      createdAtMs: 1_780_000_000_000,
      finishedAtMs: null,
      nextTryAtMs: null,
      tries: [
        { ...tried, number: 1 },
        { ...tried, number: 2 },
      ],
    }
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /message-s/settings': () => ({
          settings: defaultMessageSettings,
          addresses: [],
          plants: [],
          offers: { email: true, sms: false, pushKey: 'BA', telegramBot: null },
        }),
        'GET /message-s/sending': () => ({ total: 1, data: [sending] }),
      }),
    )
    renderPage(<MessageSettingsPage />, { path: '/account/settings/message' })
    await screen.findByText(/^Try 1, .*: the server stopped while sending$/)
    expect(screen.getByText(/^Try 2, .*: under way$/)).toBeTruthy()
  })
})

describe('an address that messages may not go to', () => {
  it('is refused in words', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({ 'POST /message-s/address': () => refuse(400, { code: 'PARAM_ERROR', no: 17 }) }),
    )
    renderPage(<WebhookDialog onClose={() => {}} />, { path: '/account/settings/message' })
    await userEvent.type(await screen.findByLabelText('Name'), 'NAS')
    await userEvent.type(screen.getByLabelText('Address (https)'), '10.1.2.3/hook')
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText(/only to public addresses with https/)
  })
})

describe('this browser as an address', () => {
  const subscribing = (subscribe: () => Promise<never>) => {
    const pushManager = { getSubscription: async () => null, subscribe }
    const worker = { pushManager }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { register: async () => worker, ready: Promise.resolve(worker) },
    })
  }
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('says so when its push service is silent', async () => {
    vi.useFakeTimers()
    subscribing(() => new Promise(() => {}))
    const outcome = subscribeBrowser('BA')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await Promise.race([outcome, 'waits'])).toBe('unreachable')
  })

  it('says so when its push service fails', async () => {
    subscribing(() => Promise.reject(new DOMException('push service error', 'AbortError')))
    expect(await subscribeBrowser('BA')).toBe('unreachable')
  })
})

describe('the link of an email', () => {
  it('ends the emails with one click, and changes nothing before', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /message-s/unsubscribe/abc': () => ({ list: 'messages', isEnded: false }),
        'POST /message-s/unsubscribe/abc': noting('end'),
      }),
    )
    renderPage(<UnsubscribePage />, { path: '/unsubscribe?token=abc' })
    const button = await screen.findByRole('button', { name: 'End these emails' })
    expect(sent).toEqual([])
    await userEvent.click(button)
    await screen.findByText('These emails have stopped.')
    expect(sent).toHaveLength(1)
  })

  it('leads on from a link that is not valid', async () => {
    vi.stubGlobal(
      'fetch',
      answerCalls({ 'GET /message-s/unsubscribe/abc': () => refuse(404, { code: 'NOT_FOUND', no: 18 }) }),
    )
    renderPage(<UnsubscribePage />, { path: '/unsubscribe?token=abc' })
    await screen.findByRole('heading', { name: 'This link is not valid.' })
    expect(screen.getByRole('link', { name: 'To my plants' })).toBeTruthy()
  })
})
