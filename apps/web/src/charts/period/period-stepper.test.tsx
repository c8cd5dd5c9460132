import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import type { Period } from './period.ts'
import { PeriodStepper } from './period-stepper.tsx'

afterEach(cleanup)

function step(period: Period, date: string, earliest?: string) {
  const onChange = vi.fn()
  renderPage(
    <PeriodStepper
      period={period}
      date={date}
      today="2026-09-12"
      zone="Europe/Berlin"
      earliest={earliest}
      onChange={onChange}
    />,
  )
  return onChange
}
const back = () => screen.getByRole('button', { name: 'Previous period' })
const on = () => screen.getByRole('button', { name: 'Next period' })

it("steps by click and arrow key, and omits today's date from the URL", async () => {
  const onChange = step('day', '2026-09-11')
  const presses = [
    () => fireEvent.click(back()),
    () => fireEvent.click(on()),
    () => fireEvent.keyDown(window, { key: 'ArrowLeft' }),
    () => fireEvent.click(screen.getByRole('button', { name: 'Today' })),
  ]
  for (const [at, press] of presses.entries()) {
    press()
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(at + 1))
  }
  expect(onChange.mock.calls).toEqual([['2026-09-10'], ['2026-09-11'], ['2026-09-10'], [null]])
})

it('goes on from the last press, be it painted, drawn or neither', async () => {
  const onChange = step('day', '2026-09-11')
  fireEvent.click(back())
  fireEvent.click(back())
  await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-09-09']]))
  fireEvent.click(back())
  await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-09-09'], ['2026-09-08']]))
  fireEvent.click(on())
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(3))
  expect(screen.getByRole('button', { name: /Sep 9, 2026/ })).toBeTruthy()
})

it('turns round before it is painted', async () => {
  const onChange = step('day', '2026-09-12')
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  await waitFor(() => expect(onChange.mock.calls).toEqual([[null]]))
})

it('opens the first month at the first day of the plant', async () => {
  const onChange = step('month', '2026-09-12', '2026-08-20')
  fireEvent.click(back())
  await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-08-20']]))
  expect(back()).toHaveProperty('disabled', true)
})

it('goes neither into the future nor before the plant', () => {
  const onChange = step('month', '2026-09-12', '2026-09-03')
  expect(back()).toHaveProperty('disabled', true)
  expect(on()).toHaveProperty('disabled', true)
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  expect(onChange).not.toHaveBeenCalled()
})

it('has no steps for the whole lifetime', () => {
  step('total', '2026-09-12')
  expect(screen.queryByRole('button')).toBeNull()
})
