import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { LetterPage } from './letter-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T10:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const noMoney = { income: null, cost: null, feedIn: null, withoutPlant: null, savings: null }
const letter = {
  plantName: 'Lindenhof',
  currency: 'EUR',
  month: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  isRunning: false,
  energies: { producedWh: 412_340, usedWh: 150_000, toGridWh: 262_340, purchasedWh: 188_400, fedInWh: 262_340 },
  money: { income: 66, cost: 60.5, feedIn: 21, withoutPlant: 105.5, savings: 66 },
  hasPrices: true,
  before: { month: '2025-10', days: 31, ofDays: 31, producedWh: 381_000, money: noMoney },
  sky: null,
  alarms: { count: 0, open: 0, worst: [] },
  missing: { production: [], grid: [] },
  meter: 'grid',
}
const flow = {
  billedWh: 200_000,
  meteredWh: 188_400,
  knownDays: 31,
  differenceWh: 11_600,
  verdict: 'partly',
  reasons: [{ kind: 'missing', energyWh: 6_000, days: 1, dailyWh: 6_000 }],
  unexplainedWh: 5_600,
}
const bill = {
  id: 3,
  from: '2026-10-01',
  to: '2026-10-31',
  purchased: { energyWh: 200_000, readings: null },
  fedIn: { energyWh: null, readings: null },
  amount: null,
  days: 31,
  cost: null,
  comparison: { purchased: flow, fedIn: null },
}

type Options = Readonly<{ can?: boolean; bills?: object[]; reply?: object; path?: string }>
function open({ can = true, bills = [], reply = letter, path = '/plant/infos/letter?id=7' }: Options = {}) {
  const kept = [...bills]
  const saved: unknown[] = []
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/station/7/letter': ({ url }) => {
        const month = new URL(url, 'http://here').searchParams.get('month') ?? letter.month
        return month === letter.month ? reply : { ...letter, month, from: `${month}-01`, to: `${month}-28` }
      },
      'GET /maintain-s/station/7/bills': () => ({ currency: 'EUR', bills: kept }),
      'POST /maintain-s/station/7/bills': ({ body }) => {
        saved.push(body)
        kept.push(bill)
        return { id: 3 }
      },
      'DELETE /maintain-s/station/7/bills/3': () => {
        kept.length = 0
        return { success: true }
      },
    }),
  )
  const plant = { name: 'Lindenhof', startedOn: '2024-05-01' } as never
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => can }}>
      <LetterPage />
    </CurrentPlantContext>,
    { path },
  )
  return saved
}

it('is the letter of the last whole month, with the number of the bill', async () => {
  open()
  expect(await screen.findByText('412.34 kWh')).toBeTruthy()
  const paper = screen.getByRole('article', { name: 'Letter of October 2026' })
  expect(paper.textContent).toContain('That is 8.2% more than in October 2025 (381.00 kWh).')
  expect(paper.textContent).toContain('Feed-in earned €21.00.')
  expect(paper.textContent).toContain('which saved €45.00.')
  expect(paper.textContent).toContain('188.40\u00a0kWh')
  expect(paper.textContent).toContain('Nothing. Enjoy the sun.')
})

it('says what is missing instead of a zero, and leads to where it is entered', async () => {
  const bare = {
    ...letter,
    money: noMoney,
    hasPrices: false,
    meter: 'none',
    energies: { ...letter.energies, usedWh: null, toGridWh: null, purchasedWh: null, fedInWh: null },
  }
  open({ reply: bare })
  expect(await screen.findByText(/there is no number to compare/)).toBeTruthy()
  const paper = screen.getByRole('article')
  const link = within(paper).getByRole('link', { name: /Enter your prices/ })
  expect(link.getAttribute('href')).toBe('/plant/infos/detail/money?id=7')
  expect(paper.textContent).not.toMatch(/0\.00 kWh|--/)
})

