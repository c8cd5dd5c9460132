import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ReplacePage } from './replace-page.tsx'

const inverter = {
  deviceId: 4,
  serial: 'OLD0001',
  name: 'Roof',
  type: 'INVERTER',
  loggerId: 9,
  removedAtMs: null,
  standing: 'counted',
  replaced: [],
  moved: null,
}
const stick = {
  gatewayId: 9,
  deviceSn: '1234567890',
  gatewayName: '',
  ownership: 'claimed',
  allowedSources: [],
  unproven: null,
}
const replacement = {
  name: 'Roof',
  oldSerial: 'OLD0001',
  newSerial: 'NEW0002',
  atMs: 1_000,
  heardAtMs: null,
  checks: [],
}
const claim = {
  deviceSn: '2234567890',
  claimedAt: 1,
  restartUntil: null,
  dispute: null,
  replaces: '1234567890',
}
const collectors = (...claims: object[]) => ({
  total: 0,
  data: [],
  labelCodes: false,
  addressesHidden: false,
  foreignPeer: null,
  claims,
})
const open = (path: string, answers: Readonly<Record<string, Answer>> = {}, rights?: readonly string[]) => {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/power/system/7/device': () => ({ total: 1, data: [inverter] }),
      'GET /maintain-s/power/system/7/gateway': () => ({ total: 1, data: [stick] }),
      ...answers,
    }),
  )
  const can = (right: string) => rights?.includes(right) ?? true
  const plant = {
    plantId: 7,
    plant: { id: 7, name: 'Lindenhof' },
    zone: 'Europe/Berlin',
    can,
  } as unknown as CurrentPlant
  renderPage(
    <CurrentPlantContext value={plant}>
      <ReplacePage />
    </CurrentPlantContext>,
    { path, user: {} },
  )
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const address = () => screen.getByTestId('address').textContent
const enter = async (serial: string) => {
  await userEvent.type(await screen.findByLabelText('Serial number of the new one'), serial)
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
}

it('says beforehand that the history stays, then watches the new one', async () => {
  const sent: unknown[] = []
  open('/plant/infos/device/replace?id=7&old=OLD0001', {
    'POST /maintain-s/power/system/7/device/replace': ({ body }) => {
      sent.push(body)
      return { deviceId: 4, changes: [] }
    },
    'GET /maintain-s/power/system/7/device/4/replacement': () => ({ replacement }),
  })
  expect(await screen.findByText(/Roof keeps its name, its curves and all its energies/)).toBeTruthy()
  await enter('NEW0002')
  await screen.findByText(/Waiting for the first record of NEW0002/)
  expect(sent).toEqual([{ oldDeviceSn: 'OLD0001', newDeviceSn: 'NEW0002' }])
  expect(address()).toContain('device=4')
  expect(screen.getByRole('button', { name: 'Undo the replacement' })).toBeTruthy()
})

