import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../../testing/render.tsx'
import { FinanceCard } from './finance-card.tsx'

const money = { income: 812.5, cost: 420, feedInPaid: 96, withoutPlant: 1_136.5, saved: 812.5 }
const window = (from: number, to: number, price: number) => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  fromMinute: from * 60,
  toMinute: to * 60,
  price,
})
const noSubsidies = { nationalSubsidy: 0, provincialSubsidy: 0, prefecturalSubsidy: 0, countySubsidy: 0 }
const plain = {
  validFrom: null,
  incomeRule: 'production',
  mergeElectricPrice: 0.25,
  benchmarkPrice: null,
  ...noSubsidies,
  purchasePrices: null,
  feedInPrices: null,
  standingCharge: 0,
  stored: false,
}
const dayNight = {
  ...plain,
  validFrom: '2026-01-01',
  incomeRule: 'bill',
  mergeElectricPrice: null,
  purchasePrices: { seasons: [{ from: '01-01', windows: [window(0, 6, 0.2), window(6, 24, 0.4)] }] },
  stored: true,
}
const finance = {
  currency: 'EUR',
  constructionCost: 9_000,
  constructionSubsidy: null,
  constructionDate: '2020-05-01',
  desulfurizationPrice: null,
  tariffUrl: '',
  amount: null,
  repaymentMethod: null,
  term: null,
  period: null,
  interestRate: null,
  tariffs: [plain, dayNight],
  lastYear: { from: '2025-11-22', to: '2026-11-21', days: 365, ...money },
  outlook: {
    basis: 'measured',
    days: 365,
    yearly: 812.5,
    invested: 9_000,
    earned: 5_300,
    earnedBeforeRecords: 0,
    paybackDate: '2031-07-01',
    paidBack: false,
    internalRate: 7.3,
    ownInternalRate: null,
    lifetimeYears: 25,
    degradation: 0.5,
  },
  daysLeft: 0,
}
const amounts = { income: 812.5, cost: 420, feedIn: 96, withoutPlant: 1_136.5, savings: 812.5 }
const preview = {
  changed: { from: '2026-11-22', to: '2026-11-22', days: 1, before: amounts, after: { ...amounts, income: 900 } },
  years: [{ year: '2026', before: amounts, after: { ...amounts, income: 900 } }],
  lastYear: { from: '2025-11-22', to: '2026-11-21', days: 365, before: amounts, after: amounts },
  unreadDays: 0,
}

const dayAhead = {
  name: 'Day ahead',
  fromMs: 1_774_738_800_000,
  toMs: 1_774_825_200_000,
  usedFrom: [],
  missing: 6,
  gapCount: 12,
  gaps: [{ fromMs: 1_774_785_600_000, toMs: 1_774_791_000_000 }],
}
let markets: (typeof dayAhead)[]
let sent: [string, unknown][]
const submit = (dialog: HTMLElement) => fireEvent.submit(dialog.querySelector('form') ?? dialog)
async function findDialog(): Promise<HTMLElement> {
  await waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), { timeout: 5_000 })
  return document.querySelector('dialog') as HTMLElement
}
function open(edit: Partial<typeof finance> = {}) {
  const serve = answerCalls({
    'GET /maintain-s/station/7/finance': () => ({ ...finance, ...edit }),
    'GET /maintain-s/station/7/finance/prices': () => ({ data: markets }),
    'POST /maintain-s/station/7/finance/prices/file': () => ({ name: 'Day ahead', prices: 2 }),
    'POST /maintain-s/station/7/finance': () => ({ changes: [] }),
    'POST /maintain-s/station/7/finance/tariff': () => ({ changes: [] }),
    'POST /maintain-s/station/7/finance/tariff/preview': () => preview,
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push([new URL(url, 'http://x').pathname, JSON.parse(String(init.body))])
    return serve(url, init)
  })
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <FinanceCard />
    </CurrentPlantContext>,
    { path: '/plant/infos/detail?id=7' },
  )
}

