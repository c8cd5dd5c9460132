/** The place that gives each time zone its name: small islands and zones that the list of cities does not know. */
import { listZones } from '@heliograph/domain/time.ts'
import { distanceKm } from './nearest-city.ts'
import { readPacked } from './place-data.ts'

type ZonePlace = Readonly<{ zone: string; latitude: number; longitude: number }>

let opened: Promise<ReadonlyMap<string, readonly ZonePlace[]>> | undefined

async function open(): Promise<ReadonlyMap<string, readonly ZonePlace[]>> {
  const { part } = await readPacked('zones')
  const rows = JSON.parse(part('places').toString('utf8')) as [string, string, number, number][]
  // A runtime may be older than a zone.
  const known = new Set(listZones())
  const byCountry = new Map<string, ZonePlace[]>()
  for (const [zone, country, latitude, longitude] of rows)
    if (known.has(zone)) byCountry.set(country, [...(byCountry.get(country) ?? []), { zone, latitude, longitude }])
  return byCountry
}

/** The nearest of a country's; undefined where it has none within `mostKm`. */
export async function findZonePlace(
  { latitude, longitude }: Readonly<{ latitude: number; longitude: number }>,
  country: string,
  mostKm: number,
): Promise<Readonly<{ zone: string; km: number }> | undefined> {
  opened ??= open()
  let best: Readonly<{ zone: string; km: number }> | undefined
  for (const place of (await opened).get(country) ?? []) {
    const km = distanceKm(latitude, longitude, place.latitude, place.longitude)
    if (km <= (best?.km ?? mostKm)) best = { zone: place.zone, km }
  }
  return best
}
