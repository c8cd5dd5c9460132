import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../../api/account-types.ts'
import { CallFailure } from '../../../api/failure.ts'
import { noValues } from '../../../api/live.ts'
import type { Plant } from '../../../api/plants.ts'
import { UserContext } from '../../../auth/session.ts'
import { CurrentPlantContext, LiveValuesContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { PlantDataPage } from './plant-data-page.tsx'

const counts = {
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
const energies = {
  ...counts,
  generationValue: 8,
  useValue: 5,
  gridValue: 4,
  buyValue: 1,
  genForUse: 4,
  genForGrid: 4,
  genForCharge: null,
  useFromGen: 4,
  useFromBuy: 1,
}
const operating = {
  day: energies,
  month: energies,
  year: energies,
  total: energies,
  counterTotal: 8,
  disagreements: [],
  currency: 'EUR',
  price: null,
  hasPrices: false,
  nodes: [],
  reason: { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null },
  equipment: { meters: [], pcs: [], compensation: [], weather: null, collectors: { total: 1, online: 1 } },
}
const plant = {
  name: 'Lindenhof',
  capacityWp: 9840,
  startedOn: null,
  type: 'HOUSE_ROOF',
  gridType: 'EXCESS',
  loggerCount: 1,
  deviceCount: 1,
  status: 'well',
}

const user = { roleCodes: [], functions: [] } as unknown as CurrentUser

function open(changes: object, live: object = {}, reply: () => unknown = () => operating, search = '') {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/operating/system/7': reply,
      'GET /maintain-s/power/system/7/gateway': () => ({ loggers: [], data: [], total: 0 }),
    }),
  )
  renderPage(
    <UserContext value={user}>
      <CurrentPlantContext
        value={{
          plantId: 7,
          plant: { ...plant, ...changes } as unknown as Plant,
          zone: 'Europe/Berlin',
          can: () => true,
        }}
      >
        <LiveValuesContext value={{ ...noValues, ...live }}>
          <PlantDataPage />
        </LiveValuesContext>
      </CurrentPlantContext>
    </UserContext>,
    { path: `/plant/infos/data?id=7${search}` },
  )
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const steps = () =>
  screen
    .getAllByRole('listitem')
    .map((step) => `${step.querySelector('h2')?.textContent} ${step.getAttribute('aria-current') ?? ''}`)

describe('the page of a plant', () => {
  it('B11: keeps its figures when only the live values fail', async () => {
    open({}, { failure: new CallFailure({ kind: 'status', status: 502, body: {} }) })
    expect(await screen.findByText('The current values could not be loaded.')).toBeTruthy()
    await screen.findAllByText('8.00')
    const card = screen.getByRole('region', { name: 'Key figures' })
    expect(card.textContent).toContain('8.00')
    // The sums say which flows the plant measures.
    expect(card.textContent).toContain('Consumption')
    expect(await screen.findByRole('region', { name: 'Production and income' })).toBeTruthy()
  })

  it('marks what was integrated from power in the splits and the income, too', async () => {
    const fromPower = ['generationValue', 'gridValue']
    const day = { ...energies, fromPower, savedValue: 1.25, withoutPlantValue: 5, costValue: 3.5, feedInValue: -0.25 }
    const equipment = { ...operating.equipment, loggers: { total: 1, online: 1 } }
    const nodes = ['pv', 'load', 'grid'].map((role) => ({ role, power: 1, metered: true, derived: false, devices: [] }))
    const now = { ...operating, nodes, equipment, status: 'well', sampledAtMs: null, nextSunriseMs: null }
    open({}, { now }, () => ({ ...operating, day, isPriced: true, price: 0.3 }))
    const income = await screen.findByRole('region', { name: 'Production and income' })
    expect(income.textContent).toContain('estimated from power')
    expect(income.textContent).toContain('€3.50 for purchases and €0.25 for feed-in at prices below zero')
    const splits = await screen.findByRole('region', { name: 'Where energy came from and went' })
    expect(splits.textContent).toContain('estimated from power')
  })

  it('renews its figures for a sample that they do not have, and for no other', async () => {
    const equipment = { ...operating.equipment, loggers: { total: 1, online: 1 } }
    for (const [liveS, times] of [
      [100, 1],
      [160, 2],
    ] as const) {
      const reply = vi.fn(() => ({ ...operating, lastUpdateTime: 100 }))
      const now = { ...operating, equipment, status: 'well', sampledAtMs: liveS * 1000, nextSunriseMs: null }
      open({}, { now }, reply)
      await screen.findAllByText('8.00')
      await waitFor(() => expect(reply).toHaveBeenCalledTimes(times))
      cleanup()
    }
  })

  it('shows imported years before the first logger, below the way to it', async () => {
    open({ status: 'waiting', loggerCount: 0, deviceCount: 0 })
    await screen.findByRole('heading', { name: 'No logger yet' })
    expect(await screen.findByText('Totals compared')).toBeTruthy()
  })

  it('shows data that flows, whatever the kept record counts', async () => {
    const equipment = { ...operating.equipment, loggers: { total: 1, online: 1 } }
    const now = { ...operating, equipment, status: 'well', sampledAtMs: null, nextSunriseMs: null }
    open({ status: 'waiting', loggerCount: 0, deviceCount: 0 }, { now })
    await screen.findAllByText('8.00')
    expect(screen.queryByText('No logger yet')).toBeNull()
  })

  it('B12: leaves no skeleton where every call fails', async () => {
    const failure = new CallFailure({ kind: 'status', status: 403, body: {} })
    open({}, { failure }, () => Response.json({ code: 'NO_PERMISSION', no: 21 }, { status: 403 }))
    // The weather comes with its own part of the page.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(4))
    expect(document.querySelector('[data-part=skeleton]')).toBeNull()
  })

  it('shows the way to the first values: first the logger, then its data', async () => {
    const nothing = { ...energies, generationValue: null, useValue: null, gridValue: null, buyValue: null }
    const reply = () => ({ ...operating, total: nothing })
    open({ status: 'waiting', loggerCount: 0, deviceCount: 0 }, {}, reply)
    await screen.findByRole('heading', { name: 'No logger yet' })
    expect(steps()).toEqual(['Create the plant (done) ', 'Connect its logger step', 'See the first values '])
    expect(screen.getByRole('link', { name: 'Add logger' })).toBeTruthy()
    cleanup()
    open({ status: 'waiting' }, {}, reply)
    await screen.findByRole('link', { name: 'Check the connection' })
    expect(steps()).toEqual(['Create the plant (done) ', 'Connect its logger (done) ', 'See the first values step'])
    expect(screen.getByRole('link', { name: 'Check the connection' })).toBeTruthy()
  })
})

it.each([
  ['&date=2026-03-05', 'Day curve, Mar 5, 2026'],
  ['&date=2026-03-05&view=month', /Mar 2026/],
])('a curve that loads is named after the chosen period (%s)', async (search, title) => {
  open({}, {}, () => new Promise(() => undefined), search)
  const waiting = await screen.findByRole('region', { name: title, busy: true })
  expect(waiting).toBeTruthy()
})
