import english from '@heliograph/i18n/locales/en/manual.json'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mira, openAccountPage } from '../account/testing/account-page.tsx'
import { InstructionsPage } from './instructions-page.tsx'
import { manualPages } from './manual-pages.ts'
import { OnlineSupportPage } from './online-support-page.tsx'
import { DocumentDialog } from './operator/document-dialog.tsx'
import { OperatorPage } from './operator/operator-page.tsx'
import { SuggestionPage } from './suggestion-page.tsx'

const functions = ['suggestion', 'onlineCustomer', 'onlineInstructions'].map((code) => ({ code, isOn: 2 as const }))
const message = {
  id: 5,
  category: 'idea',
  body: 'A wish',
  contact: 'mira@example.org',
  context: { page: '/plant/infos/data?id=3', version: '0.1.0', browser: 'Firefox', language: 'en' },
  state: 'answered',
  createdMs: 1_780_000_000_000,
  changedMs: 1_780_000_000_000,
  pictureCount: 0,
  replies: [{ id: 1, byOperator: true, body: 'It comes in May', atMs: 1_780_000_100_000 }],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the feedback page', () => {
  it('shows what was written with its answer', async () => {
    openAccountPage(<SuggestionPage />, {
      user: { functions },
      answers: { 'GET /backyard-api-s/suggestion': () => ({ total: 1, data: [message] }) },
    })
    const item = await screen.findByRole('article', { name: 'A wish' })
    expect(within(item).getByText('It comes in May')).toBeTruthy()
    expect(within(item).getByText('Answered')).toBeTruthy()
  })

  it('sends the context only with consent, and says what it holds', async () => {
    const sent: unknown[] = []
    openAccountPage(<SuggestionPage />, {
      user: { functions },
      answers: {
        'GET /backyard-api-s/suggestion': () => ({ total: 0, data: [] }),
        'POST /backyard-api-s/suggestion': ({ body }) => {
          sent.push(body)
          return { id: 6 }
        },
      },
    })
    const write = async () => {
      await userEvent.click(await screen.findByLabelText('Message'))
      await userEvent.paste('Broken chart')
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    }
    await write()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ body: 'Broken chart', context: null, pictures: [] })
    await userEvent.click(screen.getByRole('checkbox'))
    expect(screen.getByText(navigator.userAgent)).toBeTruthy()
    await write()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ context: { browser: navigator.userAgent, version: '0.1.0' } })
  })
})

describe('online service', () => {
  it('names the contact of the brand, or leads to feedback', async () => {
    openAccountPage(<OnlineSupportPage />, { user: { functions } })
    expect(await screen.findByRole('link', { name: 'Feedback' })).toBeTruthy()
  })
})

describe('the manuals', () => {
  it('stand by language, the reader’s first', async () => {
    const row = { id: 1, kind: 'manual', lan: 'de', title: 'Handbuch', link: 'https://example.org/de', sizeBytes: null }
    const data = [
      { ...row, updateTime: 1_780_000_000 },
      { ...row, id: 2, lan: 'en', title: 'Manual', link: null, sizeBytes: 2_500, updateTime: 1_780_000_000 },
    ]
    openAccountPage(<InstructionsPage />, {
      user: { functions },
      answers: { 'GET /backyard-api-s/document/getDocList': () => ({ total: 2, data }) },
    })
    await screen.findByText('Manual')
    const titles = screen.getAllByRole('heading', { level: 2 }).map((element) => element.textContent)
    expect(titles).toEqual(['Pages of the manual', 'English', 'Deutsch'])
    expect(screen.getByText(/PDF, 2\.5 kB/)).toBeTruthy()
    const [file, link] = screen.getAllByRole('link').slice(-2)
    expect(file?.getAttribute('href')).toBe('/backyard-api-s/document/2/file')
    expect(link?.getAttribute('href')).toBe('https://example.org/de')
  })
})