it('checks the first record in words, and asks for a rating that it does not say', async () => {
  open('/plant/infos/device/replace?id=7&device=4', {
    'GET /maintain-s/power/system/7/device/4/replacement': () => ({
      replacement: {
        ...replacement,
        heardAtMs: 2_000,
        checks: [
          { check: 'model', result: 'differs', before: 'Solis S6', after: 'Deye SG04' },
          { check: 'rating', result: 'unknown', before: 5_000, after: null },
          { check: 'counter', result: 'good', before: null, after: 3_000_000 },
        ],
      },
    }),
  })
  expect(await screen.findByText('The model is Deye SG04; before it was Solis S6. Is it the right one?')).toBeTruthy()
  expect(screen.getByText(/Its counter stands at 3.00 MWh/)).toBeTruthy()
  expect(screen.getByLabelText('Rated power')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo the replacement' })).toBeNull()
})

it('says in words why a serial number is refused', async () => {
  open('/plant/infos/device/replace?id=7&old=OLD0001', {
    'POST /maintain-s/power/system/7/device/replace': () =>
      refuse(409, { code: 'OPTIMIZER_IN_PLANT', no: 53, requestId: '' }),
  })
  await enter('NEW0002')
  expect(await screen.findByText(/The new device is already in this plant/)).toBeTruthy()
  expect(address()).toContain('old=OLD0001')
})

it('replaces a logger, whose number must look like one', async () => {
  open('/plant/infos/device/replace?id=7&old=1234567890', {
    'POST /maintain-s/power/system/7/gateway/9/replace': ({ body }) => ({
      result: (body as { serial: string }).serial === '12' ? 'INVALID' : 'WAITING',
      changes: [],
    }),
    'GET /maintain-s/operating/station/7/collector': () => collectors(claim),
  })
  expect(await screen.findByText(/The old logger leaves this plant/)).toBeTruthy()
  await enter('12')
  await waitFor(() => expect(screen.getAllByText('A logger’s serial number has 8 to 10 digits.').length).toBe(2))
  await userEvent.clear(screen.getByLabelText('Serial number of the new one'))
  await enter('2234567890')
  expect(await screen.findByText(/2234567890 takes the place of 1234567890 once it is proven/)).toBeTruthy()
})

it('offers no logger without the right to remove it', async () => {
  open('/plant/infos/device/replace?id=7&old=1234567890', {}, ['addPlantDevice'])
  await screen.findByLabelText('Old device')
  expect(screen.queryByLabelText('Serial number of the new one')).toBeNull()
})

it('replaces a device that was removed', async () => {
  open('/plant/infos/device/replace?id=7&old=OLD0001', {
    'GET /maintain-s/power/system/7/device': () => ({
      total: 1,
      data: [{ ...inverter, removedAtMs: 1_790_000_000_000 }],
    }),
  })
  expect(await screen.findByLabelText('Serial number of the new one')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Old device' }))
  expect(screen.getByRole('option', { name: /OLD0001 · removed on Sep 21, 2026/ })).toBeTruthy()
})

it('says that the asked number is not in this plant', async () => {
  open('/plant/infos/device/replace?id=7&old=NONE0009')
  expect(await screen.findByText('No device of this plant has the number NONE0009.')).toBeTruthy()
})

it('says that a device was put back, once what it replaced is gone', async () => {
  let current: object | null = replacement
  open('/plant/infos/device/replace?id=7&device=4', {
    'GET /maintain-s/power/system/7/device/4/replacement': () => ({ replacement: current }),
    'POST /maintain-s/power/system/7/device/4/replace/undo': () => {
      current = null
      return { deviceId: 4, changes: [] }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the replacement' }))
  await waitFor(() => expect(screen.queryByText(/Waiting for the first record/)).toBeNull())
  expect(screen.getByText(/^Undone: Roof is in its place again/)).toBeTruthy()
})

it('says that a logger was put back, and does not warn of the new one', async () => {
  let claims: object[] = [claim]
  open('/plant/infos/device/replace?id=7&logger=2234567890', {
    'GET /maintain-s/operating/station/7/collector': () => collectors(...claims),
    'DELETE /maintain-s/power/system/7/gateway/2234567890': () => {
      claims = []
      return { success: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the replacement' }))
  await waitFor(() => expect(screen.queryByText(/once it is proven/)).toBeNull())
  expect(screen.getByText(/^Undone: 1234567890 is in its place again/)).toBeTruthy()
  expect(screen.queryByText('2234567890 is not in this plant.')).toBeNull()
})

it('offers no undo of a logger without the right to remove one', async () => {
  const answers = { 'GET /maintain-s/operating/station/7/collector': () => collectors(claim) }
  open('/plant/infos/device/replace?id=7&logger=2234567890', answers, ['addPlantDevice'])
  expect(await screen.findByText(/once it is proven/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo the replacement' })).toBeNull()
})

it('leads to the devices of the plant that has the new logger already', async () => {
  open('/plant/infos/device/replace?id=7&old=1234567890', {
    'POST /maintain-s/power/system/7/gateway/9/replace': () => ({
      result: 'ELSEWHERE',
      plant: { id: 8, name: 'Mill' },
      changes: [],
    }),
  })
  await enter('2234567890')
  const link = await screen.findByRole('link', { name: 'Mill' })
  expect(link.getAttribute('href')).toBe('/plant/infos/detail/devices?id=8')
})
