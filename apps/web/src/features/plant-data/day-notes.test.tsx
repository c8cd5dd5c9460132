import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DayCurveFigures } from '../../api/plant-figures.ts'
import { renderPage } from '../../testing/render.tsx'
import { DayNotes } from './day-notes.tsx'

afterEach(cleanup)

it("tells sunrise and sunset by the plant's clock", () => {
  const day: Partial<DayCurveFigures> = {
    date: '2026-11-22',
    zone: 'Europe/Madrid',
    intervalS: 300,
    sunriseMs: Date.parse('2026-11-22T07:18:57Z'),
    sunsetMs: Date.parse('2026-11-22T17:08:52Z'),
    slots: [],
    gaps: [],
    clearSky: [],
  }
  renderPage(<DayNotes day={day as DayCurveFigures} withBand={false} />)
  expect(screen.getByText('sunrise 08:18, sunset 18:08')).toBeTruthy()
})
