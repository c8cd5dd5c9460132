import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, renderPage } from '../testing/render.tsx'
import { CurrentPlantContext } from './current-plant.ts'
import { RefusedCard } from './refused-card.tsx'

let sent: unknown[]
function open(answers: Readonly<Record<string, Answer>>) {
  const serve = answerCalls(answers)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return serve(url, init)
  })
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <RefusedCard />
    </CurrentPlantContext>,
    { path: '/plant/infos/quality?id=7' },
  )
}
beforeEach(() => {
  sent = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('refused counter steps', () => {
  const step = {
    deviceId: 3,
    deviceName: 'South roof',
    quantity: 'generationTotalWh',
    atMs: Date.parse('2026-06-13T10:00:00Z'),
    beforeWh: 12_000_000,
    afterWh: 12_030_000,
    decision: 'open',
  }
  const path = '/maintain-s/station/7/refused-steps'

  it('are listed with what they would add, and accepted one by one', async () => {
    open({
      [`GET ${path}`]: () => ({
        steps: [step, { ...step, atMs: step.atMs + 1, decision: 'discarded' }],
        powers: [],
      }),
      [`POST ${path}`]: () => ({ changes: [], recount: true }),
    })
    await screen.findByText('30.00 kWh · South roof')
    expect(screen.getByText(/from 12.00 MWh to 12.03 MWh/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Accept 30.00 kWh of South roof' }))
    const { deviceId, quantity, atMs } = step
    await waitFor(() => expect(sent).toEqual([{ deviceId, quantity, atMs, decision: 'accepted' }]))
  })

  it('that were discarded are hidden, and can be reopened', async () => {
    open({
      [`GET ${path}`]: () => ({ steps: [{ ...step, decision: 'discarded' }], powers: [] }),
      [`POST ${path}`]: () => ({ changes: [], recount: false }),
    })
    await screen.findByText('No open values')
    await userEvent.click(screen.getByRole('button', { name: '1 discarded' }))
    await userEvent.click(screen.getByRole('button', { name: /^Reopen/ }))
    await waitFor(() => expect(sent).toMatchObject([{ decision: 'open' }]))
  })
})

describe('refused powers', () => {
  const power = {
    deviceId: 3,
    deviceName: 'South roof',
    quantity: 'acPowerW',
    dayMs: Date.parse('2026-06-13T00:00:00Z'),
    limitW: 6_500,
    peakW: 50_000,
    readings: 12,
    firstAtMs: Date.parse('2026-06-13T10:00:00Z'),
    lastAtMs: Date.parse('2026-06-13T11:00:00Z'),
    decision: 'open',
  }
  const path = '/maintain-s/station/7/refused-steps'

  it('are listed with their limit, and discarded by the day', async () => {
    open({
      [`GET ${path}`]: () => ({ steps: [], powers: [power] }),
      [`POST ${path}`]: () => ({ changes: [], recount: false }),
    })
    await screen.findByText('50.00 kW · South roof')
    expect(screen.getByText(/12 readings.*the limit is 6.50 kW/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard 50.00 kW of South roof' }))
    const { deviceId, quantity, dayMs: atMs } = power
    await waitFor(() => expect(sent).toEqual([{ deviceId, quantity, atMs, decision: 'discarded' }]))
  })
})
