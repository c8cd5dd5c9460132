import { describe, expect, it } from 'vitest'
import { fixedPlanesOf, planesOf, toModulesOfPlant } from './module-plane.ts'

const east = { name: 'East', azimuthDeg: 90, tiltDeg: 30, capacityWp: 4000 }
const west = { name: 'West', azimuthDeg: 270, tiltDeg: 25, capacityWp: 6000 }

describe('the planes of a plant', () => {
  it('are one plane with the orientation of the record when none are entered', () => {
    const plant = { capacityWp: 9840, azimuthDeg: 200, tiltDeg: 38, planes: [] }
    expect(planesOf(plant)).toEqual([{ name: '', azimuthDeg: 200, tiltDeg: 38, capacityWp: 9840 }])
    expect(fixedPlanesOf(plant)).toEqual([{ mount: 'fixed', pdc0W: 9840, tiltDeg: 38, azimuthDeg: 200 }])
  })

  it('give the record their sum and the orientation of the largest', () => {
    const plant = toModulesOfPlant([east, west])
    expect(plant).toEqual({ capacityWp: 10_000, azimuthDeg: 270, tiltDeg: 25, planes: [east, west] })
    expect(planesOf(plant)).toEqual([east, west])
  })

  it('need no list when there is only one', () => {
    expect(toModulesOfPlant([east])).toEqual({ capacityWp: 4000, azimuthDeg: 90, tiltDeg: 30, planes: [] })
  })

  it('share a whole by their nameplates', () => {
    const shares = fixedPlanesOf(toModulesOfPlant([east, west]), 1).map(({ pdc0W }) => pdc0W)
    expect(shares).toEqual([0.4, 0.6])
  })

  it('add up without binary rounding errors', () => {
    const thirds = [0.1, 0.2].map((capacityWp) => ({ ...east, capacityWp }))
    expect(toModulesOfPlant(thirds).capacityWp).toBe(0.3)
  })
})
