import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import popUpStyles from '../ui/pop-up.module.css'
import { MessageBell } from './message-bell.tsx'

vi.mock('../texts/load-texts.ts', async (original) => ({
  ...(await original<object>()),
  loadLaterTexts: async () => ({}),
}))

const alarm = { id: 'a1', change: 'opened', level: 2 }
const entry = {
  what: 'stringDead',
  plantId: 3,
  plantName: 'Barn',
  text: 'String',
  atMs: 1_780_000_000_000,
  facts: {},
  alarm,
}
const message = {
  id: 7,
  kind: 'alarm',
  level: 2,
  plantId: 3,
  plantCount: 1,
  title: 'Barn: String delivers nothing',
  count: 1,
  firstAtMs: 1_780_000_000_000,
  lastAtMs: 1_780_000_000_000,
  isRead: false,
  entries: [entry],
}
const share = {
  ...message,
  id: 8,
  kind: 'sharing',
  level: 0,
  title: 'Mira accepted',
  isRead: true,
  entries: [{ ...entry, what: 'joined', alarm: null }],
}

let unread: { alarm: number; system: number; sharing: number }
let sent: [string, unknown][]
beforeAll(() => import('./message-panel.tsx'))
beforeEach(() => {
  unread = { alarm: 1, system: 0, sharing: 0 }
  sent = []
  const note =
    (name: string) =>
    ({ body }: { body: unknown }) => {
      sent.push([name, body])
      unread = { alarm: 0, system: 0, sharing: 0 }
      return { success: true }
    }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /message-s/message/unreaded/counts': () => unread,
      'POST /message-s/message/search': ({ body }) =>
        ({
          alarm: { total: 1, data: [message] },
          sharing: { total: 1, data: [share] },
          system: { total: 0, data: [] },
        })[(body as { kind: 'alarm' | 'sharing' | 'system' }).kind],
      'POST /message-s/message/read': note('read'),
      'POST /message-s/message/readAll': note('readAll'),
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(): Promise<HTMLElement> {
  renderPage(<MessageBell />, { path: '/plant' })
  await userEvent.click(await screen.findByRole('button', { name: 'Messages: 1 unread' }))
  return screen.findByRole('dialog', { name: 'Messages' })
}

it('opens the last messages of each kind, with how many are unread', async () => {
  const panel = await open()
  expect(await within(panel).findByText('Barn: String delivers nothing')).toBeTruthy()
  expect(within(panel).getByRole('button', { name: 'Alarms (1)' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(within(panel).getByRole('button', { name: 'Sharing' }))
  expect(await within(panel).findByText('Mira accepted')).toBeTruthy()
  expect(within(panel).queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  await userEvent.click(within(panel).getByRole('button', { name: 'System' }))
  expect(await within(panel).findByText('No messages')).toBeTruthy()
})

it('marks one or all as read', async () => {
  const panel = await open()
  await userEvent.click(await within(panel).findByRole('button', { name: 'Mark as read' }))
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Alarms' })).toBeTruthy())
  expect(sent).toEqual([['read', { ids: [7], isRead: true }]])
})

it('is closed by a press beside it', async () => {
  await open()
  const ground = document.querySelector(`.${popUpStyles.popUpGround}`)
  if (ground) await userEvent.click(ground)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps Tab within it', async () => {
  const panel = await open()
  await within(panel).findByText('Barn: String delivers nothing')
  for (let tabs = 0; tabs < 12; tabs++) {
    await userEvent.tab()
    expect(panel.contains(document.activeElement)).toBe(true)
  }
})

it('leads to the alarm, which is read then', async () => {
  const panel = await open()
  await userEvent.click(await within(panel).findByRole('link', { name: /Barn: String delivers nothing/ }))
  expect(screen.getByTestId('address').textContent).toBe('/plant/infos/alert?id=3&alarm=a1')
  await waitFor(() => expect(sent).toEqual([['read', { ids: [7], isRead: true }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('marks a whole kind as read and is closed by Escape', async () => {
  const panel = await open()
  await userEvent.click(await within(panel).findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(sent).toEqual([['readAll', { kind: 'alarm' }]]))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
