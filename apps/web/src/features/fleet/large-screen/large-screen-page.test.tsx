import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { LargeScreenPage } from './large-screen-page.tsx'
import { Wall } from './wall.tsx'

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
const CALL = 'GET /maintain-s/operating/station/screen/search'
const PLACES = 'POST /maintain-s/operating/station/places'

const SEARCH = 'POST /maintain-s/operating/alert/search'
const none = {
  total: 0,
  data: [],
  counts: { ongoing: 0, recovered: 0, blocked: 0, faults: 0, warnings: 0, tips: 0 },
  rules: [],
  well: { since: null, watchedSince: null, plants: 0, rules: 0, lastData: null },
}

function open(answer: unknown, path = '/largescreen', found: unknown = none, standing: readonly unknown[] = []) {
  const atPlaces = () => ({ total: standing.length, isMerged: false, places: standing })
  vi.stubGlobal('fetch', vi.fn(answerCalls({ [CALL]: () => answer, [PLACES]: atPlaces, [SEARCH]: () => found })))
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
    expect(screen.getByText('Plants with a figure of today: 2 of 3')).toBeTruthy()
    expect(screen.getByRole('main').className).not.toMatch(/dim/)
  })

  it('tells open alarms before the status of other plants, and a plant once', async () => {
    const alarm = {
      id: 'a1',
      showName: 'String delivers nothing',
      level: 2,
      influence: 1,
      status: 1,
      alertTime: 0,
      startTime: Math.floor(Date.now() / 1000) - 7_200,
      endTime: null,
      alertDay: null,
      code: '',
      ruleId: 'stringDead',
      plantId: 2,
      plantName: 'Birkenhof',
      timezone: 'Europe/Berlin',
      deviceId: 12,
      deviceName: 'Inverter A',
      deviceSn: 'SN1',
      deviceType: 'INVERTER',
      productId: null,
      part: 'pv3',
      lostValue: null,
      lostIncome: null,
      currency: 'EUR',
      occurrences: 1,
      acknowledgedAt: null,
      snoozedUntil: null,
      assignee: null,
      notes: 0,
      blocked: false,
      mayAct: true,
    }
    const other = { id: 3, name: 'Ahornhof', regionTimezone: 'Europe/Berlin', status: 'silent', reason }
    open({ ...reply, troubles: [...reply.troubles, other] }, '/largescreen', { ...none, total: 1, data: [alarm] })
    const told = await screen.findByText('String delivers nothing')
    expect(told.closest('li')?.textContent).toMatch(/String delivers nothing2 h/)
    expect(told.closest('li')?.textContent).toContain('Fault')
    expect(screen.getAllByText('Birkenhof')).toHaveLength(1)
    expect(told.closest('ul')?.textContent).toMatch(/Birkenhof.*Ahornhof/)
  })

  it('shows the pins while the figures are still awaited', async () => {
    const place = { latitudeDeg: 48, longitudeDeg: 10, count: 3, status: 'well', plantId: null, name: null }
    open(new Promise(() => undefined), '/largescreen', none, [place])
    await screen.findByRole('img', { name: 'Map with 1 plant' })
    expect(screen.queryByText('Nothing is wrong')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Power now' })).toBeTruthy()
  })

  it('shows the amounts that fit, each whole, and counts the others', async () => {
    const income = ['EUR', 'CHF', 'USD', 'GBP', 'PLN', 'CZK'].map((currency, at) => ({ currency, amount: 2730 - at }))
    open({ ...reply, income })
    const [first] = await screen.findAllByText('€2,730.00')
    const told = [...(first?.parentElement?.children ?? [])].map(({ textContent }) => textContent)
    expect(told).toEqual(['€2,730.00', expect.stringMatching(/^CHF.2,729\.00$/), '$2,728.00', '£2,727.00', '+2'])
    expect(first?.parentElement?.textContent).not.toContain('·')
  })

  it('does not say that all is well where there is no plant', async () => {
    const empty = { ...reply, counts: { total: 0, byStatus: {}, generationPower: null }, installedCapacity: 0 }
    open({ ...empty, ranking: [], troubles: [] })
    await screen.findAllByText('--')
    expect(screen.queryByText('Nothing is wrong')).toBeNull()
    expect(screen.queryByText(/0\.00 Wp/)).toBeNull()
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

  it('says when its figures are no longer new', async () => {
    const wall = (atMs: number) =>
      renderPage(
        <Wall title="Hall" atMs={atMs} isDim={false} error={null} refetch={() => undefined}>
          <p>Figures</p>
        </Wall>,
      )
    wall(Date.now() - 61_000)
    expect(await screen.findByText('No newer figures: is the network down?')).toBeTruthy()
    // They stay, with their age.
    expect(screen.getByText('Figures')).toBeTruthy()
    cleanup()
    wall(Date.now() - 20_000)
    await screen.findByText('Figures')
    expect(screen.queryByText('No newer figures: is the network down?')).toBeNull()
  })

  it('says that it has nothing to show, and offers to ask again', async () => {
    open(refuse(403, { code: 'NO_PERMISSION', no: 24 }))
    await screen.findByText('The figures could not be loaded')
  })
})
