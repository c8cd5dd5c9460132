/** The bundled cities (GeoNames) as columns: some 160,000 of them in about 15 MB. */
import { findLines, type Packed, readPacked, unpackDifferences, unpackNumbers } from './place-data.ts'

export type City = Readonly<{
  /** Of GeoNames. */
  id: number
  name: string
  /** `DE.02`, or `SG` where a city lies in no area. */
  area: string
  /** ISO 3166-1 alpha-2. */
  country: string
  zone: string
  latitudeDeg: number
  longitudeDeg: number
}>

export type Cities = Readonly<{
  count: number
  /** Every area that has a city. */
  areas: readonly string[]
  /** The cities of an area, the largest first: [from, to). */
  rangeOf: (area: string) => Readonly<{ from: number; to: number }>
  at: (index: number) => City
  /** Its name and its other spellings. */
  namesAt: (index: number) => readonly string[]
  /** Thousandths of a degree. */
  latitudes: Int32Array
  longitudes: Int32Array
  /** Eight times the binary logarithm of the people. */
  sizes: Uint8Array
  countryAt: (index: number) => string
}>

type About = Readonly<{ areas: readonly string[]; zones: readonly string[]; cities: number }>

let opened: Promise<Cities> | undefined

export function openCities(): Promise<Cities> {
  opened ??= readPacked<About>('cities').then(toCities)
  return opened
}

function toCities({ about, part }: Packed<About>): Cities {
  const { areas, zones, cities: count } = about
  const areaIndexes = new Uint16Array(count)
  const starts = new Map<string, { from: number; to: number }>()
  let from = 0
  for (const [index, cities] of [...unpackNumbers(part('counts'))].entries()) {
    starts.set(areas[index] ?? '', { from, to: from + cities })
    areaIndexes.fill(index, from, from + cities)
    from += cities
  }
  const ids = Uint32Array.from(unpackNumbers(part('ids')))
  const latitudes = Int32Array.from(unpackDifferences(part('latitudes')))
  const longitudes = Int32Array.from(unpackDifferences(part('longitudes')))
  const zoneIndexes = Uint16Array.from(unpackNumbers(part('zones')))
  // Copies, so that the decompressed file does not stay in memory.
  const [names, others] = [Buffer.from(part('names')), Buffer.from(part('others'))]
  const [nameStarts, otherStarts] = [findLines(names, count), findLines(others, count)]
  const line = (text: Buffer, lines: Uint32Array, index: number): string =>
    text.toString('utf8', lines[index] ?? 0, (lines[index + 1] ?? 1) - 1)
  const areaAt = (index: number): string => areas[areaIndexes[index] ?? 0] ?? ''
  return {
    count,
    areas,
    rangeOf: (area) => starts.get(area) ?? { from: 0, to: 0 },
    at: (index) => ({
      id: ids[index] ?? 0,
      name: line(names, nameStarts, index),
      area: areaAt(index),
      country: areaAt(index).slice(0, 2),
      zone: zones[zoneIndexes[index] ?? 0] ?? 'UTC',
      latitudeDeg: (latitudes[index] ?? 0) / 1000,
      longitudeDeg: (longitudes[index] ?? 0) / 1000,
    }),
    namesAt: (index) => [
      line(names, nameStarts, index),
      ...line(others, otherStarts, index)
        .split('\t')
        .filter((name) => name !== ''),
    ],
    latitudes,
    longitudes,
    sizes: Uint8Array.from(part('sizes')),
    countryAt: (index) => areaAt(index).slice(0, 2),
  }
}
