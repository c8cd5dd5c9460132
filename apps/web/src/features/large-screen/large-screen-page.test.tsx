import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { LargeScreenPage } from './large-screen-page.tsx'

const reason = { kind: 'silent', count: 2, total: 3, group: 'inverter', since: 1_781_500_000, devices: [], code: null }
const reply = {
  counts: { total: 3, byStatus: { well: 1, silent: 1, waiting: 1 }, generationPower: 4000 },
  installedCapacity: 30,
  today: { known: 2, generationValue: 50 },
  yesterday: { known: 0, generationValue: null },
  co2Today: 0.03965,
  income: [{ currency: 'EUR', amount: 25 }],
  ranking: [{ id: 1, name: 'Lindenhof', fullPowerHours: 4 }],
  troubles: [{ id: 2, name: 'Birkenhof', regionTimezone: 'Europe/Berlin', status: 'silent', reason }],
}
const call = 'GET /maintain-s/operating/station/screen/search'
const places = 'POST /maintain-s/operating/station/places'

function open(answer: unknown, path = '/largescreen') {
  const noPlaces = () => ({ total: 0, merged: false, data: [] })
  vi.stubGlobal('fetch', vi.fn(answerCalls({ [call]: () => answer, [places]: noPlaces })))
  renderPage(<LargeScreenPage />, { path })
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('LargeScreenPage', () => {
  it('shows totals, ranking and troubles, and no zero for what is unknown', async () => {
    open(reply, '/largescreen?title=Control+room')
    await screen.findByText('4.00 kWh/kWp')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Control room')
    expect(screen.getByText('Birkenhof')).toBeTruthy()
    expect(screen.getByText('50.00 kWh')).toBeTruthy()
    expect(screen.getByText('--')).toBeTruthy()
    expect(screen.getByText('2 of 3 plants have a figure of today')).toBeTruthy()
    expect(screen.getByRole('main').className).not.toMatch(/dim/)
  })

  it('dims when all plants sleep, unless it must not', async () => {
    const night = { ...reply, troubles: [], counts: { total: 2, byStatus: { asleep: 2 }, generationPower: 0 } }
    open(night)
    await screen.findByText('Nothing is wrong')
    expect(screen.getByRole('main').className).toMatch(/dim/)
    cleanup()
    open(night, '/largescreen?dim=off')
    await screen.findByText('Nothing is wrong')
    expect(screen.getByRole('main').className).not.toMatch(/dim/)
  })

  it('says that it has nothing to show, and offers to ask again', async () => {
    open(refuse(403, { code: 'NO_PERMISSION', no: 24 }))
    await screen.findByText('The figures could not be loaded')
  })
})
