import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { PerformancePage } from './performance-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const performance = {
  period: '2026-06',
  zone: 'Europe/Berlin',
  capacityWp: 9_900,
  reason: 'counting',
  countedTo: null,
  waitingSinceMs: null,
  whole: {
    days: 0,
    judgedDays: 0,
    sources: [],
    losses: [],
    potentialWh: 0,
    producedWh: null,
    judgedPotentialWh: 0,
    judgedProducedWh: 0,
    finalYieldH: null,
    referenceYieldH: null,
    performanceRatio: null,
    performanceRatio25C: null,
    energyAvailability: null,
    validShare: null,
  },
  parts: [],
  inverters: [],
  clockShiftMs: null,
}

it.each([
  [0, 'No logger yet'],
  [1, 'Waiting for data'],
])('of a plant with %i loggers that never sent, no day is said to be judged', async (loggerCount, title) => {
  vi.stubGlobal('fetch', answerCalls({ 'GET /maintain-s/history/power/7/performance/month': () => performance }))
  const plant = { status: 'waiting', loggerCount, startedOn: null, gridType: 'EXCESS' } as never
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => true }}>
      <PerformancePage />
    </CurrentPlantContext>,
    { path: '/plant/infos/performance?id=7' },
  )
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByText(/being judged/)).toBeNull()
})
