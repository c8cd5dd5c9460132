import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DayCurveFigures } from '../../../api/plant-figures.ts'
import { renderPage } from '../../../testing/render.tsx'
import { DayNotes } from './day-notes.tsx'

afterEach(cleanup)

const day = {
  date: '2026-11-22',
  zone: 'Europe/Madrid',
  intervalS: 300,
  slots: [],
  gaps: [],
  clearSky: [],
  sunriseMs: Date.parse('2026-11-22T07:18:57Z'),
  sunsetMs: Date.parse('2026-11-22T17:08:52Z'),
} as Partial<DayCurveFigures> as DayCurveFigures

it("tells sunrise and sunset by the plant's clock", () => {
  renderPage(<DayNotes day={day} withBand={false} expected={undefined} />)
  expect(screen.getByText('sunrise 08:18, sunset 18:08')).toBeTruthy()
  expect(screen.queryByText(/expected/i)).toBeNull()
})

it('names the forecast, with its energy and its range', () => {
  renderPage(<DayNotes day={day} withBand={false} expected={{ p10Wh: 11_000, p50Wh: 16_100, p90Wh: 22_000 }} />)
  expect(screen.getByText('expected: 16.10 kWh (11.00 kWh to 22.00 kWh)')).toBeTruthy()
})
