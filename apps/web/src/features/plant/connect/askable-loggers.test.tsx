import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { AskableLoggers } from './askable-loggers.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(isAllowed: boolean, reply: () => unknown) {
  const sent: unknown[] = []
  const found: unknown[] = []
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /maintain-s/station/7/targets/probe': ({ body }) => {
        sent.push(body)
        return reply()
      },
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <AskableLoggers
        loggers={[{ serial: '2712345678', name: 'Garage', isAllowed }]}
        way={{ id: 'solarman-push', ports: [10_000] }}
        onFound={(devices) => found.push(devices)}
      />
    </CurrentPlantContext>,
  )
  return { sent, found }
}

it('finds the device behind a logger that sends already', async () => {
  const { sent, found } = show(true, () => ({ data: [] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Find devices' }))
  await vi.waitFor(() => expect(found).toEqual([undefined, []]))
  expect(sent).toEqual([
    { way: 'solarman-push', host: '2712345678', port: 10_000, settings: { serial: 2_712_345_678 } },
  ])
})

it('says that the stick is not connected', async () => {
  show(true, () => refuse(409, { code: 'ABNORMAL', no: 17, detail: { reason: 'offline' } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Find devices' }))
  await screen.findByText('The stick is not connected to this server now.')
})

it('says that the owner has to allow it', async () => {
  show(false, () => ({ data: [] }))
  await screen.findByText('The owner has to allow first that devices are read at once.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Find devices' }).disabled).toBe(true)
})
