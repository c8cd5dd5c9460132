import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'
import { describe, expect, it } from 'vitest'
import { clearSkyBand } from './clear-sky-band.ts'

const lordHowe = {
  latitudeDeg: -31.55,
  longitudeDeg: 159.08,
  altitudeM: 10,
  capacityWp: 7000,
  azimuthDeg: 10,
  tiltDeg: 20,
  planes: [],
}
const fromMs = Date.parse('2026-11-19T14:00:00Z')
const day = { fromMs, toMs: fromMs + 24 * HOUR_MS, slotMs: 5 * MINUTE_MS }

describe('clearSkyBand', () => {
  it('B10: is above any sky of the model, also with the sun behind the modules', () => {
    const band = new Map(clearSkyBand(lordHowe, 6000, day).map(({ atMs, powerW }) => [atMs, powerW]))
    const planes = [{ mount: 'fixed', pdc0W: 7000, tiltDeg: 20, azimuthDeg: 10 }] as const
    const array = describeArray({ ratedAcW: 6000 })
    for (let atMs = day.fromMs; atMs < day.toMs; atMs += day.slotMs)
      for (const clearSkyIndex of [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1])
        for (const linkeTurbidity of [2, 3, 4.5]) {
          const weather = { temperatureC: 12, windMs: 2, clearSkyIndex, linkeTurbidity }
          const { acW } = getExpectedPower(atMs + day.slotMs / 2, lordHowe, planes, array, weather)
          const at = `${new Date(atMs).toISOString()} ${clearSkyIndex} ${linkeTurbidity}`
          expect(acW, at).toBeLessThanOrEqual((band.get(atMs) ?? 0) + 1)
        }
  })

  it('covers the light at the edge of a slot in which the sun sets', () => {
    const hourly = clearSkyBand(lordHowe, 6000, { ...day, slotMs: HOUR_MS })
    const fine = clearSkyBand(lordHowe, 6000, day)
    for (const { atMs, powerW } of fine) {
      const around = hourly.find((item) => item.atMs <= atMs && atMs < item.atMs + HOUR_MS)
      expect(around?.powerW ?? 0).toBeGreaterThanOrEqual(powerW - 1)
    }
  })
})
