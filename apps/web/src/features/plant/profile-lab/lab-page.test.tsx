import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { LabPage } from './lab-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/maintain-s/station/7/lab'
const abb = {
  id: 'abb',
  maker: 'ABB',
  family: 'energy meter',
  models: ['B23'],
  items: 30,
  isAssigned: false,
  source: 'mbmd',
  license: 'BSD-3-Clause',
}
const power = {
  id: 'power',
  label: 'Power',
  group: 'total',
  unit: 'W',
  function: 3,
  registers: [11, 10],
  type: 's32',
  scale: 0.01,
  quantity: null,
  isTurned: false,
  value: 12.34,
  words: [1_234, 0],
}
const blocks = [{ function: 3, address: 10, words: [0, 1_234] }]
const own = { id: 5, name: 'ABB B23', recipe: { assigned: [{}], added: [] } }

function show(more: Readonly<Record<string, () => unknown>> = {}, owned: readonly object[] = []) {
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
      [`GET ${CALL}/maps`]: () => ({ known: [abb, { ...abb, id: 'sma', maker: 'SMA', isAssigned: true }], own: owned }),
      [`POST ${CALL}/dump`]: take({ blocks, missing: [], items: [power] }),
      [`POST ${CALL}/maps`]: take({ id: 5 }),
      [`POST ${CALL}/maps/5/use`]: take({ id: 9 }),
      ...more,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <LabPage />
    </CurrentPlantContext>,
  )
  return sent
}
const paste = async (text: string) => {
  await userEvent.type(screen.getByLabelText(/^Registers/), text)
  await userEvent.click(screen.getByRole('button', { name: 'Read' }))
}

it('reads registers by a map that nobody assigned, and keeps what a person assigns', async () => {
  const sent = show()
  await userEvent.selectOptions(await screen.findByLabelText(/^Map \(/), 'abb')
  expect(screen.getByText(/The values of this map are not assigned/)).toBeTruthy()
  await paste('10: 0 1234')
  expect(await screen.findByText('12.34 W')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Quantity: Power'), 'gridPowerW')
  await userEvent.click(screen.getByLabelText('Turn the sign: Power'))
  await userEvent.selectOptions(screen.getByLabelText('Kind of device'), 'METER')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { text: '10: 0 1234', function: 3, base: 10, mapId: 'abb' },
      {
        name: 'ABB B23',
        recipe: {
          maker: 'ABB',
          model: 'B23',
          type: 'METER',
          baseId: 'abb',
          serialItem: null,
          assigned: [{ item: 'power', quantity: 'gridPowerW', isTurned: true }],
          added: [],
        },
      },
    ]),
  )
})

it('shows registers in every format without a map, and gives one a meaning', async () => {
  const sent = show()
  await screen.findByLabelText(/^Map \(/)
  await paste('10: 0 1234')
  expect(await screen.findByText('0x04D2')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Address'), '10')
  await userEvent.selectOptions(screen.getByLabelText('Format'), 's32')
  await userEvent.selectOptions(screen.getByLabelText('Quantity'), 'acPowerW')
  await userEvent.click(screen.getByRole('button', { name: 'Add value' }))
  await userEvent.type(screen.getByLabelText('Model'), 'Thing')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const added = [expect.objectContaining({ function: 3, address: 10, type: 's32', unit: 'W', quantity: 'acPowerW' })]
  await vi.waitFor(() =>
    expect(sent[1]).toMatchObject({ name: 'Thing', recipe: { baseId: null, assigned: [], added } }),
  )
})

it('names the line of a dump that cannot be read', async () => {
  const fault = { code: 'PARAM_ERROR', no: 17, detail: { field: 'body.text', reason: 'line 2' } }
  show({ [`POST ${CALL}/dump`]: () => refuse(400, fault) })
  await screen.findByLabelText(/^Map \(/)
  await paste('10: 1')
  expect(await screen.findByText('Line 2 cannot be read.')).toBeTruthy()
})

it('has a device read by an own map', async () => {
  const sent = show({}, [own])
  await userEvent.click(await screen.findByRole('button', { name: 'Read a device by it' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(screen.getByPlaceholderText('192.168.1.20'), '192.168.1.9')
  const [confirm] = [...dialog.querySelectorAll('button')].filter((one) => one.textContent === 'Read a device by it')
  await userEvent.click(confirm as HTMLElement)
  await vi.waitFor(() => expect(sent).toEqual([{ host: '192.168.1.9', port: 502, unit: 1, framing: 'tcp' }]))
})

it('loads a map file that somebody downloaded, and says what is none', async () => {
  const faulty = new File(['{"name":"x"}'], 'x.json')
  const huge = new File([`{"name":"x","recipe":{"more":"${'x'.repeat(300_000)}"}}`], 'huge.json')
  const recipe = { maker: 'ABB', assigned: [], added: [] }
  const sent = show({}, [own])
  const field = await screen.findByLabelText<HTMLInputElement>('Load a map file')
  for (const file of [faulty, huge, new File(['[[['], 'y.json')]) {
    await userEvent.upload(field, file)
    expect(await screen.findByText(/no map of the profile lab/)).toBeTruthy()
  }
  await userEvent.upload(field, new File([JSON.stringify({ name: ' ABB B23 ', recipe, map: {} })], 'abb.json'))
  await vi.waitFor(() => expect(sent).toEqual([{ name: 'ABB B23', recipe }]))
  await vi.waitFor(() => expect(screen.queryByText(/no map of the profile lab/)).toBeNull())
})

it('says that a server does not take a map', async () => {
  show({ [`POST ${CALL}/maps`]: () => refuse(400, { code: 'PARAM_ERROR', no: 5 }) })
  await userEvent.upload(
    await screen.findByLabelText('Load a map file'),
    new File(['{"name":"x","recipe":{"baseId":"future"}}'], 'x.json'),
  )
  expect(await screen.findByText(/no map of the profile lab/)).toBeTruthy()
})