describe('the owner’s guide', () => {
  const openGuide = (path: string) =>
    openAccountPage(<InstructionsPage />, {
      user: { functions },
      path,
      answers: { 'GET /backyard-api-s/document/getDocList': () => ({ total: 0, data: [] }) },
    })

  it('has a page for each of its texts', () => {
    const shown = manualPages.flatMap(({ title, lead, points }) => [title, lead, ...points])
    const words = ['answer', 'contents', 'documents', 'next', 'previous'].map((name) => `manual.${name}`)
    expect([...shown, ...words].sort()).toEqual(Object.keys(english).sort())
    expect(manualPages).toHaveLength(15)
  })

  it('lists its pages, and each leads to the next', async () => {
    openGuide('/account/settings/instructions')
    await userEvent.click(await screen.findByRole('link', { name: 'Signs of grid and battery' }))
    await screen.findByRole('heading', { level: 1, name: 'Signs of grid and battery' })
    expect(screen.getByText('Battery: above zero it discharges, below zero it charges.')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Next: Alarms' }))
    await screen.findByRole('heading', { level: 1, name: 'Alarms' })
    await userEvent.click(screen.getByRole('link', { name: 'Back: Signs of grid and battery' }))
    await userEvent.click(screen.getByRole('link', { name: 'Pages of the manual' }))
    await screen.findByRole('heading', { level: 1, name: 'User manual' })
  })

  it('names what stands on screen in the words of the screen', async () => {
    openGuide('/account/settings/instructions?page=status')
    await screen.findByText(
      '“Night standby”: the sun is down. Devices that live on sunlight are silent until the morning.',
    )
    expect(document.body.textContent).not.toMatch(/[{}]/)
  })

  it('shows its contents for a page that it has not', async () => {
    openGuide('/account/settings/instructions?page=nothing')
    await screen.findByRole('link', { name: 'Your account' })
  })
})

describe('the operator page', () => {
  it('says that a file is no PDF, whatever its name', async () => {
    openAccountPage(<DocumentDialog onSaved={async () => {}} onClose={() => {}} />)
    await userEvent.type(await screen.findByLabelText(/^Title/), 'Manual')
    const field = screen.getByLabelText(/^PDF file/)
    const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement
    await userEvent.upload(field, new File(['GIF89a'], 'manual.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('This file is not a PDF.')).toBeTruthy()
    expect(save().disabled).toBe(true)
    await userEvent.upload(field, new File(['%PDF-1.7'], 'manual.pdf', { type: 'application/pdf' }))
    await waitFor(() => expect(save().disabled).toBe(false))
    expect(screen.queryByText('This file is not a PDF.')).toBeNull()
  })

  it('adds credits that were paid, and prices a channel', async () => {
    const closed: unknown[] = []
    const saved: unknown[] = []
    const free = { isCharged: false, lowAt: 10, packages: [] }
    openAccountPage(<OperatorPage />, {
      user: { isAdmin: true },
      answers: {
        'GET /backyard-api-s/announcement': () => ({ total: 0, data: [] }),
        'GET /backyard-api-s/application/message-charge/order/manage': () => ({
          total: 1,
          data: [
            {
              id: 4,
              channel: 'sms',
              credits: 100,
              price: 5.5,
              currency: 'EUR',
              note: '',
              state: 'open',
              orderedMs: 1_780_000_000_000,
              closedMs: null,
              account: 'mira',
            },
          ],
        }),
        'GET /backyard-api-s/application/message-charge/price': () => ({
          currency: 'EUR',
          text: '',
          link: '',
          channels: { email: free, sms: free },
        }),
        'POST /backyard-api-s/application/message-charge/order/4/state': ({ body }) => {
          closed.push(body)
          return { success: true }
        },
        'POST /backyard-api-s/application/message-charge/price': ({ body }) => {
          saved.push(body)
          return { success: true }
        },
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Message costs' }))
    expect(await screen.findByText(/Order 4 · 100 credits · SMS/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Add the credits' }))
    await waitFor(() => expect(closed).toEqual([{ state: 'done' }]))
    const sms = within(await screen.findByRole('group', { name: 'SMS' }))
    await userEvent.click(sms.getByRole('checkbox'))
    await userEvent.type(sms.getByLabelText(/^Credits/), '100')
    await userEvent.type(sms.getByLabelText(/^Price/), '5.5')
    const save = screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    expect(screen.getByText(/^Say how credits are paid/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^How to pay/), 'By transfer')
    expect(screen.queryByText(/^Say how credits are paid/)).toBeNull()
    await userEvent.click(save)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({
      text: 'By transfer',
      channels: { sms: { isCharged: true, packages: [{ credits: 100, price: 5.5 }] } },
    })
  })

  it('writes an announcement in two languages and refuses an end before its beginning', async () => {
    const sent: unknown[] = []
    openAccountPage(<OperatorPage />, {
      user: { isAdmin: true },
      answers: {
        'GET /backyard-api-s/announcement': () => ({ total: 0, data: [] }),
        'POST /backyard-api-s/announcement': ({ body }) => {
          sent.push(body)
          return { id: 1 }
        },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New announcement' }))
    const save = screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await userEvent.click(screen.getByLabelText(/^Title/))
    await userEvent.paste('Maintenance')
    await userEvent.selectOptions(screen.getByLabelText(/^Language/), 'de')
    await userEvent.click(screen.getByLabelText(/^Title/))
    await userEvent.paste('Wartung')
    const until = screen.getByLabelText(/^Until/)
    await userEvent.clear(until)
    await userEvent.type(until, '2020-01-01T00:00')
    expect(screen.getByText('The end is before the beginning.')).toBeTruthy()
    expect(save.disabled).toBe(true)
    await userEvent.clear(until)
    await userEvent.click(save)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      level: 'info',
      untilMs: null,
      texts: { en: { title: 'Maintenance', body: '' }, de: { title: 'Wartung', body: '' } },
    })
  })

  it('shows who wrote, from where, and lets the operator close it', async () => {
    const states: unknown[] = []
    openAccountPage(<OperatorPage />, {
      user: { ...mira, isAdmin: true },
      answers: {
        'GET /backyard-api-s/announcement': () => ({ total: 0, data: [] }),
        'GET /backyard-api-s/suggestion/manage': () => ({ total: 1, data: [{ ...message, account: 'mira' }] }),
        'POST /backyard-api-s/suggestion/5/state': ({ body }) => {
          states.push(body)
          return { success: true }
        },
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Feedback' }))
    const item = await screen.findByRole('article', { name: 'A wish' })
    expect(within(item).getByText('/plant/infos/data?id=3')).toBeTruthy()
    expect(within(item).getByText(/^mira ·/)).toBeTruthy()
    await userEvent.click(within(item).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(states).toEqual([{ state: 'closed' }]))
  })

  it('is closed to everybody else', async () => {
    openAccountPage(<OperatorPage />)
    expect(await screen.findByRole('heading', { name: 'Permission denied' })).toBeTruthy()
  })
})
