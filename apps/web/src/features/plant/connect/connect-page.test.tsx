import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { ConnectPage } from './connect-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/maintain-s/station/7/targets'
const device = {
  maker: 'Fronius',
  model: 'Symo',
  serial: '42',
  firmware: '1.2',
  confidence: 1,
  why: 'sunspec',
  role: null,
  isKnown: false,
  offer: 'offer-of-42',
}
const guess = {
  ...device,
  maker: 'Deye',
  model: 'SUN',
  serial: '',
  confidence: 0.4,
  why: 'values',
  offer: 'offer-of-deye',
}

function show(found: readonly object[], isOpen = true) {
  const sent: unknown[] = []
  const take =
    (reply: object) =>
    ({ body }: Readonly<{ body: unknown }>) => {
      sent.push(body)
      return reply
    }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${CALL}`]: () => ({ isOpen, ways: [{ id: 'modbus-tcp', ports: [502, 1502] }], loggers: [], data: [] }),
      [`POST ${CALL}/probe`]: take({ data: found }),
      [`POST ${CALL}`]: take({ id: 3 }),
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <ConnectPage see="network" />
    </CurrentPlantContext>,
  )
  return sent
}

it('finds devices, says why, and adds those that are certain with one press', async () => {
  const sent = show([device, guess])
  await userEvent.type(await screen.findByLabelText('Address'), ' 192.168.1.20 ')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  expect(await screen.findByText('2 devices answer')).toBeTruthy()
  expect(screen.getByText(/It speaks SunSpec and names itself/)).toBeTruthy()
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false])
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 device' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { way: 'modbus-tcp', host: '192.168.1.20', port: 502, settings: { framing: 'tcp' } },
      { offers: ['offer-of-42'] },
    ]),
  )
})

it('sends nothing that cannot be an address', async () => {
  const sent = show([])
  const port = await screen.findByLabelText('Port')
  await userEvent.clear(port)
  await userEvent.type(port, '70000')
  await userEvent.type(screen.getByLabelText(/^Unit/), '300')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  expect(screen.getByText('Enter the address of the device.')).toBeTruthy()
  expect(screen.getByText('A whole number from 1 to 65535.')).toBeTruthy()
  expect(screen.getByText('A whole number from 0 to 255.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('says that no known device answers, as at night', async () => {
  show([])
  await userEvent.type(await screen.findByLabelText('Address'), '192.168.1.20')
  await userEvent.click(screen.getByRole('button', { name: 'Find devices' }))
  expect(await screen.findByText('No known device answers there.')).toBeTruthy()
  expect(screen.getByText(/An inverter without a battery often sleeps at night/)).toBeTruthy()
})

it('says that the operator has opened no network', async () => {
  show([], false)
  expect(await screen.findByText('This server reads no devices yet.')).toBeTruthy()
  expect(screen.queryByLabelText('Address')).toBeNull()
})