it('a bill that is typed in is explained', async () => {
  const saved = open()
  await userEvent.type(await screen.findByRole('textbox', { name: /^Purchased/ }), '200')
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText(/values of one day are missing; a usual day has 6.00 kWh/)).toBeTruthy()
  expect(screen.getByText(/are not explained/)).toBeTruthy()
  expect(saved).toMatchObject([
    { from: '2026-10-01', to: '2026-10-31', purchased: { energyWh: 200_000, readings: null }, amount: null },
  ])
})

it('nothing is sent of an empty bill, which says what it needs', async () => {
  const saved = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  expect(await screen.findByText(/Type in purchased or fed-in energy/)).toBeTruthy()
  expect(saved).toEqual([])
})

it('bills before are listed, and deleted after a question', async () => {
  open({ bills: [bill] })
  const row = await screen.findByRole('row', { name: /Oct 31, 2026/ })
  expect(row.textContent).toContain('+6.1%')
  await userEvent.click(within(row).getByRole('button', { name: /Delete the bill/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Oct 31, 2026/ })).toBeNull())
})

it('readers who may not edit the plant see bills and no form', async () => {
  open({ bills: [bill], can: false })
  expect(await screen.findByRole('row', { name: /Oct 31, 2026/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Compare|Delete/ })).toBeNull()
})

it('typed figures and their days stay while the month is stepped', async () => {
  open()
  await screen.findByText('412.34 kWh')
  await userEvent.type(screen.getByRole('textbox', { name: /^Purchased/ }), '200')
  await userEvent.click(screen.getByRole('button', { name: 'Previous period' }))
  await screen.findByRole('article', { name: 'Letter of September 2026' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Purchased/ }).value).toBe('200')
  expect((await screen.findByRole('group', { name: 'First day of the bill' })).textContent).toContain('10/01/2026')
})

it('days of an untouched form follow the month, and an opened bill closes', async () => {
  open({ bills: [bill] })
  await userEvent.click(await screen.findByRole('button', { name: /Oct 1, 2026 – Oct 31, 2026/ }))
  await screen.findByText(/are not explained/)
  await userEvent.click(screen.getByRole('button', { name: 'Previous period' }))
  await screen.findByRole('article', { name: 'Letter of September 2026' })
  expect((await screen.findByRole('group', { name: 'First day of the bill' })).textContent).toContain('09/01/2026')
  expect(screen.queryByText(/are not explained/)).toBeNull()
})

it('readers who may not edit the plant get no links to its settings', async () => {
  open({ can: false, reply: { ...letter, hasPrices: false, meter: 'none' } })
  expect(await screen.findByText(/Enter your prices/)).toBeTruthy()
  expect(screen.getByText(/Add a grid meter/)).toBeTruthy()
  expect(within(screen.getByRole('article')).queryByRole('link', { name: /prices|meter/ })).toBeNull()
})

it('two equal alarms are two points', async () => {
  const fault = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const alarm = { name: 'Silent', place: 'Roof', from: '2026-10-03', to: '2026-10-03', lostWh: null, money: null }
  open({ reply: { ...letter, alarms: { count: 2, open: 0, worst: [alarm, alarm] } } })
  expect(await screen.findAllByText('Silent')).toHaveLength(2)
  expect(fault.mock.calls).toEqual([])
  fault.mockRestore()
})

it('a kept bill leaves the form with its month', async () => {
  open()
  await screen.findByText('412.34 kWh')
  const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Purchased/ }).value
  await userEvent.type(screen.getByRole('textbox', { name: /^Purchased/ }), '200')
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  await screen.findByText(/are not explained/)
  expect(typed()).toBe('200')
  await userEvent.click(screen.getByRole('button', { name: 'Previous period' }))
  await screen.findByRole('article', { name: 'Letter of September 2026' })
  expect(typed()).toBe('')
  expect((await screen.findByRole('group', { name: 'First day of the bill' })).textContent).toContain('09/01/2026')
})
