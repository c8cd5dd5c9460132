import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../../testing/render.tsx'
import { WeatherCard } from './weather-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['', /has been requested\. It arrives within minutes/],
  ['refused', /has given no answer for this place yet\. It is asked again by itself/],
])('says what a place without weather waits for: "%s"', async (fault, words) => {
  const sky = {
    timeZone: 'Europe/Berlin',
    reason: 'waiting',
    provider: '',
    attribution: null,
    now: null,
    data: [],
    fault,
    irradianceKnown: false,
    pastKnown: true,
    lastUpdateTime: null,
  }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /region-s/weather/searchForecast': () => sky,
      'GET /maintain-s/history/power/7/forecast': () => ({ reason: 'waiting', days: [] }),
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <WeatherCard today="2026-11-28" />
    </CurrentPlantContext>,
  )
  expect(await screen.findByText(words)).toBeTruthy()
})
