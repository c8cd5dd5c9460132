import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { AlarmsCard } from './alarms-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says which rule rests, and sets and clears the bounds', async () => {
  const sent: unknown[] = []
  let kept: object = { exportLimitW: null, nominalV: 240 }
  const serve = answerCalls({
    'GET /maintain-s/station/7/config/alarms': () => kept,
    'POST /maintain-s/station/7/config/alarms': () => ({ changes: [] }),
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') {
      kept = JSON.parse(String(init.body))
      sent.push(kept)
    }
    return serve(url, init)
  })
  const plant = {} as unknown as Plant
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => true }}>
      <AlarmsCard />
    </CurrentPlantContext>,
    { path: '/plant/infos/detail?id=7' },
  )
  await screen.findByText('Not set: the rule for the export limit is inactive.')
  expect(screen.getByText('240 V between a phase and neutral.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit alarm bounds' }))
  const save = await screen.findByRole('button', { name: 'Save' })
  const volts = screen.getByLabelText(/^Nominal voltage/)
  await userEvent.clear(volts)
  await userEvent.type(volts, '5')
  expect(save.getAttribute('aria-disabled') ?? save.hasAttribute('disabled')).toBeTruthy()
  await userEvent.clear(volts)
  await userEvent.type(screen.getByLabelText(/^Export limit/), '7000')
  await userEvent.click(save)
  await waitFor(() => expect(sent).toEqual([{ exportLimitW: 7000, nominalV: null }]))
  await screen.findByText(/^An alarm opens when more than 7/)
})
