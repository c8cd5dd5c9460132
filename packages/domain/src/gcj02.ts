/**
 * Maps of mainland China draw places displaced by law (GCJ-02). The formula is the one that was published with the
 * first open implementations; it is off by less than a meter against theirs.
 */

/** WGS-84 or GCJ-02, degrees, north and east positive. */
export type MapPoint = Readonly<{ latitudeDeg: number; longitudeDeg: number }>

/** The ellipsoid of Krasovsky, which the displacement is defined on. */
const A_M = 6_378_245
const E2 = 0.006_693_421_622_965_943

type Box = readonly [north: number, west: number, south: number, east: number]
/** Mainland China, Hong Kong and Macau in boxes, and what of neighbors lies within them. */
const inside: readonly Box[] = [
  [49.2204, 79.4462, 42.8899, 96.33],
  [54.1415, 109.6872, 39.3742, 135.0002],
  [42.8899, 73.1246, 29.5297, 124.143_255],
  [29.5297, 82.9684, 26.7186, 97.0352],
  [29.5297, 97.0253, 20.414_096, 124.367_395],
  [20.414_096, 107.975_793, 17.871_542, 111.744_104],
]
const outside: readonly Box[] = [
  [25.398_623, 119.921_265, 21.785_006, 122.497_559],
  [22.284, 101.8652, 20.0988, 106.665],
  [21.5422, 106.4525, 20.4878, 108.051],
  [55.8175, 109.0323, 50.3257, 119.127],
  [55.8175, 127.4568, 49.5574, 137.0227],
  [44.8922, 131.2662, 42.5692, 137.0227],
]

const isIn =
  ({ latitudeDeg, longitudeDeg }: MapPoint) =>
  ([north, west, south, east]: Box): boolean =>
    latitudeDeg <= north && latitudeDeg >= south && longitudeDeg >= west && longitudeDeg <= east

/** Whether maps draw a place displaced; near the border by boxes, so a place a few kilometers beyond may count. */
export const isDisplaced = (point: MapPoint): boolean => inside.some(isIn(point)) && !outside.some(isIn(point))

const { PI } = Math
const wave = (x: number, factor: number): number => Math.sin(x * PI * factor)

function shift({ latitudeDeg, longitudeDeg }: MapPoint): Readonly<{ north: number; east: number }> {
  const [x, y] = [longitudeDeg - 105, latitudeDeg - 35]
  const ripple = ((20 * wave(x, 6) + 20 * wave(x, 2)) * 2) / 3
  const root = Math.sqrt(Math.abs(x))
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    ripple +
    ((20 * wave(y, 1) + 40 * wave(y, 1 / 3)) * 2) / 3 +
    ((160 * wave(y, 1 / 12) + 320 * wave(y, 1 / 30)) * 2) / 3
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    ripple +
    ((20 * wave(x, 1) + 40 * wave(x, 1 / 3)) * 2) / 3 +
    ((150 * wave(x, 1 / 12) + 300 * wave(x, 1 / 30)) * 2) / 3
  return { north, east }
}

/** Where a map of China draws a place of WGS-84; outside China the place itself. */
export function toGcj02(point: MapPoint): MapPoint {
  if (!isDisplaced(point)) return point
  const { north, east } = shift(point)
  const latitudeRad = (point.latitudeDeg / 180) * PI
  const magic = 1 - E2 * Math.sin(latitudeRad) ** 2
  const root = Math.sqrt(magic)
  return {
    latitudeDeg: point.latitudeDeg + (north * 180) / (((A_M * (1 - E2)) / (magic * root)) * PI),
    longitudeDeg: point.longitudeDeg + (east * 180) / ((A_M / root) * Math.cos(latitudeRad) * PI),
  }
}

/** The place of WGS-84 that a map of China draws here, to a tenth of a meter: for a click on such a map. */
export function fromGcj02(drawn: MapPoint): MapPoint {
  let found = drawn
  for (let round = 0; round < 6; round += 1) {
    const back = toGcj02(found)
    found = {
      latitudeDeg: found.latitudeDeg + drawn.latitudeDeg - back.latitudeDeg,
      longitudeDeg: found.longitudeDeg + drawn.longitudeDeg - back.longitudeDeg,
    }
  }
  return isDisplaced(found) ? found : drawn
}
