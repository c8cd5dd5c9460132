/** The city nearest to a place, by a grid of whole degrees. */
import type { Cities } from './cities.ts'

const EARTH_KM = 6_371
const DEGREE_KM = (Math.PI * EARTH_KM) / 180
const RADIANS = Math.PI / 180

type Grid = Readonly<{ starts: Uint32Array; indexes: Uint32Array }>
const grids = new WeakMap<Cities, Grid>()

const cellOf = (row: number, column: number): number => row * 360 + (((column % 360) + 360) % 360)
const rowOf = (thousandths: number): number => Math.min(179, Math.floor(thousandths / 1000) + 90)
const columnOf = (thousandths: number): number => Math.floor(thousandths / 1000) + 180

function gridOf(cities: Cities): Grid {
  const known = grids.get(cities)
  if (known) return known
  const { count, latitudes, longitudes } = cities
  const cells = new Uint16Array(count)
  const starts = new Uint32Array(180 * 360 + 1)
  for (let index = 0; index < count; index += 1) {
    const cell = cellOf(rowOf(latitudes[index] ?? 0), columnOf(longitudes[index] ?? 0))
    cells[index] = cell
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  }
  for (let cell = 0; cell < 180 * 360; cell += 1) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0)
  const free = starts.slice()
  const indexes = new Uint32Array(count)
  for (let index = 0; index < count; index += 1) {
    const cell = cells[index] ?? 0
    indexes[free[cell] ?? 0] = index
    free[cell] = (free[cell] ?? 0) + 1
  }
  const grid = { starts, indexes }
  grids.set(cities, grid)
  return grid
}

/** Great-circle distance in km. */
export function distanceKm(latitude: number, longitude: number, toLatitude: number, toLongitude: number): number {
  const [a, b] = [latitude * RADIANS, toLatitude * RADIANS]
  const half =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(((toLongitude - longitude) * RADIANS) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** How far a city reaches, by its people: 17 km of 8 million, 2 km of 100,000. */
const reachKm = (size: number): number => 0.006 * Math.sqrt(2 ** (size / 8))

/** The city of the same area that holds a place, where the nearest is a district of it; undefined: none does. */
export function findSurroundingCity(
  cities: Cities,
  place: Readonly<{ latitude: number; longitude: number }>,
  nearest: Near,
): Near | undefined {
  const { from, to } = cities.rangeOf(cities.at(nearest.index).area)
  let best: (Near & Readonly<{ share: number }>) | undefined
  for (let index = from; index < to; index += 1) {
    const reach = reachKm(cities.sizes[index] ?? 0)
    // The largest come first.
    if (reach < 0.2) break
    const [latitude, longitude] = [(cities.latitudes[index] ?? 0) / 1000, (cities.longitudes[index] ?? 0) / 1000]
    if (Math.abs(latitude - place.latitude) * DEGREE_KM > reach) continue
    const km = distanceKm(place.latitude, place.longitude, latitude, longitude)
    const share = km / reach
    if (share < (best?.share ?? 1)) best = { index, km, share }
  }
  return best && { index: best.index, km: best.km }
}

export type Near = Readonly<{ index: number; km: number }>

/** @param country only its cities; undefined where it has none within `mostKm` */
export function findNearestCity(
  cities: Cities,
  place: Readonly<{ latitude: number; longitude: number }>,
  mostKm: number,
  country?: string,
): Near | undefined {
  const { starts, indexes } = gridOf(cities)
  const { latitude, longitude } = place
  const row = rowOf(latitude * 1000)
  const column = columnOf(longitude * 1000)
  let best: Near | undefined
  const visit = (atRow: number, atColumn: number): void => {
    const cell = cellOf(atRow, atColumn)
    for (let at = starts[cell] ?? 0; at < (starts[cell + 1] ?? 0); at += 1) {
      const index = indexes[at] ?? 0
      if (country !== undefined && cities.countryAt(index) !== country) continue
      const km = distanceKm(
        latitude,
        longitude,
        (cities.latitudes[index] ?? 0) / 1000,
        (cities.longitudes[index] ?? 0) / 1000,
      )
      if (km <= (best?.km ?? mostKm)) best = { index, km }
    }
  }
  // Rows from the place outwards; in each the columns that a circle of the best distance so far may reach.
  for (let ring = 0; ring < 180; ring += 1) {
    if ((ring - 1) * DEGREE_KM > (best?.km ?? mostKm)) break
    for (const atRow of ring === 0 ? [row] : [row - ring, row + ring]) {
      if (atRow < 0 || atRow > 179) continue
      const farthest = Math.min(89.9, Math.max(Math.abs(atRow - 90), Math.abs(atRow - 89)))
      const reach = Math.ceil((best?.km ?? mostKm) / (DEGREE_KM * Math.cos(farthest * RADIANS)))
      if (reach >= 180) for (let other = 0; other < 360; other += 1) visit(atRow, other)
      else
        for (let aside = 0; aside <= reach; aside += 1) {
          visit(atRow, column + aside)
          if (aside > 0) visit(atRow, column - aside)
        }
    }
  }
  return best
}
