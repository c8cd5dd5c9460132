import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlantFigures } from '../../../api/plant-figures.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { useChosenPeriod } from './chosen-period.ts'
import { IncomeCard } from './income-card.tsx'
import styles from './period-card.module.css'
import { PeriodCard } from './period-card.tsx'

const parts = { grid: false, load: false, battery: false, generator: false, ups: false }
const empty = {
  quarantined: 0,
  refusedValue: 0,
  resets: 0,
  estimated: 0,
  estimatedValue: 0,
  estimatedOthersValue: 0,
  fromPower: [],
  reportedValue: 0,
  derivedValue: 0,
  generationOffset: 0,
  useOffset: 0,
  theoryUse: false,
  uploadedTotals: [],
}
const energies = (generationValue: number | null, incomeValue: number | null) => ({
  ...empty,
  generationValue,
  incomeValue,
  fullPowerHoursDay: 0.66,
})
const week = { with: 'week', from: '2026-11-14', to: '2026-11-20', days: 7, generationValue: 77, clearSkyValue: 147 }
const day = {
  date: '2026-11-21',
  timeZone: 'Europe/Berlin',
  from: 0,
  to: 0,
  intervalS: 300,
  sunrise: null,
  sunset: null,
  statistics: energies(6.6, 1.92),
  records: [
    { dateTime: Date.parse('2026-11-21T11:40:00Z') / 1000, generationPower: 2400, coverage: 1, estimated: false },
  ],
  clearSky: [],
  gaps: [],
  clearSkyValue: 21,
  comparison: week,
}
const period = {
  statistics: energies(80, 301_240.4),
  records: [],
  operatingTotalDays: 9,
  currency: 'EUR',
  clearSkyValue: 400,
  comparison: null,
}
const figures = {
  day: { pvWh: 9000, byPower: [], fromLifetime: [], income: 2.7, refusedSteps: 0 },
  month: { pvWh: 90000, byPower: [], fromLifetime: [], income: 27 },
  year: { pvWh: 900000, byPower: [], fromLifetime: [], income: 270 },
  total: { pvWh: 9000000, byPower: [], fromLifetime: [], income: 301_240.4 },
  now: { todayWh: 9100 },
  currency: 'EUR',
  price: 0.291,
  isPriced: true,
  yesterdaySpecificYieldH: 0.66,
} as unknown as PlantFigures

function Both() {
  const period = useChosenPeriod()
  return (
    <>
      <PeriodCard period={period} figures={figures} parts={parts} />
      <IncomeCard period={period} figures={figures} />
    </>
  )
}

function open(search: string, answers: Parameters<typeof answerCalls>[0] = {}, page: ReactNode = <Both />) {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/history/power/7/record': () => day,
      'GET /maintain-s/history/power/7/stats/month': () => period,
      'GET /maintain-s/history/power/7/stats/year': () => period,
      ...answers,
    }),
  )
  const plant = { capacityWp: 9840, startedOn: null } as never
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => true }}>
      {page}
    </CurrentPlantContext>,
    { path: `/plant/infos/data?id=7${search}` },
  )
}
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T14:00:00Z'), shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const rows = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

/** A slow device: the press is seen, the page not drawn yet. */
function Late() {
  const period = useChosenPeriod()
  const drawn = useRef(period)
  return <PeriodCard period={drawn.current} figures={figures} parts={parts} />
}

it('show nothing under the name of a day that is not drawn yet', async () => {
  open('&date=2026-11-21', {}, <Late />)
  const drawn = (await screen.findByText('6.60')).closest<HTMLElement>(`.${styles.periodFigures}`)
  if (!drawn) throw new Error('no figures')
  expect(drawn.matches(`.${styles.periodAhead}`)).toBe(false)
  // Until the address has the pressed day, which takes no time here.
  const nameOverNothing = new Promise((resolve) => {
    new MutationObserver(() => {
      if (drawn.matches(`.${styles.periodAhead}[aria-hidden="true"]`))
        resolve(screen.getByRole('button', { name: /Nov \d+, 2026/ }).textContent)
    }).observe(drawn, { attributes: true })
  })
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Previous period' }))
  expect(await nameOverNothing).toContain('Fri, Nov 20, 2026')
})

