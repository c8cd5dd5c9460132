import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LivePlant, noValues } from '../api/live.ts'
import { noteAnswered, noteUnanswered } from '../api/server-state.ts'
import type { CurrentPlant } from '../plant/current-plant.ts'
import { renderPage } from '../testing/render.tsx'
import { PlantHead } from './plant-head.tsx'

const nowMs = Date.parse('2026-11-22T15:02:10Z')
const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', sinceMs: null, devices: [], code: null }

function open(measuredAtMs: number | undefined, mode: LivePlant['mode'] = 'live') {
  const plant = { name: 'Lindenhof', status: 'well', reason, capacityWp: 9840, gridType: 'EXCESS' }
  const current = { plantId: 7, plant, zone: 'Europe/Berlin', can: () => false } as unknown as CurrentPlant
  renderPage(<PlantHead current={current} live={{ ...noValues, measuredAtMs, mode }} />)
}
beforeEach(() => {
  vi.useFakeTimers({ now: nowMs })
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  vi.useRealTimers()
})
const time = () => screen.getByRole('button', { name: /ago/ })

describe('the time in the header of a plant', () => {
  it('is the time of day and the age; the whole instant shows on demand', () => {
    open(nowMs - 130_000)
    expect(time().textContent).toBe('16:00 · 2 min ago')
    const whole = document.getElementById(time().getAttribute('aria-describedby') ?? '')
    expect(whole?.textContent).toBe('2026-11-22 16:00:00 (UTC+01:00)')
    expect(screen.getByText('Live connection')).toBeTruthy()
  })

  it('B13: has the day of older values, and does not call their plant live', () => {
    open(nowMs - 30 * 3_600_000)
    expect(time().textContent).toBe('Nov\u00a021,\u00a010:02 · 1 day ago')
    expect(screen.queryByText('Live connection')).toBeNull()
    expect(screen.getByText('Connected')).toBeTruthy()
  })

  it('B13: does not call a plant live that has never sent anything', () => {
    open(undefined)
    expect(screen.getByText('Connected')).toBeTruthy()
    cleanup()
    open(undefined, 'polling')
    expect(screen.getByText('Updated every 10 seconds')).toBeTruthy()
  })
  it('claims no connection while the server is not reached', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open(nowMs - 130_000)
    expect(screen.queryByText('Live connection')).toBeNull()
    expect(time().textContent).toBe('16:00 · 2 min ago')
  })
})

it('has an unknown status while no call is answered', () => {
  open(nowMs - 130_000)
  expect(screen.getByRole('link', { name: /^Normal/ })).toBeTruthy()
  act(() => ['a', 'b', 'c'].forEach(noteUnanswered))
  expect(screen.queryByText('Normal')).toBeNull()
  expect(screen.getByText('Unknown')).toBeTruthy()
  expect(screen.queryByText('Live connection')).toBeNull()
  act(noteAnswered)
  expect(screen.getByText('Normal')).toBeTruthy()
})
