import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { describe, expect, it } from 'vitest'
import { clearSkyBand } from './clear-sky-band.ts'
import { clearSkyEnergy } from './clear-sky-energy.ts'

const ZONE = 'Europe/Berlin'
const site = {
  latitudeDeg: 52.4,
  longitudeDeg: 13.06,
  altitudeM: 40,
  capacityWp: 9840,
  azimuthDeg: 200,
  tiltDeg: 38,
  planes: [],
}
const energy = clearSkyEnergy(site, 8000, ZONE)

/** The area below the drawn band. */
function areaOf(day: string): number {
  const bounds = dayBounds(day, ZONE)
  const points = clearSkyBand(site, 8000, { ...bounds, slotMs: 5 * MINUTE_MS })
  return points.reduce((sum, { powerW }) => sum + powerW / 12, 0)
}

describe('clearSkyEnergy', () => {
  it.each(['2026-01-13', '2019-03-31', '2026-06-21', '2028-02-29', '2026-10-25', '2026-12-31'])(
    'is the area below the band on %s',
    (day) => {
      expect(energy.ofDay(day) / areaOf(day)).toBeCloseTo(1, 2)
      expect(energy.until(day, dayBounds(day, ZONE).toMs) / areaOf(day)).toBeCloseTo(1, 2)
    },
  )

  it('grows from 0 at midnight to the energy of the day', () => {
    const { fromMs, toMs } = dayBounds('2026-06-21', ZONE)
    expect(energy.until('2026-06-21', fromMs)).toBe(0)
    const byHour = Array.from({ length: 25 }, (_, hour) => energy.until('2026-06-21', fromMs + hour * HOUR_MS))
    for (const [hour, wh] of byHour.entries()) expect(wh).toBeGreaterThanOrEqual(byHour[hour - 1] ?? 0)
    expect(energy.until('2026-06-21', toMs + HOUR_MS)).toBe(byHour[24])
  })
})