it('have one door to comparisons, and to the bills among them', async () => {
  open('&view=month&date=2026-11-21')
  const bar = screen.getByRole('region', { name: 'Key figures' })
  expect(within(bar).queryByRole('link', { name: 'Bills and comparison' })).toBeNull()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(within(bar).getByRole('button', { name: 'Compare with' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bills and comparison' }))
  // Open already.
  await user.click(within(bar).getByRole('button', { name: 'Compare with' }))
  expect(await screen.findByRole('menuitem', { name: 'Period before' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Bills and comparison' })).toBeNull()
  cleanup()
  // A day has the same menu, and its powers beside those of the day before.
  open('&date=2026-11-21')
  await user.click(screen.getByRole('button', { name: 'Compare with' }))
  const before = await screen.findByRole('menuitem', { name: 'Period before' })
  expect(before.getAttribute('href')).toContain('s=p7%3ApvPowerW&span=day&date=2026-11-21&beside=before')
  expect(screen.getByRole('menuitem', { name: 'Bills and comparison' })).toBeTruthy()
  cleanup()
  open('&view=total')
  await user.click(screen.getByRole('button', { name: 'Compare with' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Bills and comparison',
  ])
})

describe('the figures of the chosen period', () => {
  it('say what a day gave, what it is worth, and how it compares', async () => {
    open('&date=2026-11-21')
    const card = screen.getByRole('region', { name: 'Key figures' })
    await within(card).findByText('€1.92 · 31% of a clear day · 40% below the 7-day average')
    expect(within(card).getByText('Produced yesterday, Sat, Nov 21, 2026')).toBeTruthy()
    expect(within(card).getByText('6.60')).toBeTruthy()
    // What the comparison is made of.
    expect(card.textContent).toContain(
      'Nov 14, 2026 to Nov 20, 2026: 11.00 kWh a day on average, 52% of what clear skies allow.',
    )
    expect(within(card).getByText('at 12:40')).toBeTruthy()
  })

  it('lead the income: the chosen day and the periods around it', async () => {
    open('&date=2026-11-21')
    await screen.findByText('€1.92 · 31% of a clear day · 40% below the 7-day average')
    expect(rows()).toEqual([
      'Nov 21: 6.60 kWh€1.92',
      'This month: 90.00 kWh€27.00',
      'This year: 900.00 kWh€270.00',
      expect.stringMatching(/^Total: 9.00 MWh/),
    ])
  })

  it('say what the plant saved on the bill, where the tariff says so', async () => {
    const bill = { savedValue: 2.1, costValue: 1, feedInValue: 0.3, withoutPlantValue: 2.8 }
    const answer = () => ({ ...day, statistics: { ...day.statistics, ...bill } })
    open('&date=2026-11-21', { 'GET /maintain-s/history/power/7/record': answer })
    await screen.findByText(
      '€2.10 saved: without the plant €2.80, with it €1.00 for purchases, less €0.30 paid for feed-in.',
    )
  })

  it('say of the amount without VAT that it is income', async () => {
    const answer = () => ({ ...day, statistics: { ...day.statistics, netOfVat: { income: 1.61 } } })
    open('&date=2026-11-21', { 'GET /maintain-s/history/power/7/record': answer })
    await screen.findByText('Income without VAT: €1.61')
  })

  it('call paid only what feed-in paid, and say nothing of an unknown bill', async () => {
    const answer = (bill: object) => () => ({ ...day, statistics: { ...day.statistics, ...bill } })
    const fed = { savedValue: 2.05, costValue: 0, feedInValue: 2.05, withoutPlantValue: null }
    open('&date=2026-11-21', { 'GET /maintain-s/history/power/7/record': answer(fed) })
    await screen.findByText('€2.05 paid for energy fed in.')
    cleanup()
    // A price of an hour is missing: the bill without the plant is not known either.
    const unknown = { savedValue: 2.05, costValue: null, feedInValue: 0.4, withoutPlantValue: null }
    open('&date=2026-11-21', { 'GET /maintain-s/history/power/7/record': answer(unknown) })
    await screen.findByText(/^This month/)
    expect(document.querySelector('[data-part="saved"]')).toBeNull()
  })

  it('set savings against the bill of the same days', async () => {
    const bill = { savedValue: 100, costValue: 60, feedInValue: 25, withoutPlantValue: 90 }
    // A day whose production is missing has a cost of 45 and a feed-in of 5.
    const savedDays = { costValue: 15, feedInValue: 20, withoutPlantValue: 95 }
    const answer = () => ({ ...day, statistics: { ...day.statistics, ...bill, savedDays } })
    open('&date=2026-11-21', { 'GET /maintain-s/history/power/7/record': answer })
    await screen.findByText(
      '€100.00 saved: without the plant €95.00, with it €15.00 for purchases, less €20.00 paid for feed-in.',
    )
  })

  it('show the newest value of today before its curve arrives', async () => {
    open('', { 'GET /maintain-s/history/power/7/record': () => new Promise(() => undefined) as never })
    expect(screen.getByText('Produced today')).toBeTruthy()
    expect(screen.getByText('9.10')).toBeTruthy()
    expect(rows()[0]).toBe('Today: 9.10 kWh€2.70')
  })

  it('show all digits of a scaled amount on demand', async () => {
    open('&view=year&date=2025-06-01')
    await screen.findByText('20% of what clear skies allow', { exact: false })
    const short = screen.getAllByRole('button', { name: '€301.24K' })[0]
    expect(document.getElementById(short?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('€301,240.40')
    expect(rows()).toEqual([expect.stringMatching(/^2025: 80.00 kWh€301.24K/), expect.stringMatching(/^Total/)])
  })

  it('keep their place and offer a retry if a past period fails', async () => {
    open('&date=2026-11-21', {
      'GET /maintain-s/history/power/7/record': () =>
        Response.json({ code: 'SERVER_FAILURE', no: 16 }, { status: 500 }),
    })
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Period' })).toBeTruthy()
  })
})