beforeEach(() => {
  markets = []
  sent = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the finance card', () => {
  it('leads with a year of income, savings, payback and return', async () => {
    open()
    await screen.findByText('measured over 365 days')
    expect(screen.getByText('€1,136.50 without the plant; €420.00 paid, €96.00 received')).toBeTruthy()
    expect(screen.getByText(/^€5,30\d\.\d\d of €9,000\.00 earned$/)).toBeTruthy()
    expect(screen.getByText('7.30%')).toBeTruthy()
    expect(screen.getByText(/^By the bill · purchase €0.20 to €0.40\/kWh/)).toBeTruthy()
  })

  it('calls an estimate one, and says what is missing', async () => {
    open({ outlook: { ...finance.outlook, basis: 'estimated', days: 60 } })
    await screen.findByText('estimate from 60 days')
    cleanup()
    open({
      outlook: { ...finance.outlook, basis: 'none', days: 12, yearly: null as never, paybackDate: null as never },
    })
    await screen.findByText('needs 30 days, has 12')
  })

  it('says that feed-in cost money where its prices were below zero', async () => {
    open({ lastYear: { ...finance.lastYear, feedInPaid: -0.25 } })
    await screen.findByText('€1,136.50 without the plant; €420.00 paid, and €0.25 for feed-in')
  })

  it('offers to remove what was saved, never the plain price', async () => {
    open()
    expect(await screen.findByLabelText('Remove tariff: From Jan 1, 2026')).toBeTruthy()
    expect(screen.queryByLabelText('Remove tariff: From the start')).toBeNull()
  })

  it('saves prices only after showing what they change', async () => {
    open({ tariffs: [plain] })
    fireEvent.click(await screen.findByText('New tariff'))
    const dialog = await findDialog()
    const save = within(dialog).getByText('Save').closest('button')
    await waitFor(() => expect(save?.disabled).toBe(false), { timeout: 3_000 })
    fireEvent.change(within(dialog).getByLabelText('Price per kWh produced'), { target: { value: '0,31' } })
    // Its effect is not known yet.
    expect(save?.disabled).toBe(true)
    await waitFor(() => expect(save?.disabled).toBe(false), { timeout: 3_000 })
    expect(dialog.textContent).toContain('The income of 1 day changes from €812.50 to €900.00.')
    submit(dialog)
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/maintain-s/station/7/finance/tariff'))
    expect(sent.at(-1)?.[1]).toMatchObject({ incomeRule: 'production', mergeElectricPrice: 0.31, purchasePrices: null })
  })

  it('lets a tariff follow a market, with a factor and a surcharge', async () => {
    markets = [dayAhead]
    open()
    await screen.findByText('1.50 h without a price · Gaps: 12')
    const gaps = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
    expect(gaps).toEqual([expect.stringMatching(/14:00 to .*15:30 · 1\.5 h|14:00 to .*15:30 · /), 'Earlier gaps: 11'])
    expect(screen.getByLabelText('Remove market prices: Day ahead')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Edit tariff: From Jan 1, 2026'))
    const dialog = await findDialog()
    const [purchase] = within(dialog).getAllByText('Market')
    fireEvent.click(purchase as HTMLElement)
    fireEvent.change(within(dialog).getByLabelText('Factor'), { target: { value: '1,19' } })
    fireEvent.change(within(dialog).getByLabelText(/^Surcharge/), { target: { value: '0.07' } })
    const save = within(dialog).getByText('Save').closest('button')
    await waitFor(() => expect(save?.disabled).toBe(false), { timeout: 3_000 })
    submit(dialog)
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/maintain-s/station/7/finance/tariff'))
    expect(sent.at(-1)?.[1]).toMatchObject({
      purchasePrices: { series: 'Day ahead', factor: 1.19, surcharge: 0.07 },
      feedInPrices: null,
    })
  })

  it('sends a file of prices with its unit', async () => {
    open()
    fireEvent.click(await screen.findByText('Add market prices'))
    const dialog = await findDialog()
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Day ahead' } })
    const input = dialog.querySelector('input[type=file]') as HTMLInputElement
    fireEvent.change(input, { target: { files: [new File(['a'], 'prices.csv')] } })
    await within(dialog).findByText('prices.csv')
    submit(dialog)
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/maintain-s/station/7/finance/prices/file'))
    expect(sent.at(-1)?.[1]).toEqual({ name: 'Day ahead', unit: 'perKwh', content: 'YQ==' })
  })

  it('sends cost and loan', async () => {
    open()
    await screen.findByText('measured over 365 days')
    const edit = screen.getAllByText('Edit').at(-1)
    if (edit) fireEvent.click(edit)
    const dialog = await findDialog()
    const type = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    fireEvent.click(within(dialog).getByLabelText('A loan pays a part of it'))
    type('Loan amount', '5000')
    type('Interest per year', '3,5')
    submit(dialog)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.[1]).toMatchObject({
      constructionCost: 9_000,
      loan: { amount: 5_000, repaymentMethod: 'annuity', term: 120, period: 1, interestRate: 3.5 },
    })
  })
})
