import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { DayPrices, withoutPrice } from './day-prices.tsx'

const dayMs = Date.parse('2026-06-13T22:00:00Z')
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = (answer: object) => {
  vi.stubGlobal('fetch', answerCalls({ 'GET /maintain-s/station/7/finance/day': () => answer }))
  const current = { plantId: 7, zone: 'Europe/Berlin', plant: {}, can: () => true }
  renderPage(
    <CurrentPlantContext value={current as never}>
      <main>
        <DayPrices date="2026-06-14" isToday={false} />
      </main>
    </CurrentPlantContext>,
  )
}
const hours = (priceAt: (hour: number) => number | null) =>
  Array.from({ length: 24 }, (_, hour) => ({ atMs: dayMs + hour * 3_600_000, price: priceAt(hour) }))
const flat = { min: 0.08, mean: 0.08, max: 0.08, weighted: 0.08, isUnpriced: false, hours: hours(() => 0.08) }

it('says the prices of the hours, below zero too, and what has none', async () => {
  const purchase = {
    min: -0.012,
    mean: 0.1,
    max: 0.31,
    weighted: null,
    isUnpriced: true,
    hours: hours((hour) => (hour === 5 || hour === 6 || hour === 20 ? null : hour === 13 ? -0.012 : 0.31)),
  }
  open({ currency: 'EUR', purchase, feedIn: flat })
  expect(await screen.findByText('-€0.012 to €0.31/kWh · mean €0.10')).toBeTruthy()
  expect(screen.getByText('No price: 05:00 to 07:00 · 20:00 to 21:00')).toBeTruthy()
  expect(screen.getByText(/^Amounts that need it stay unknown/)).toBeTruthy()
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toHaveLength(24)
  expect([items[5], items[13]]).toEqual(['05:00 --', '13:00 -0.0120'])
  expect(screen.getByText('€0.08/kWh')).toBeTruthy()
})

it('names the day where no hour has a price', async () => {
  const none = { min: null, mean: null, max: null, weighted: null, isUnpriced: true, hours: hours(() => null) }
  open({ currency: 'EUR', purchase: none, feedIn: null })
  expect(await screen.findByText(/^No price: .*14.*2026/)).toBeTruthy()
  expect(screen.queryAllByRole('listitem')).toEqual([])
})

it('says what a kWh cost, weighted by energy', async () => {
  const known = hours((hour) => (hour < 12 ? 0.1 : 0.2))
  const purchase = { min: 0.1, mean: 0.15, max: 0.2, weighted: 0.18, isUnpriced: false, hours: known }
  open({ currency: 'EUR', purchase, feedIn: null })
  expect(await screen.findByText('€0.10 to €0.20/kWh · mean €0.15 · weighted by energy €0.18')).toBeTruthy()
  expect(screen.queryByText(/^No price/)).toBeNull()
})

it('says nothing where one price holds all day', async () => {
  open({ currency: 'EUR', purchase: { ...flat, min: 0.3, max: 0.3, hours: hours(() => 0.3) }, feedIn: flat })
  // The place that waits for the answer goes, and nothing comes.
  await waitFor(() => expect(screen.getByRole('main').childElementCount).toBe(0))
})

it('joins hours without a price that follow each other', () => {
  const price = (atMs: number, known: boolean) => ({ atMs, price: known ? 1 : null })
  const [a, b, c, d] = [0, 1, 2, 3].map((hour) => hour * 3_600_000) as [number, number, number, number]
  expect(withoutPrice([price(a, false), price(b, false), price(c, true), price(d, false)])).toEqual([
    { fromMs: a, toMs: c },
    { fromMs: d, toMs: d + 3_600_000 },
  ])
})
