import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { AlarmTrend } from './alarm-trend.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows how many alarms opened on each day, and leads to them', async () => {
  const quiet = { day: '2026-06-13', faults: 0, warnings: 0, tips: 0 }
  const data = [quiet, { day: '2026-06-14', faults: 2, warnings: 1, tips: 0 }]
  vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/operating/alert/trend': () => ({ data }) }))
  renderPage(<AlarmTrend />)
  const picture = await screen.findByRole('img', { name: /^Jun.14: 2 faults, 1 warning, 0 tips$/ })
  expect(screen.getByRole('link').getAttribute('href')).toBe('/alarms?state=history&from=2026-06-13&to=2026-06-14')
  expect(screen.getByText('3')).toBeTruthy()
  const bars = picture.querySelectorAll('[data-day="2026-06-14"] rect')
  expect([...bars].map((bar) => Number(bar.getAttribute('height')))).toEqual([40, (2 * 40) / 3, 40 / 3, 0])
})

it('names its picture when no alarm opened', async () => {
  const data = ['2026-06-13', '2026-06-14'].map((day) => ({ day, faults: 0, warnings: 0, tips: 0 }))
  vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/operating/alert/trend': () => ({ data }) }))
  renderPage(<AlarmTrend />)
  await screen.findByRole('img', { name: /^Jun.13 – Jun.14: 0 faults, 0 warnings, 0 tips$/ })
})
