import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { OwnRulesPage } from './own-rules-page.tsx'
import { emptyDraft, isComplete, ruleOf } from './rule-draft.ts'

vi.mock('../../../texts/later-texts.tsx', () => ({ LaterTexts: ({ children }: { children: unknown }) => children }))

const BASE = '/maintain-s/operating/alert/rule'
const kept = {
  id: '22222222-0000-4000-8000-000000000001',
  rule: {
    name: 'Hot',
    quantity: 'inverterTemperatureC',
    comparison: 'above',
    threshold: 70,
    hysteresis: 2,
    forMs: 30 * MINUTE_MS,
    sunAboveDeg: 10,
    powerAboveW: 500,
    level: 1,
    influence: 0,
  },
  scope: { kind: 'all' },
  plantName: null,
  isOn: true,
  createdAtMs: 1_781_000_000_000,
  open: 1,
  recent: 4,
}
const alert = {
  plantId: 7,
  plantName: 'Barn',
  zone: 'UTC',
  deviceName: 'Inverter A',
  fromMs: 1_781_500_000_000,
  value: 8,
}
const trial = {
  fromMs: 0,
  toMs: 0,
  devices: 9,
  triedDevices: 6,
  total: 4,
  alarms: [{ ...alert, toMs: 1_781_503_600_000 }],
}
let asked: Record<string, unknown>[]

function open(rows: object[]): void {
  const note =
    (name: string, answer: unknown) =>
    ({ body }: { body: unknown }) => {
      asked.push({ name, body })
      return answer
    }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${BASE}`]: () => rows,
      [`POST ${BASE}/trial`]: note('trial', trial),
      [`POST ${BASE}`]: note('add', { id: kept.id }),
      [`POST ${BASE}/${kept.id}`]: note('edit', { success: true }),
    }),
  )
  renderPage(<OwnRulesPage />, { path: '/alarms/rules' })
}
beforeEach(() => {
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the page of own rules', () => {
  it('says each rule as a sentence, and turns it off', async () => {
    open([kept])
    expect((await screen.findByText('Hot')).parentElement?.textContent).toMatch(
      /Warning: when .* of a device is above 70.*°C, for 30 minutes, while the sun is higher than 10°, while it makes more than 500.*W, on all plants/,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(asked).toEqual([{ name: 'edit', body: { isOn: false } }]))
  })

  it('builds a rule, tries it before it is saved, and saves it', async () => {
    open([])
    await userEvent.click(await screen.findByRole('button', { name: 'New rule' }))
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    const save = dialog.getByRole('button', { name: 'Save rule', hidden: true }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await userEvent.type(dialog.getByLabelText('Threshold'), '15')
    await userEvent.click(await dialog.findByRole('button', { name: 'Try on the last 90 days', hidden: true }))
    expect(await dialog.findByText('It would have fired 4 times in the last 90 days:')).toBeTruthy()
    expect(dialog.getByText('Tried on 6 of 9 devices that measure this.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Name'), 'Battery low')
    await userEvent.click(save)
    await waitFor(() => expect(asked.at(-1)?.name).toBe('add'))
    expect(asked.at(-1)?.body).toMatchObject({
      rule: {
        name: 'Battery low',
        quantity: 'batterySocPercent',
        comparison: 'below',
        threshold: 15,
        forMs: 15 * MINUTE_MS,
      },
      scope: { kind: 'all' },
    })
  })
})

describe('a threshold that no value can reach', () => {
  it('is told with what can be, and not saved', async () => {
    open([])
    await userEvent.click(await screen.findByRole('button', { name: 'New rule' }))
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    await userEvent.type(dialog.getByLabelText('Name'), 'Battery low')
    const threshold = dialog.getByLabelText('Threshold')
    await userEvent.type(threshold, '120')
    expect(dialog.getByText(/^Only values from 0.*% to 100.*% can occur/)).toBeTruthy()
    const save = dialog.getByRole('button', { name: 'Save rule', hidden: true }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await userEvent.clear(threshold)
    await userEvent.type(threshold, '90')
    const back = dialog.getByLabelText('Ends this far back')
    await userEvent.clear(back)
    await userEvent.type(back, '20')
    expect(dialog.getByText(/^With this the alarm could never end/)).toBeTruthy()
    expect(save.disabled).toBe(true)
    await userEvent.clear(back)
    expect(save.disabled).toBe(false)
  })
})

describe('what a person typed', () => {
  const draft = { ...emptyDraft, name: 'X', threshold: '1,5' }

  it('may have a decimal comma', () => {
    expect([ruleOf(draft).threshold, isComplete(draft)]).toEqual([1.5, true])
  })

  it('is no rule without a number, a name, or the plant that it is for', () => {
    const lacking = [{ threshold: '' }, { threshold: 'x' }, { name: ' ' }, { hysteresis: '-1' }, { scope: 'plant' }]
    expect(lacking.map((item) => isComplete({ ...draft, ...item } as typeof draft))).toEqual(lacking.map(() => false))
  })
})
