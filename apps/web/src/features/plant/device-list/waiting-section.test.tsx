import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { WaitingSection } from './waiting-section.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const device = {
  deviceId: 4,
  serial: 'BIG0001',
  name: 'Big inverter',
  type: 'INVERTER',
  ratedW: null,
  warrantyUntil: null,
  loggerId: 3,
  removedAtMs: null,
  standing: 'waiting',
  waitsSinceMs: 1_750_000_000_000,
  observedW: 52_000,
  announcedAtMs: null,
  replaced: [],
}

/** The section with a server that forgets the device once somebody decided. */
function open(first: unknown = device, rights: readonly string[] = ['editPlant']) {
  const sent: unknown[] = []
  const asked = vi.fn()
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/power/system/7/device': () => {
        asked()
        return sent.length === 0 ? { total: 1, data: [first] } : { total: 0, data: [] }
      },
      'POST /maintain-s/power/system/7/device/4/standing': ({ body }) => {
        sent.push(body)
        return {}
      },
    }),
  )
  const can = (right: string): boolean => rights.includes(right)
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can }}>
      <WaitingSection />
    </CurrentPlantContext>,
  )
  return { sent, asked }
}

it('tells an inverter beyond the plant, and counts it when confirmed', async () => {
  const { sent } = open()
  await screen.findByText('Big inverter')
  expect(screen.getByText(/BIG0001 · up to 52\.00 kW · since .*2025/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Big inverter' }))
  await waitFor(() => expect(screen.queryByText('Big inverter')).toBeNull())
  expect(sent).toEqual([{ standing: 'counted' }])
})

it('asks before it discards one, and says what that means', async () => {
  const { sent } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Big inverter' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/is not stored/)).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(sent).toEqual([{ standing: 'discarded' }]))
})

it('offers no decision to who may not edit, and is absent when nothing waits', async () => {
  open(device, [])
  await screen.findByText('Big inverter')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  const { asked } = open({ ...device, standing: 'counted' })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await new Promise(setImmediate)
  expect(screen.queryByText('Waiting for your confirmation')).toBeNull()
})
