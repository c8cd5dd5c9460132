/** A map of the world's outlines, which come from this server: no other server is asked. */
import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { feature } from 'topojson-client'
import worldUrl from 'world-atlas/countries-50m.json?url'
import styles from './map.module.css'

type World = Parameters<typeof feature>[0]

/** Closer than this the outlines (1:50 million) say nothing. */
const CLOSEST = 10

let outlines: Promise<GeoJSON.GeoJSON> | undefined

async function fetchOutlines(): Promise<GeoJSON.GeoJSON> {
  const reply = await fetch(worldUrl)
  if (!reply.ok) throw new Error(`The outlines answer ${reply.status}`)
  const world = (await reply.json()) as World
  const { countries } = world.objects
  if (!countries) throw new Error('The outlines have no countries')
  const found = feature(world, countries)
  for (const country of 'features' in found ? found.features : []) {
    const { geometry } = country
    const rings =
      geometry.type === 'Polygon'
        ? geometry.coordinates
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.flat()
          : []
    if (rings.map(unwrap).includes('around the pole')) country.properties = { hasNoOutline: true }
  }
  return found
}

/**
 * A ring that crosses the 180th meridian would jump from edge to edge; this continues it beyond the edge. A coast
 * around the pole ends one turn beyond its beginning: its land goes on to the pole, along edges that are no coast.
 */
function unwrap(ring: GeoJSON.Position[]): 'closed' | 'around the pole' {
  let turns = 0
  let last: number | undefined
  for (const position of ring) {
    const own = position[0] ?? 0
    if (last !== undefined && Math.abs(own - last) > 180) turns += own < last ? 360 : -360
    last = own
    position[0] = own + turns
  }
  const [first = 0] = ring[0] ?? []
  const [end = 0] = ring.at(-1) ?? []
  if (Math.abs(end - first) < 180) return 'closed'
  ring.push([end, -90], [first, -90])
  return 'around the pole'
}

/** At this zoom the world is as wide as the box. */
export const worldZoom = (widthPx: number): number => Math.max(0, Math.log2(widthPx / 256))

/** A page in the background paints nothing: there it waits no longer than this. */
const LONGEST_PAINT_MS = 200
const untilPainted = (): Promise<unknown> =>
  Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    new Promise((resolve) => setTimeout(resolve, LONGEST_PAINT_MS)),
  ])

/** @param onFail the outlines did not come: the map works without them */
export function openMap(box: HTMLElement, options: L.MapOptions, onFail: () => void): L.Map {
  const map = L.map(box, {
    attributionControl: false,
    maxZoom: CLOSEST,
    minZoom: 1,
    worldCopyJump: true,
    // The wheel scrolls the page; with a held key it zooms (below).
    scrollWheelZoom: false,
    maxBounds: [
      [-89, -720],
      [89, 720],
    ],
    ...options,
  })
  outlines ??= fetchOutlines()
  outlines.then(
    async (world) => {
      for (const worlds of [0, -1, 1]) {
        // A world takes a tenth of a second: what else is on the map is painted between them.
        await untilPainted()
        // The map may be gone by now.
        if (!box.isConnected) return
        L.geoJSON(world, {
          interactive: false,
          style: (country) => ({
            className: (country?.properties?.hasNoOutline ? styles.mapIce : styles.mapCountry) ?? '',
          }),
          coordsToLatLng: ([longitude = 0, latitude = 0]) => L.latLng(latitude, longitude + 360 * worlds),
        }).addTo(map)
      }
    },
    () => {
      outlines = undefined
      onFail()
    },
  )
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    map.setZoomAround(map.mouseEventToLatLng(event), map.getZoom() - Math.sign(event.deltaY))
  }
  box.addEventListener('wheel', onWheel, { passive: false })
  map.on('unload', () => box.removeEventListener('wheel', onWheel))
  return map
}
