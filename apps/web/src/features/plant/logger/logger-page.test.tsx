import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { LoggerPage } from './logger-page.tsx'

beforeEach(() => {
  const none = () => ({ total: 0, data: [] })
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /maintain-s/power/system/7/v2/gateway': ({ body }) => ({
        data: (body as { registerItems: { deviceSn: string }[] }).registerItems.map(({ deviceSn }) => ({
          deviceSn,
          result: deviceSn.startsWith('x') ? 'INVALID' : 'WAITING',
          station: null,
          waitingRecords: 0,
        })),
      }),
      'GET /maintain-s/operating/station/7/collector': () => ({ ...none(), claims: [], foreignPeer: null }),
    }),
  )
  renderPage(
    <CurrentPlantContext
      value={{ plantId: 7, plant: { id: 7, name: 'Lindenhof' }, can: () => true } as unknown as CurrentPlant}
    >
      <LoggerPage />
    </CurrentPlantContext>,
    { path: '/plant/infos/device/add?id=7&new=1', user: {} },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const address = () => screen.getByTestId('address').textContent
const register = async (serials: string) => {
  await userEvent.type(screen.getByLabelText('Serial numbers'), serials)
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
}

it('leads with the arrival once a logger is accepted, and asks for more on request', async () => {
  await register('1234567890')
  await waitFor(() => expect(address()).toContain('added=1'))
  expect(screen.queryByLabelText('Serial numbers')).toBeNull()
  expect(screen.getByText('1234567890')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Register another logger' }))
  expect(screen.getByLabelText('Serial numbers')).toBeTruthy()
  expect(address()).not.toContain('added')
})

it('keeps the form while a serial number is refused', async () => {
  await register('1234567890 x1')
  await screen.findByText('Not a serial number')
  expect((screen.getByLabelText('Serial numbers') as HTMLTextAreaElement).value).toBe('x1')
  expect(address()).not.toContain('added')
})
