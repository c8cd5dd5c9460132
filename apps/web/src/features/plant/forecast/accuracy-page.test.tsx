import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { AccuracyPage } from './accuracy-page.tsx'

vi.mock('../../../charts/use-echart.ts', () => ({ warmCharts: () => {} }))
vi.mock('./judged-chart.tsx', () => ({ JudgedChart: () => null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(reason: string): void {
  const at = '/maintain-s/history/power/7/forecast'
  const none = { zone: 'Europe/Berlin', madeAtMs: null, calibratedDays: 0, planes: [], hours: [], days: [] }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${at}/accuracy`]: () => ({ zone: 'Europe/Berlin', horizons: [], days: [] }),
      [`GET ${at}`]: () => ({ ...none, reason }),
    }),
  )
  const plant = { plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }
  renderPage(
    <CurrentPlantContext value={plant}>
      <AccuracyPage />
    </CurrentPlantContext>,
  )
}

it.each([
  ['', /Come back tomorrow/],
  ['place', /Without a place on the map/],
  ['capacity', /Without the capacity of its modules/],
  ['weather', /says nothing of the light/],
  ['off', /asks no weather service/],
] as const)('a plant without judged forecasts says why: %s', async (reason, said) => {
  open(reason)
  expect(await screen.findByText(said)).toBeTruthy()
  // It stands among the plant's tabs.
  expect(screen.queryByRole('link')).toBeNull()
})
