/**
 * A map of amap or Google, where the brand or the operator has a key for one. Only pins leave this page for it, and they
 * are drawn in the browser: no name, no figure.
 */
import { type MapKind, mapScriptAddress } from '@heliograph/domain/brand/map-origins.ts'
import { toGcj02 } from '@heliograph/domain/gcj02.ts'

export type MapPin = Readonly<{ latitudeDeg: number; longitudeDeg: number; radiusPx: number; color: string }>
/** A picture of a place from above, north up and as large as its box. */
export type Satellite = Readonly<{ metersPerPx: number; remove: () => void }>
export type ForeignMap = Readonly<{ showPins: (pins: readonly MapPin[]) => void; remove: () => void }>

type Amap = {
  on: (event: 'complete', listener: () => void) => void
  add: (marks: readonly object[]) => void
  remove: (marks: readonly object[]) => void
  setFitView: (marks: readonly object[]) => void
  destroy: () => void
}
type AmapApi = Readonly<{
  Map: new (box: HTMLElement, options: object) => Amap
  CircleMarker: new (options: object) => object
  TileLayer: Readonly<{ Satellite: new () => object }>
}>
type GoogleMap = { fitBounds: (bounds: object) => void; getZoom: () => number | undefined }
type GoogleApi = Readonly<{
  maps: Readonly<{
    Map: new (box: HTMLElement, options: object) => GoogleMap
    Marker: new (options: object) => { setMap: (map: GoogleMap | null) => void }
    LatLngBounds: new () => { extend: (at: object) => void }
    SymbolPath: Readonly<{ CIRCLE: unknown }>
    /** Fills the names above, where the script alone does not. */
    importLibrary?: (name: string) => Promise<unknown>
  }>
}>
type Globals = { AMap?: AmapApi; google?: GoogleApi; gm_authFailure?: () => void }

const PATIENCE_MS = 10_000
const STEP_MS = 50
const loading = new Map<string, Promise<void>>()

const isReady = (kind: MapKind): boolean => {
  const { AMap, google } = window as unknown as Globals
  if (kind === 'amap') return AMap?.Map !== undefined
  return google?.maps?.Map !== undefined || google?.maps?.importLibrary !== undefined
}

const onRefusal = new Set<() => void>()
let isRefused = false

/** Google calls this name alone when it refuses a key or its quota is spent; also days after the map came. */
function hearRefusals(): void {
  const globals = window as unknown as Globals
  globals.gm_authFailure = () => {
    isRefused = true
    for (const tell of onRefusal) tell()
  }
}

async function loadGoogle(key: string): Promise<GoogleApi> {
  hearRefusals()
  await loadScript('googleMap', key)
  const { google } = window as unknown as Globals
  if (!google || isRefused) throw new Error('No map of googleMap')
  for (const library of ['core', 'maps', 'marker']) await google.maps.importLibrary?.(library)
  return google
}

async function loadAmap(key: string): Promise<AmapApi> {
  await loadScript('amap', key)
  const { AMap } = window as unknown as Globals
  if (!AMap) throw new Error('No map of amap')
  return AMap
}

/** amap makes a map for any key, and draws it for a good one. Hidden pages draw nothing: only seen time counts. */
async function untilDrawn(map: Amap): Promise<void> {
  let isDrawn = false
  map.on('complete', () => (isDrawn = true))
  for (let waitedMs = 0; !isDrawn; waitedMs += document.hidden ? 0 : STEP_MS) {
    if (waitedMs > PATIENCE_MS) {
      map.destroy()
      throw new Error('amap draws nothing')
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

/** Loads a script once. A script that loads its parts later is waited for. */
function loadScript(kind: MapKind, key: string): Promise<void> {
  const address = mapScriptAddress(kind, key)
  const known = loading.get(address)
  if (known !== undefined) return known
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(`No map of ${kind}`))
    const untilMs = Date.now() + PATIENCE_MS
    const look = (): void => {
      if (isReady(kind)) resolve()
      else if (Date.now() > untilMs) fail()
      else setTimeout(look, STEP_MS)
    }
    script.onload = look
    script.onerror = fail
  })
  script.src = address
  script.async = true
  document.head.append(script)
  loaded.catch(() => {
    loading.delete(address)
    script.remove()
  })
  loading.set(address, loaded)
  return loaded
}

/**
 * @param onRefused the service ends a map that it has shown
 * @throws Error where the script does not come or the key is refused: the page has a map of its own
 */
