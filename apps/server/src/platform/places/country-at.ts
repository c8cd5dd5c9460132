import { HOUR_MS } from '@heliograph/domain/duration.ts'
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

const ROUND = HOUR_MS
/** Outlines stop short of the date line on its eastern side, so its west stands for a place on it; none reaches the pole. */
const DATE_LINE = 179.97
const BESIDE_IT = 1_799_990
const SOUTHERNMOST = -899_000

let opened: Promise<readonly Ring[]> | undefined

async function open(): Promise<readonly Ring[]> {
  const packed = await readPacked<{ codes: readonly string[] }>('borders')
  const countries = unpackNumbers(packed.part('countries'))
  const longitudes = unpackDifferences(packed.part('longitudes'))
  const latitudes = unpackDifferences(packed.part('latitudes'))
  const next = (numbers: Generator<number>): number => numbers.next().value ?? 0
  return [...unpackNumbers(packed.part('counts'))].map((count) => {
    const country = packed.about.codes[next(countries)] ?? ''
    const written = Array.from({ length: count }, () => [next(longitudes), next(latitudes)] as const)
    // Outlines of countries end at the date line.
    const points = country === '' ? unroll(written) : written
    let [west, east, south, north] = [1e9, -1e9, 1e9, -1e9]
    for (const [x, y] of points) {
      west = Math.min(west, x)
      east = Math.max(east, x)
      south = Math.min(south, y)
      north = Math.max(north, y)
    }
    return { country, points: Int32Array.from(points.flat()), west, east, south, north }
  })
}

type Point = readonly [x: number, y: number]

/** A ring over the date line goes on beyond 180 degrees; one around the south pole is closed there. */
function unroll(points: readonly Point[]): readonly Point[] {
  let turns = 0
  const flat = points.map(([x, y], at): Point => {
    const step = x - (points[at - 1]?.[0] ?? x)
    if (Math.abs(step) > ROUND / 2) turns -= Math.sign(step)
    return [x + turns * ROUND, y]
  })
  const [first, last] = [flat[0], flat.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < ROUND / 2) return flat
  const end = first[0] + ROUND * Math.sign(last[0] - first[0])
  return [...flat, [end, first[1]], [end, -ROUND / 4], [first[0], -ROUND / 4]]
}

/** At sea the outlines are generous: `isLand` is exact, but for small islands and the last kilometers of a coast. */
export type CountryAt = Readonly<{ country: string | null; isLand: boolean }>

export async function findOutlines(latitude: number, longitude: number): Promise<CountryAt> {
  opened ??= open()
  const [x, y] = [
    Math.abs(longitude) > DATE_LINE ? BESIDE_IT : longitude * 10_000,
    Math.max(latitude * 10_000, SOUTHERNMOST),
  ]
  // A hole is a ring of the same country as its outline: a place in both is in neither.
  const times = new Map<string, number>()
  for (const ring of await opened) {
    if (y < ring.south || y > ring.north) continue
    // Once around, the same place again.
    for (const same of [x - ROUND, x, x + ROUND])
      if (same >= ring.west && same <= ring.east && encloses(ring.points, same, y))
        times.set(ring.country, (times.get(ring.country) ?? 0) + 1)
  }
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
