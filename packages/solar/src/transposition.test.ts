import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosDeg } from './degrees.ts'
import { getAshraeTransmission, getCosIncidence, getIncidenceDeg } from './incidence.ts'
import { getGroundReflectedWm2, getHayDaviesSkyWm2, getIsotropicSkyWm2, getPerezSkyWm2 } from './transposition.ts'

type Sky = Readonly<{ poa_global: number; poa_sky_diffuse: number }>
const reference = JSON.parse(
  readFileSync(new URL('./fixtures/transposition.json', import.meta.url), 'utf8'),
) as Readonly<{
  cases: readonly Readonly<{
    id: string
    surface_tilt: number
    surface_azimuth: number
    solar_zenith: number
    solar_azimuth: number
    dni: number
    ghi: number
    dhi: number
    dni_extra: number
    airmass_relative: number
    albedo: number
    expected: Readonly<{
      aoi: number
      poa_direct: number
      poa_ground_diffuse: number
      models: Readonly<{ isotropic: Sky; haydavies: Sky; perez: Sky }>
      iam_ashrae_005: number
    }>
  }>[]
}>

describe('plane of array', () => {
  it('follows the reference within 0.05 W/m2 in 140 skies', () => {
    expect(reference.cases.length).toBe(140)
    for (const c of reference.cases) {
      const { expected, id } = c
      const light = { ghiWm2: c.ghi, dniWm2: c.dni, dhiWm2: c.dhi }
      const cosIncidence = getCosIncidence(c.surface_tilt, c.surface_azimuth, c.solar_zenith, c.solar_azimuth)
      expect(Math.abs(getIncidenceDeg(cosIncidence) - expected.aoi), id).toBeLessThan(1e-4)
      const beam = c.dni * Math.max(0, cosIncidence)
      expect(Math.abs(beam - expected.poa_direct), id).toBeLessThan(0.01)
      const ground = getGroundReflectedWm2(c.ghi, c.albedo, c.surface_tilt)
      expect(Math.abs(ground - expected.poa_ground_diffuse), id).toBeLessThan(0.01)
      const cosZenith = cosDeg(c.solar_zenith)
      const skies = {
        isotropic: getIsotropicSkyWm2(c.dhi, c.surface_tilt),
        haydavies: getHayDaviesSkyWm2(light, c.dni_extra, cosZenith, cosIncidence, c.surface_tilt),
        perez: getPerezSkyWm2(light, c.dni_extra, c.airmass_relative, c.solar_zenith, cosIncidence, c.surface_tilt),
      }
      for (const model of ['isotropic', 'haydavies', 'perez'] as const) {
        const wanted = expected.models[model]
        expect(Math.abs(skies[model] - wanted.poa_sky_diffuse), `${id} ${model}`).toBeLessThan(0.05)
        expect(Math.abs(beam + ground + skies[model] - wanted.poa_global), `${id} ${model}`).toBeLessThan(0.05)
      }
      expect(Math.abs(getAshraeTransmission(cosIncidence) - expected.iam_ashrae_005), id).toBeLessThan(1e-5)
    }
  })

  it('equals the horizontal irradiance on a horizontal plane', () => {
    const light = { ghiWm2: 600, dniWm2: 500, dhiWm2: 600 - 500 * cosDeg(50) }
    const cosIncidence = getCosIncidence(0, 123, 50, 200)
    const beam = light.dniWm2 * cosIncidence
    expect(beam + getIsotropicSkyWm2(light.dhiWm2, 0)).toBeCloseTo(600, 9)
    expect(beam + getHayDaviesSkyWm2(light, 1366, cosDeg(50), cosIncidence, 0)).toBeCloseTo(600, 9)
    expect(beam + getPerezSkyWm2(light, 1366, 1.55, 50, cosIncidence, 0)).toBeCloseTo(600, 9)
  })

  it('gives no Perez light without air mass or diffuse light, and never a negative one', () => {
    const light = { ghiWm2: 10, dniWm2: 0, dhiWm2: 10 }
    expect(getPerezSkyWm2(light, 1366, null, 91, 0.2, 30)).toBe(0)
    expect(getPerezSkyWm2({ ...light, dhiWm2: 0 }, 1366, 1.5, 50, 0.2, 30)).toBe(0)
    const watts = fc.double({ min: 0, max: 1200, noNaN: true })
    const angle = fc.double({ min: 0, max: 90, noNaN: true })
    fc.assert(
      fc.property(watts, watts, angle, angle, (dniWm2, dhiWm2, zenithDeg, tiltDeg) => {
        const sky = { ghiWm2: dhiWm2 + dniWm2 * cosDeg(zenithDeg), dniWm2, dhiWm2 }
        const cosIncidence = getCosIncidence(tiltDeg, 180, zenithDeg, 200)
        expect(getPerezSkyWm2(sky, 1366, 2, zenithDeg, cosIncidence, tiltDeg)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('lets no beam in from behind', () => {
    expect(getAshraeTransmission(-0.2)).toBe(0)
    expect(getAshraeTransmission(1)).toBe(1)
    expect(getAshraeTransmission(0.01)).toBe(0)
  })
})
