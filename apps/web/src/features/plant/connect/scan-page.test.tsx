import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ScanPage } from './scan-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/maintain-s/station/7/targets'
const device = {
  maker: 'Deye',
  model: 'SUN-12K',
  serial: '2401017788',
  firmware: '',
  confidence: 0.9,
  why: 'model',
  role: null,
  isKnown: false,
  offer: 'offer-of-deye',
}
const scan = { id: 1, network: '192.168.1.0/24', state: 'done', progress: 1, startedAt: 1_781_000_000, hits: [] }
const stickHit = {
  host: '192.168.1.20',
  port: 8899,
  way: 'solarman-local',
  state: 'found',
  stick: '2700014443',
  devices: [device],
}
const brokerHit = { host: '192.168.1.5', port: 1883, way: 'mqtt', state: 'notAllowed', stick: '', devices: [] }

function show(view: object, answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent: unknown[] = []
  const networks = [{ network: '192.168.1.0/24', isOpen: true }]
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${CALL}/scan`]: () => ({ networks, agentNetworks: [], mayOpen: false, scan: null, ...view }),
      ...Object.fromEntries(
        [
          `POST ${CALL}/scan`,
          `POST ${CALL}/scan/cancel`,
          `POST ${CALL}`,
          'POST /maintain-s/operating/device-networks',
        ].map((name) => [
          name,
          ({ body }: Readonly<{ body: unknown }>) => {
            sent.push({ [name]: body })
            return { id: 3, success: true }
          },
        ]),
      ),
      ...answers,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <ScanPage />
    </CurrentPlantContext>,
  )
  return sent
}

it('shows what answers with its reason, and one press adds it', async () => {
  const sent = show({ scan: { ...scan, hits: [brokerHit, stickHit] } })
  expect(await screen.findByText('2 places answer')).toBeTruthy()
  expect(screen.getByText('Deye SUN-12K')).toBeTruthy()
  expect(screen.getByText(/192.168.1.20:8899 · Serial number of the stick 2700014443/)).toBeTruthy()
  expect(screen.getByText(/Serial number 2401017788 · Certain\..*It names a model of this family\./)).toBeTruthy()
  expect(screen.getByText(/User, password or token is not accepted/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Listen to an MQTT broker' }).getAttribute('href')).toContain('see=broker')
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 device' }))
  await vi.waitFor(() => expect(sent).toEqual([{ [`POST ${CALL}`]: { offers: ['offer-of-deye'] } }]))
})

it('looks through the network of the server, and through no other text', async () => {
  const sent = show({})
  const field = await screen.findByLabelText('Network')
  await userEvent.clear(field)
  await userEvent.type(field, '10.0.0.0/8')
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(sent).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '192.168.1.0/24')
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  await vi.waitFor(() => expect(sent).toEqual([{ [`POST ${CALL}/scan`]: { network: '192.168.1.0/24' } }]))
})

it('says at the field why a network is refused', async () => {
  const refusal = { code: 'PARAM_ERROR', no: 17, detail: { field: 'network', reason: 'network' } }
  show({}, { [`POST ${CALL}/scan`]: () => refuse(400, refusal) })
  await userEvent.click(await screen.findByRole('button', { name: 'Look' }))
  const field = await screen.findByLabelText('Network')
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('The operator has not opened the network of this address.')).toBeTruthy()
})

it('folds places away where something else answers: a firewall may do so for all', async () => {
  const other = { ...brokerHit, port: 502, way: 'modbus-tcp', state: 'otherProtocol' }
  const others = Array.from({ length: 254 }, (_, n) => ({ ...other, host: `192.168.1.${n + 1}` }))
  show({ scan: { ...scan, hits: [...others, stickHit] } })
  const fold = await screen.findByText('Something else answers there. (254)')
  expect(fold.closest('details')?.open).toBe(false)
  expect(screen.getByText('Deye SUN-12K').closest('details')).toBeNull()
})

it('shows how far it is, and is canceled', async () => {
  const sent = show({ scan: { ...scan, state: 'running', progress: 0.42 } })
  expect(await screen.findByText('42% looked at')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(sent).toEqual([{ [`POST ${CALL}/scan/cancel`]: {} }]))
})

it.each([
  [{ scan: { ...scan, state: 'failed' } }, 'It ended before everything was looked at.'],
  [{ scan }, 'No known device answers there.'],
])('says what became of it: %j', async (view, sentence) => {
  show(view)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

it('lets an administrator of the server open its network, and nobody else', async () => {
  const networks = [{ network: '192.168.7.0/24', isOpen: false }]
  show({ networks })
  expect(await screen.findByText('The operator has not opened the network of this address.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  cleanup()
  const sent = show({ networks, mayOpen: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Open' }).at(-1) as HTMLElement)
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { 'POST /maintain-s/operating/device-networks': { network: '192.168.7.0/24', isOpen: true } },
    ]),
  )
})

it('has an agent look through the network around it', async () => {
  const around = { agentId: 5, name: 'Cellar', network: '10.0.0.0/24', isOnline: true }
  const sent = show({ networks: [], agentNetworks: [around, { ...around, network: '10.9.0.0/24', isOnline: false }] })
  expect(await screen.findByText('Around Cellar')).toBeDefined()
  expect(screen.queryByText('10.9.0.0/24')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(sent).toEqual([{ [`POST ${CALL}/scan`]: { network: '10.0.0.0/24', agentId: 5 } }])
})
