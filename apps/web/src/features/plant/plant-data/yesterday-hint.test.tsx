import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { YesterdayHint } from './yesterday-hint.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(low: unknown) {
  const asked = vi.fn(() => ({ low }))
  vi.stubGlobal('fetch', answerCalls({ 'GET /maintain-s/history/power/3/low-yesterday': asked }))
  const current = { plantId: 3, plant: {} as Plant } as CurrentPlant
  renderPage(
    <CurrentPlantContext value={current}>
      <YesterdayHint />
    </CurrentPlantContext>,
  )
  return asked
}

it('says why yesterday was low, and leads to where the energy went', async () => {
  const parts = [
    { kind: 'sky', energyWh: 6_400 },
    { kind: 'outage', energyWh: 1_600 },
  ]
  show({ date: '2026-06-19', producedWh: 12_000, usualWh: 20_000, parts })
  const sentence =
    'Yesterday brought 12.00 kWh, 40% less than usual (20.00 kWh). What was missing: 6.40 kWh because of the sky and 1.60 kWh in an outage.'
  const link = await screen.findByRole('link', { name: 'Where the energy went' })
  expect(link.closest('p')?.textContent).toBe(`${sentence} Where the energy went`)
  expect(link.getAttribute('href')).toContain('/plant/infos/performance?id=3')
})

it('is silent after a usual day', async () => {
  const asked = show(null)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(document.querySelector('p')).toBeNull()
})
