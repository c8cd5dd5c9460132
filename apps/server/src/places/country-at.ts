/** The country of a place, by outlines that are exact to some hundred meters at borders and generous at coasts. */
import { readPacked, unpackDifferences, unpackNumbers } from './place-data.ts'

type Ring = Readonly<{
  country: string
  /** Ten-thousandths of a degree: longitude, latitude, and so on. */
  points: Int32Array
  west: number
  east: number
  south: number
  north: number
}>

let opened: Promise<readonly Ring[]> | undefined

async function open(): Promise<readonly Ring[]> {
  const packed = await readPacked<{ codes: readonly string[] }>('borders')
  const countries = unpackNumbers(packed.part('countries'))
  const longitudes = unpackDifferences(packed.part('longitudes'))
  const latitudes = unpackDifferences(packed.part('latitudes'))
  const next = (numbers: Generator<number>): number => numbers.next().value ?? 0
  return [...unpackNumbers(packed.part('counts'))].map((count) => {
    const country = packed.about.codes[next(countries)] ?? ''
    const points = new Int32Array(count * 2)
    let [west, east, south, north] = [1e9, -1e9, 1e9, -1e9]
    for (let at = 0; at < count; at += 1) {
      const [x, y] = [next(longitudes), next(latitudes)]
      points[2 * at] = x
      points[2 * at + 1] = y
      west = Math.min(west, x)
      east = Math.max(east, x)
      south = Math.min(south, y)
      north = Math.max(north, y)
    }
    return { country, points, west, east, south, north }
  })
}

/** At sea the outlines are generous: `isLand` tells land, but for small islands and the last kilometers of a coast. */
export type CountryAt = Readonly<{ country: string | null; isLand: boolean }>

export async function findOutlines(latitude: number, longitude: number): Promise<CountryAt> {
  opened ??= open()
  const [x, y] = [longitude * 10_000, latitude * 10_000]
  // A hole is a ring of the same country as its outline: a place in both is in neither.
  const times = new Map<string, number>()
  for (const ring of await opened)
    if (x >= ring.west && x <= ring.east && y >= ring.south && y <= ring.north && encloses(ring.points, x, y))
      times.set(ring.country, (times.get(ring.country) ?? 0) + 1)
  const inside = [...times].filter(([, count]) => count % 2 === 1).map(([country]) => country)
  return { country: inside.find((country) => country !== '') ?? null, isLand: inside.includes('') }
}

/** ISO 3166-1 alpha-2 of whose land or waters a place is in, or null. */
export const findCountryAt = async (latitude: number, longitude: number): Promise<string | null> =>
  (await findOutlines(latitude, longitude)).country

/** Counts the edges that a ray to the east crosses. */
function encloses(points: Int32Array, x: number, y: number): boolean {
  let inside = false
  let [fromX, fromY] = [points.at(-2) ?? 0, points.at(-1) ?? 0]
  for (let at = 0; at < points.length; at += 2) {
    const [toX, toY] = [points[at] ?? 0, points[at + 1] ?? 0]
    if (fromY > y !== toY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) inside = !inside
    fromX = toX
    fromY = toY
  }
  return inside
}
