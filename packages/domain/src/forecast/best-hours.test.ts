import { expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { bestHours } from './best-hours.ts'

const hours = [0, 100, 900, 1_200, 1_100, 300, 0].map((p50W, at) => ({ atMs: at * HOUR_MS, p50W }))
const day = { fromMs: 0, toMs: 24 * HOUR_MS }

it('the strongest three hours in a row are the best ones', () => {
  expect(bestHours(hours, day)).toEqual({ fromMs: 2 * HOUR_MS, toMs: 5 * HOUR_MS, energyWh: 3_200 })
})

it('hours beside the asked day, or with a gap between them, do not count', () => {
  expect(bestHours(hours, { fromMs: 4 * HOUR_MS, toMs: 7 * HOUR_MS })?.energyWh).toBe(1_400)
  expect(bestHours(hours, { fromMs: 5 * HOUR_MS, toMs: 7 * HOUR_MS })).toBeNull()
  expect(
    bestHours(
      hours.filter((_, at) => at % 3 !== 2),
      day,
    ),
  ).toBeNull()
})

it('a day without sun has no best hours', () => {
  expect(
    bestHours(
      hours.map((hour) => ({ ...hour, p50W: 0 })),
      day,
    ),
  ).toBeNull()
})
