import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getAbsoluteAirmass, getRelativeAirmass } from './airmass.ts'
import { getHaurwitzGhiWm2, getIneichenClearSky } from './clear-sky.ts'
import { getClearnessIndex, splitByErbs } from './decomposition.ts'
import { cosDeg } from './degrees.ts'
import { getDayOfYearUtc, getExtraterrestrialWm2 } from './extraterrestrial.ts'
import { pressureFromAltitude } from './sun-position.ts'

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as T
}

type Light = Readonly<{ ghi: number; dni: number; dhi: number }>
const clearSky = read<{
  cases: readonly Readonly<{
    id: string
    time: string
    altitude_m: number
    linke_turbidity: number
    inputs: Readonly<{
      apparent_zenith: number
      pressure_pa: number
      airmass_relative: number | null
      airmass_absolute: number | null
      dni_extra: number
    }>
    expected: Readonly<{ ineichen: Light; haurwitz_ghi: number }>
  }>[]
}>('clearsky')

describe('clear sky', () => {
  it('follows the reference within 0.01 W/m2', () => {
    expect(clearSky.cases.length).toBeGreaterThan(80)
    for (const { id, time, altitude_m, linke_turbidity, inputs, expected } of clearSky.cases) {
      const pressurePa = pressureFromAltitude(altitude_m)
      expect(Math.abs(pressurePa - inputs.pressure_pa), id).toBeLessThan(0.01)
      const extra = getExtraterrestrialWm2(getDayOfYearUtc(Date.parse(time)))
      expect(Math.abs(extra - inputs.dni_extra), id).toBeLessThan(0.001)
      const relative = getRelativeAirmass(inputs.apparent_zenith)
      const absolute = relative === null ? 0 : getAbsoluteAirmass(relative, pressurePa)
      if (inputs.airmass_absolute !== null) expect(absolute, id).toBeCloseTo(inputs.airmass_absolute, 4)
      const light = getIneichenClearSky(inputs.apparent_zenith, absolute, extra, linke_turbidity, altitude_m)
      expect(Math.abs(light.ghiWm2 - expected.ineichen.ghi), id).toBeLessThan(0.01)
      expect(Math.abs(light.dniWm2 - expected.ineichen.dni), id).toBeLessThan(0.01)
      expect(Math.abs(light.dhiWm2 - expected.ineichen.dhi), id).toBeLessThan(0.01)
      expect(Math.abs(getHaurwitzGhiWm2(inputs.apparent_zenith) - expected.haurwitz_ghi), id).toBeLessThan(0.01)
    }
  })

  it('is dark below the horizon', () => {
    expect(getRelativeAirmass(90.001)).toBeNull()
    expect(getIneichenClearSky(90.001, 38, 1366, 3, 0).ghiWm2).toBe(0)
    expect(getHaurwitzGhiWm2(95)).toBe(0)
  })
})

const split = read<{
  cases: readonly Readonly<{
    id: string
    day_of_year: number
    zenith: number
    ghi: number
    expected: Readonly<{ erbs: Readonly<{ kt: number; dni: number; dhi: number }> }>
  }>[]
}>('decomposition')

describe('Erbs split', () => {
  it('follows the reference within 0.01 W/m2', () => {
    expect(split.cases.length).toBeGreaterThan(150)
    for (const { id, day_of_year, zenith, ghi, expected } of split.cases) {
      const extra = getExtraterrestrialWm2(day_of_year)
      const light = splitByErbs(ghi, zenith, extra)
      expect(getClearnessIndex(ghi, zenith, extra), id).toBeCloseTo(expected.erbs.kt, 5)
      expect(Math.abs(light.dniWm2 - expected.erbs.dni), id).toBeLessThan(0.01)
      expect(Math.abs(light.dhiWm2 - expected.erbs.dhi), id).toBeLessThan(0.01)
    }
  })

  it('always adds up to the global irradiance', () => {
    const zenith = fc.double({ min: 0, max: 120, noNaN: true })
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1600, noNaN: true }), zenith, (ghiWm2, zenithDeg) => {
        const light = splitByErbs(ghiWm2, zenithDeg, 1361)
        expect(light.dniWm2).toBeGreaterThanOrEqual(0)
        expect(light.dhiWm2).toBeGreaterThanOrEqual(0)
        expect(light.dhiWm2 + light.dniWm2 * cosDeg(zenithDeg)).toBeCloseTo(ghiWm2, 6)
      }),
    )
  })
})
