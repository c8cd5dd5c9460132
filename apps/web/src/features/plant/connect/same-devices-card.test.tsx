import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { SameDevicesCard } from './same-devices-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/maintain-s/station/7/same-devices'
const stick = { deviceId: 3, deviceName: 'Deye', serial: '42', loggerName: 'Stick' }
const home = { deviceId: 4, deviceName: 'solar', serial: 'ha-1', loggerName: null }

function show(reply: object, may = true) {
  const sent: unknown[] = []
  const take = ({ body, url }: Readonly<{ body: unknown; url: string }>) => {
    sent.push([url.replace(/.*same-devices/, ''), body])
    return { changes: [], success: true }
  }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${CALL}`]: () => reply,
      [`POST ${CALL}`]: take,
      [`POST ${CALL}/split`]: take,
      [`POST ${CALL}/deny`]: take,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => may }}>
      <SameDevicesCard />
    </CurrentPlantContext>,
  )
  return sent
}

it('merges two devices that look alike with one press, or says that they are two', async () => {
  const sent = show({ alike: [{ devices: [stick, home], likeness: 0.997, at: 1_750_000_000 }], merged: [] })
  expect(await screen.findByText(/^Deye \(Stick\) and solar look like the same device/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Count solar' }))
  await userEvent.click(screen.getByRole('button', { name: 'They are two devices' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      ['', { deviceId: 4, otherId: 3 }],
      ['/deny', { deviceId: 3, otherId: 4 }],
    ]),
  )
})

it('undoes a merge', async () => {
  const sent = show({ alike: [], merged: [{ counts: stick, second: home, from: '2026-06-16' }] })
  expect(await screen.findByText('solar is a second source of Deye (Stick)')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(sent).toEqual([['/split', { deviceId: 4 }]]))
})

it('offers nothing to people who may not edit the plant', async () => {
  show({ alike: [], merged: [{ counts: stick, second: home, from: '1900-01-01' }] }, false)
  expect(await screen.findByText('In no total.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