export async function openForeignMap(
  box: HTMLElement,
  options: Readonly<{ kind: MapKind; key: string }>,
  onRefused: () => void,
): Promise<ForeignMap> {
  if (options.kind === 'amap') return openAmap(await loadAmap(options.key), box)
  const map = openGoogle(await loadGoogle(options.key), box)
  onRefusal.add(onRefused)
  return {
    ...map,
    remove: () => {
      onRefusal.delete(onRefused)
      map.remove()
    },
  }
}

/** The finest zoom at which a service has pictures of most places. */
const satelliteZoom: Readonly<Record<MapKind, number>> = { amap: 18, googleMap: 20 }
const EQUATOR_M = 40_075_016.686
const TILE_PX = 256
const metersPerPx = (latitudeDeg: number, zoom: number): number =>
  (EQUATOR_M * Math.cos((latitudeDeg * Math.PI) / 180)) / (TILE_PX * 2 ** zoom)

/**
 * @param onRefused the service ends a picture that it has shown
 * @throws Error where the script does not come or the key is refused
 */
export async function openSatellite(
  box: HTMLElement,
  options: Readonly<{ kind: MapKind; key: string }>,
  place: Readonly<{ latitudeDeg: number; longitudeDeg: number }>,
  onRefused: () => void,
): Promise<Satellite> {
  const zoom = satelliteZoom[options.kind]
  if (options.kind === 'amap') {
    const api = await loadAmap(options.key)
    const { latitudeDeg, longitudeDeg } = toGcj02(place)
    const layers = [new api.TileLayer.Satellite()]
    const still = { dragEnable: false, zoomEnable: false, keyboardEnable: false, doubleClickZoom: false }
    const map = new api.Map(box, { zoom, center: [longitudeDeg, latitudeDeg], layers, ...still })
    await untilDrawn(map)
    return { metersPerPx: metersPerPx(place.latitudeDeg, zoom), remove: () => map.destroy() }
  }
  const { maps } = await loadGoogle(options.key)
  const center = { lat: place.latitudeDeg, lng: place.longitudeDeg }
  const still = { disableDefaultUI: true, gestureHandling: 'none', keyboardShortcuts: false, tilt: 0 }
  const map = new maps.Map(box, { zoom, center, mapTypeId: 'satellite', ...still })
  onRefusal.add(onRefused)
  return {
    // The service goes farther away where it has no picture this near.
    metersPerPx: metersPerPx(place.latitudeDeg, map.getZoom() ?? zoom),
    remove: () => {
      onRefusal.delete(onRefused)
      box.replaceChildren()
    },
  }
}

async function openAmap(api: AmapApi, box: HTMLElement): Promise<ForeignMap> {
  const map = new api.Map(box, { zoom: 4, center: [105, 35], resizeEnable: true })
  await untilDrawn(map)
  let marks: readonly object[] = []
  return {
    showPins: (pins) => {
      if (marks.length > 0) map.remove(marks)
      marks = pins.map((pin) => {
        // Such a map draws mainland China displaced; a place of WGS-84 would lie streets away.
        const { latitudeDeg, longitudeDeg } = toGcj02(pin)
        const look = { fillColor: pin.color, fillOpacity: 0.9, strokeColor: '#fff', strokeWeight: 1 }
        return new api.CircleMarker({ center: [longitudeDeg, latitudeDeg], radius: pin.radiusPx, ...look })
      })
      map.add(marks)
      if (marks.length > 0) map.setFitView(marks)
    },
    remove: () => map.destroy(),
  }
}

function openGoogle({ maps }: GoogleApi, box: HTMLElement): ForeignMap {
  const map = new maps.Map(box, { zoom: 2, center: { lat: 30, lng: 10 }, disableDefaultUI: true })
  let marks: readonly { setMap: (map: GoogleMap | null) => void }[] = []
  return {
    showPins: (pins) => {
      for (const mark of marks) mark.setMap(null)
      const bounds = new maps.LatLngBounds()
      marks = pins.map(({ latitudeDeg, longitudeDeg, radiusPx, color }) => {
        const position = { lat: latitudeDeg, lng: longitudeDeg }
        bounds.extend(position)
        const look = { fillColor: color, fillOpacity: 0.9, strokeColor: '#fff', strokeWeight: 1 }
        return new maps.Marker({ map, position, icon: { path: maps.SymbolPath.CIRCLE, scale: radiusPx, ...look } })
      })
      if (marks.length > 0) map.fitBounds(bounds)
    },
    remove: () => {
      for (const mark of marks) mark.setMap(null)
      box.replaceChildren()
    },
  }
}
