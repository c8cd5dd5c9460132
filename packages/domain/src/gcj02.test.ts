import { describe, expect, it } from 'vitest'
import { fromGcj02, isDisplaced, toGcj02 } from './gcj02.ts'

const point = (latitudeDeg: number, longitudeDeg: number) => ({ latitudeDeg, longitudeDeg })
/** Meters are near enough 1/111,000 degrees here. */
const NEAR = 5

describe('GCJ-02', () => {
  // The points that open implementations of the displacement are published and tested with.
  it.each([
    ['Shanghai', 31.1774276, 121.5272106, 31.17530398364597, 121.531541859215],
    ['Shenzhen', 22.543847, 113.912316, 22.540796131694766, 113.9171764808363],
    ['Beijing', 39.911954, 116.377817, 39.91334545536069, 116.38404722455657],
  ])('displaces %s as published', (_city, latitude, longitude, drawnLatitude, drawnLongitude) => {
    const drawn = toGcj02(point(latitude, longitude))
    expect(drawn.latitudeDeg).toBeCloseTo(drawnLatitude, NEAR)
    expect(drawn.longitudeDeg).toBeCloseTo(drawnLongitude, NEAR)
    const back = fromGcj02(point(drawnLatitude, drawnLongitude))
    expect(back.latitudeDeg).toBeCloseTo(latitude, NEAR)
    expect(back.longitudeDeg).toBeCloseTo(longitude, NEAR)
  })

  it.each([
    ['Berlin', 52.52, 13.4],
    ['Taipei', 25.03, 121.56],
    ['Hanoi', 21.03, 105.85],
    ['Vladivostok', 43.12, 131.9],
    ['Delhi', 28.61, 77.21],
    ['Tokyo', 35.68, 139.69],
    ['the equator', 0, 0],
  ])('leaves %s where it is', (_city, latitude, longitude) => {
    expect(isDisplaced(point(latitude, longitude))).toBe(false)
    expect(toGcj02(point(latitude, longitude))).toEqual(point(latitude, longitude))
    expect(fromGcj02(point(latitude, longitude))).toEqual(point(latitude, longitude))
  })

  it.each([
    ['Hong Kong', 22.32, 114.17],
    ['Urumqi', 43.82, 87.62],
    ['Harbin', 45.8, 126.53],
    ['Haikou', 20.04, 110.34],
    ['Lhasa', 29.65, 91.1],
  ])('displaces %s, by less than a kilometer', (_city, latitude, longitude) => {
    const drawn = toGcj02(point(latitude, longitude))
    const meters = Math.hypot(
      (drawn.latitudeDeg - latitude) * 111_000,
      (drawn.longitudeDeg - longitude) * 111_000 * Math.cos((latitude * Math.PI) / 180),
    )
    expect(meters).toBeGreaterThan(50)
    expect(meters).toBeLessThan(1_000)
  })
})
