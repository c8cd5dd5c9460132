import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { WhatIfPage } from './what-if-page.tsx'

vi.mock('../../../charts/use-echart.ts', () => ({ warmCharts: () => {} }))
vi.mock('./months-chart.tsx', () => ({ MonthsChart: () => null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const money = { income: null, cost: 300, feedIn: 100, withoutPlant: 900, savings: 700 }
const figures = (importWh: number | null, balance: number) => ({
  generationWh: 5_000_000,
  importWh,
  exportWh: importWh === null ? null : 3_000_000,
  useWh: importWh === null ? null : 4_000_000,
  money,
  balance,
})
const reply = {
  zone: 'Europe/Berlin',
  currency: 'EUR',
  from: '2025-11-29',
  to: '2026-11-28',
  days: 312,
  ofDays: 365,
  pricedDays: 312,
  leftOut: [{ reason: 'noData', days: 53, spans: [{ from: '2026-01-01', to: '2026-02-22' }] }],
  meter: 'grid',
  capacityWp: 8_000,
  limitW: 8_000,
  isUnpriced: false,
  hasBattery: false,
  battery: null,
  months: [],
  whole: { before: figures(1_000_000, -200), after: figures(1_000_000, -200) },
  range: null,
  parts: [],
  dischargedWh: null,
}
const changed = {
  ...reply,
  whole: { before: figures(1_000_000, -200), after: figures(400_000, 12) },
  range: { careful: { balance: -10, importWh: 450_000 }, hopeful: { balance: 25, importWh: 380_000 } },
  parts: [{ part: 'battery', balance: 212, importWh: 600_000 }],
  dischargedWh: 600_000,
}

function open(search = '', answer: (body: unknown) => unknown = () => reply): unknown[] {
  const asked: unknown[] = []
  const fetch = answerCalls({
    'POST /maintain-s/station/7/what-if': ({ body }) => {
      asked.push(body)
      return answer(body)
    },
  })
  vi.stubGlobal('fetch', fetch)
  const plant = {
    plantId: 7,
    plant: { name: 'Lindenhof' } as never,
    zone: 'Europe/Berlin',
    can: () => true,
  }
  renderPage(
    <CurrentPlantContext value={plant}>
      <WhatIfPage />
    </CurrentPlantContext>,
    { path: `/plant/infos/what-if?id=7${search}` },
  )
  return asked
}

it('names the days that are left out, and extrapolates nothing', async () => {
  open()
  expect(await screen.findByText(/of the last 365 days can be replayed/)).toBeTruthy()
  expect(screen.getByText('Days without data: 53.', { exact: false })).toBeTruthy()
  expect(screen.getByText(/Nothing is scaled up for the others/)).toBeTruthy()
  // The table scrolls on a phone, so keys must reach it.
  expect(screen.getByRole('group', { name: 'Effect' }).tabIndex).toBe(0)
})

it('a battery from the address has its gain, its range and its payback', async () => {
  const asked = open('&way=added&kwh=10&price=2000', () => changed)
  expect((await screen.findAllByText('€212.00', { exact: false })).length).toBe(2)
  expect(asked.at(-1)).toMatchObject({ battery: { way: 'added', size: { capacityWh: 10_000, powerW: 5_000 } } })
  expect(screen.getByText(/€190.00 to €225.00/)).toBeTruthy()
  // 212 in 312 days are 248.01 a year; half a percent less each year: 8.2 years for 2,000.
  expect(screen.getByText('8.2', { exact: false })).toBeTruthy()
})

it('sizes that are typed stand in the address and are asked for', async () => {
  const asked = open()
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  const size = await screen.findByRole('textbox', { name: 'Battery size' })
  await userEvent.clear(size)
  await userEvent.type(size, '12')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ battery: { size: { capacityWh: 12_000 } } }))
  expect(screen.getByTestId('address').textContent).toContain('kwh=12')
})

it('refuses a battery without a size in words', async () => {
  const asked = open('&way=added')
  expect(await screen.findByText(/^This change is not replayed/)).toBeTruthy()
  expect(screen.queryByText(/Choose a change/)).toBeNull()
  expect(asked).toEqual([{ battery: null, moreWp: 0, tariff: null }])
})

it('says nothing of a change until it is replayed', async () => {
  let answer: (reply: object) => void = () => {}
  let isFirst = true
  const asked = open('', () => {
    if (!isFirst) return new Promise<object>((resolve) => (answer = resolve))
    isFirst = false
    return reply
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(screen.queryByText(/would have changed nothing/)).toBeNull()
  expect(screen.getByText(/Choose a change/)).toBeTruthy()
  answer(changed)
  expect(await screen.findByText('€212.00', { selector: '.answer *' })).toBeTruthy()
})

it('keeps the form when a change fails, so that it can be corrected', async () => {
  open('', (body) =>
    (body as { moreWp: number }).moreWp > 0 ? refuse(400, { code: 'PARAM_ERROR', no: 1, requestId: '' }) : reply,
  )
  const panels = await screen.findByRole('textbox', { name: 'More panels' })
  await userEvent.type(panels, '9')
  await screen.findByText('The year could not be replayed.')
  expect(screen.queryByText(/can be replayed/)).toBeNull()
  await userEvent.clear(screen.getByRole('textbox', { name: 'More panels' }))
  expect(await screen.findByText(/Choose a change/)).toBeTruthy()
  expect(screen.queryByText('The year could not be replayed.')).toBeNull()
})

it.each([
  ['the price of a purchase beside that of the feed-in', '&priced=1&sell=0.08', 'Purchase'],
  ['the size of a battery', '&way=added&kw=3', 'Battery size'],
])('asks for %s', async (_, search, name) => {
  open(search)
  const field = await screen.findByRole('textbox', { name })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(`Please enter ${name}`)).toBeTruthy()
})

it('a plant without a meter says why it has no battery to try', async () => {
  const after = figures(null, 100)
  open('', () => ({ ...reply, meter: 'none', whole: { before: after, after } }))
  expect(await screen.findByText(/has no grid meter/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})

it('a year without a day says what it needs', async () => {
  open('', () => ({ ...reply, days: 0 }))
  expect(await screen.findByText('No day of the last year can be replayed')).toBeTruthy()
})
