import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { SharedScreenPage } from './shared-screen-page.tsx'

const CALL = 'POST /maintain-s/operating/station/screen/shared'
const fleet = {
  screen: {
    counts: { total: 3, byStatus: { well: 2, silent: 1 }, generationPower: 4000 },
    installedCapacity: 30,
    today: { known: 2, generationValue: 50 },
    yesterday: { known: 0, generationValue: null },
    co2Today: null,
    income: [],
    ranking: [{ id: 1, name: 'Lindenhof', fullPowerHours: 4 }],
    troubles: [],
  },
  total: 0,
  places: [],
}
const alarm = {
  id: 'a1',
  level: 2,
  name: 'String delivers nothing',
  plantId: 1,
  plantName: 'Lindenhof',
  openedAtMs: 0,
}
const shared = {
  title: 'Hall',
  look: { color: '#ffc53d', cycleSeconds: null, dims: true },
  plants: [],
  alarms: [alarm],
  fleet,
  plant: null,
}
const asked = vi.fn()

function open(answer: unknown): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        [CALL]: (body: unknown) => {
          asked(body)
          return typeof answer === 'function' ? answer() : answer
        },
      }),
    ),
  )
  renderPage(<SharedScreenPage />, { path: '/largescreen/shared#secret-of-this-screen' })
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows the plants of its link in the color that was chosen, without a session', async () => {
  open(shared)
  await screen.findByText('4.00 kWh/kWp')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hall')
  expect(screen.getByText(/String delivers nothing/)).toBeTruthy()
  expect(screen.getByRole('main').style.getPropertyValue('--figures')).toBe('#ffc53d')
})

it('says that its link has ended, and no longer shows what it showed', async () => {
  const gone = () => refuse(404, { code: 'NOT_FOUND' })
  open(gone())
  await screen.findByText('This link shows nothing any more')
  cleanup()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isOver = false
  open(() => (isOver ? gone() : shared))
  await screen.findByText('4.00 kWh/kWp')
  isOver = true
  await vi.advanceTimersByTimeAsync(16_000)
  await screen.findByText('This link shows nothing any more')
  expect(screen.queryByText('4.00 kWh/kWp')).toBeNull()
  vi.useRealTimers()
})
