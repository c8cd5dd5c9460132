import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { AnalysisHint } from './analysis-hint.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const finding = (code: string, value: number, usual: number | null, unit: string) => ({
  code,
  type: 'data',
  value,
  usual,
  unit,
  compared: null,
})

function show(findings: readonly unknown[]) {
  const asked = vi.fn(() => ({ findings }))
  vi.stubGlobal('fetch', answerCalls({ 'GET /maintain-s/history/power/analysis/3/day/2026-06-19': asked }))
  const current = { plantId: 3, plant: {} as Plant } as CurrentPlant
  renderPage(
    <CurrentPlantContext value={current}>
      <AnalysisHint view="day" date="2026-06-19" />
    </CurrentPlantContext>,
  )
  return asked
}

it('says what the figures do not show: consumption that is not the usual', async () => {
  show([finding('clearSky', 82, 60, '%'), finding('useUp', 16, 8, 'kWh')])
  expect(await screen.findByText('Consumption was 100% above the usual: 16.00 kWh instead of 8.00 kWh.')).toBeTruthy()
})

it('says how long data was missing', async () => {
  show([finding('outage', 3.5, null, 'h')])
  expect(await screen.findByText('Data was due and missing for 3.5 h.')).toBeTruthy()
})

it('is silent where the figures say it all', async () => {
  const asked = show([finding('productionLow', 40, 60, '%')])
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(document.querySelector('p')).toBeNull()
})
