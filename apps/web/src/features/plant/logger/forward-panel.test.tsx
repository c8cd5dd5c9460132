import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ForwardPanel } from './forward-panel.tsx'

const LIST = 'GET /maintain-s/power/system/7/forwards'
const clouds = [{ cloud: 'cloud.example:10000', encrypted: false }]
const logger = { loggerId: 3, serial: '2345678901', name: '', forward: null }
const forward = {
  cloud: 'cloud.example:10000',
  startedAtMs: 1_790_000_000_000,
  state: 'away',
  connectedAtMs: null,
  lastError: { reason: 'silent', atMs: 1_790_000_100_000 },
  sent: { bytes: 12_400, frames: 52 },
  received: { bytes: 1_150, frames: 50 },
  missedRecords: 2,
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = (answers: Parameters<typeof answerCalls>[0], rights = ['editPlant']): void => {
  vi.stubGlobal('fetch', vi.fn(answerCalls(answers)))
  const can = (right: string) => rights.includes(right)
  const plant = { plantId: 7, zone: 'Europe/Berlin', can } as unknown as CurrentPlant
  renderPage(
    <CurrentPlantContext value={plant}>
      <ForwardPanel />
    </CurrentPlantContext>,
  )
}

it('lets the stream of a logger go on to a cloud of the list, and stops it', async () => {
  const asked: unknown[] = []
  let current: unknown = null
  open({
    [LIST]: () => ({ clouds, loggers: [{ ...logger, forward: current }] }),
    'POST /maintain-s/power/system/7/gateway/3/forward': ({ body }) => {
      asked.push(body)
      current = { ...forward, state: 'waiting', lastError: null }
      return { success: true }
    },
    'DELETE /maintain-s/power/system/7/gateway/3/forward': () => {
      current = null
      return { success: true }
    },
  })
  expect(await screen.findByText('Not passed on')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Pass on' }))
  expect(await screen.findByText('Pass on the stream of 2345678901')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Pass on' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Waiting for the logger to connect')).toBeTruthy()
  expect(asked).toEqual([{ cloud: 'cloud.example:10000' }])
  await userEvent.click(screen.getByRole('button', { name: 'Stop passing on' }))
  expect(await screen.findByText('Not passed on')).toBeTruthy()
})

it('counts both ways, tells of a silent cloud, and shows a viewer no switch', async () => {
  open({ [LIST]: () => ({ clouds, loggers: [{ ...logger, forward }] }) }, [])
  expect(await screen.findByText(/does not answer; this server acknowledges/)).toBeTruthy()
  expect(screen.getByText(/frames: 52/)).toBeTruthy()
  expect(screen.getByText(/frames: 50/)).toBeTruthy()
  expect(screen.getByText(/^it did not answer/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('says when no logger can be passed on, and when the list fails', async () => {
  open({ [LIST]: () => ({ clouds, loggers: [] }) })
  expect(await screen.findByText(/No logger of this plant/)).toBeTruthy()
  cleanup()
  open({ [LIST]: () => refuse(403, { code: 'FORBIDDEN' }) })
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})

it('announces the state of the link, not its counters', async () => {
  open({ [LIST]: () => ({ clouds, loggers: [{ ...logger, forward }] }) })
  const state = await screen.findByText('cloud.example:10000')
  expect(state.closest('[aria-live]')).toBeTruthy()
  expect(screen.getByText(/frames: 52/).closest('[aria-live]')).toBeNull()
})

it('shows nothing until it is known whether a cloud is allowed', async () => {
  let answer: (reply: object) => void = () => {}
  open({ [LIST]: () => new Promise<object>((resolve) => (answer = resolve)) })
  await waitFor(() => expect(vi.mocked(fetch).mock.calls).toHaveLength(1))
  expect(screen.queryByText('Pass on to the maker’s cloud')).toBeNull()
  expect(document.querySelector('[data-part="skeleton"]')).toBeNull()
  answer({ clouds, loggers: [logger] })
  expect(await screen.findByText('Not passed on')).toBeTruthy()
})
