import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { SignsCard } from './signs-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/maintain-s/station/7/signs'
const power = (kind: string, powerW: number, isTurned: boolean | null) => ({
  deviceId: 3,
  deviceName: 'Symo',
  serial: '42',
  power: kind,
  powerW,
  atMs: 1_750_000_000_000,
  isTurned,
})
const meter = { deviceId: 4, deviceName: 'Meter', serial: '43', role: 'load' }
const fits = { state: 'fits', turned: [], offBy: 0.01 }

function show(balance: object = fits, may = true, serials = ['42', '43']) {
  const sent: unknown[] = []
  const take =
    (reply: object) =>
    ({ body, url }: Readonly<{ body: unknown; url: string }>) => {
      sent.push([url.replace(/.*station/, ''), body])
      return reply
    }
  const changes = [{ field: 'turnedGrid', before: null, after: 'Symo' }]
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${CALL}`]: () => ({
        powers: [power('production', 3_100, null), power('grid', -1_200, false), power('battery', 2, true)],
        balance,
        meters: [meter],
      }),
      [`POST ${CALL}`]: take({ sun: null, grid: 'turned', changes }),
      [`POST ${CALL}/turn`]: take({ changes }),
      'POST /maintain-s/power/system/7/meter/4/config': take({ changes: [] }),
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => may }}>
      <SignsCard serials={serials} />
    </CurrentPlantContext>,
  )
  return sent
}

it('says in the words of the house which way its powers flow', async () => {
  show()
  expect(await screen.findByText('The sun gives 3.10 kW.')).toBeTruthy()
  expect(screen.getByText('The house feeds 1.20 kW into the grid.')).toBeTruthy()
  expect(screen.getByText('The battery rests.')).toBeTruthy()
  expect(screen.getByText('Symo · sign turned')).toBeTruthy()
  expect(screen.getByText(/The balance of the last minutes is right/)).toBeTruthy()
})

it('turns a sign with one press, or by an answer', async () => {
  const sent = show()
  await userEvent.click(await screen.findByRole('button', { name: /^Turn the sign: The house/ }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Yes' })[1] as HTMLElement)
  await vi.waitFor(() =>
    expect(sent).toEqual([
      ['/7/signs/turn', { deviceId: 3, power: 'grid', isTurned: true }],
      ['/7/signs', { takesFromGrid: true }],
    ]),
  )
})

it('offers the signs that the balance needs', async () => {
  const sent = show({ state: 'turned', turned: ['grid'], offBy: 0.02 })
  expect(await screen.findByText(/right only with the other sign: grid/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Set these signs' }))
  await vi.waitFor(() => expect(sent).toEqual([['/7/signs', { byBalance: true }]]))
})

it('asks what a meter measures, and begins with what it says', async () => {
  const sent = show()
  const role = await screen.findByLabelText<HTMLSelectElement>('What does Meter measure?')
  expect(role.value).toBe('load')
  await userEvent.selectOptions(role, 'other')
  await vi.waitFor(() => expect(sent).toContainEqual([expect.stringContaining('config'), { role: 'other' }]))
})

it('offers nothing to people who may not edit, and is silent about other connections', async () => {
  show(fits, false)
  expect(await screen.findByText('The sun gives 3.10 kW.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  show(fits, true, ['other'])
  await vi.waitFor(() => expect(screen.queryByText('Direction of powers')).toBeNull())
})
