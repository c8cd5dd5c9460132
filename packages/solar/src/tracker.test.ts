import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getCosIncidence, getIncidenceDeg } from './incidence.ts'
import { getTrackerOrientation } from './tracker.ts'

const reference = JSON.parse(
  readFileSync(new URL('./fixtures/single_axis_tracker.json', import.meta.url), 'utf8'),
) as Readonly<{
  axis_azimuth: number
  rows: readonly Readonly<{
    time: string
    gcr: number
    backtrack: boolean
    max_angle: number
    apparent_zenith: number
    solar_azimuth: number
    expected: Readonly<{ tracker_theta: number; aoi: number; surface_tilt: number; surface_azimuth: number }>
  }>[]
}>

describe('tracker', () => {
  it('follows the reference within 0.0001 deg', () => {
    expect(reference.axis_azimuth).toBe(180)
    expect(reference.rows.length).toBe(56)
    for (const { time, gcr, backtrack, max_angle, apparent_zenith, solar_azimuth, expected } of reference.rows) {
      const turned = getTrackerOrientation(apparent_zenith, solar_azimuth, max_angle, backtrack ? gcr : null)
      // The reference counts rotation about an axis that points south: west is positive.
      expect(Math.abs(turned.rotationDeg + expected.tracker_theta), time).toBeLessThan(1e-4)
      expect(Math.abs(turned.tiltDeg - expected.surface_tilt), time).toBeLessThan(1e-4)
      expect(turned.surfaceAzimuthDeg, time).toBe(expected.surface_azimuth)
      const cosine = getCosIncidence(turned.tiltDeg, turned.surfaceAzimuthDeg, apparent_zenith, solar_azimuth)
      expect(Math.abs(getIncidenceDeg(cosine) - expected.aoi), time).toBeLessThan(1e-3)
    }
  })

  it('lies flat at night and never passes its stop', () => {
    expect(getTrackerOrientation(95, 80, 60, 0.4)).toEqual({ rotationDeg: 0, tiltDeg: 0, surfaceAzimuthDeg: 270 })
    expect(getTrackerOrientation(80, 90, 45, null)).toEqual({ rotationDeg: 45, tiltDeg: 45, surfaceAzimuthDeg: 90 })
  })
})
