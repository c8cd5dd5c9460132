import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from './spans.ts'
import { findSunEvents } from './sun-events.ts'
import { findNextSunrise, isSunUp } from './sun-up.ts'

const berlin = { latitudeDeg: 52.5, longitudeDeg: 13.4 }
const tromso = { latitudeDeg: 69.65, longitudeDeg: 18.96 }
const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)

describe('whether the sun is up', () => {
  it('changes at sunrise and at sunset, to the second', () => {
    for (const date of ['2026-01-10', '2026-03-20', '2026-06-21', '2026-10-25']) {
      const { sunriseMs, sunsetMs } = findSunEvents(at(date), at(date) + DAY_MS, 52.5, 13.4)
      if (sunriseMs === null || sunsetMs === null) throw new Error('a day without sunrise')
      const around = (ms: number) => [isSunUp(ms - 1_000, berlin), isSunUp(ms + 1_000, berlin)]
      expect([around(sunriseMs), around(sunsetMs)]).toEqual([
        [false, true],
        [true, false],
      ])
    }
  })

  it('gives the next sunrise only while the sun is down', () => {
    const nightMs = at('2026-03-20') + HOUR_MS
    const sunriseMs = findNextSunrise(nightMs, berlin)
    expect(sunriseMs).toBe(findSunEvents(nightMs, nightMs + 25 * HOUR_MS, 52.5, 13.4).sunriseMs)
    expect(findNextSunrise(at('2026-03-20') + 12 * HOUR_MS, berlin)).toBeNull()
    expect(findNextSunrise(at('2026-12-20'), tromso)).toBeNull()
  })
})
