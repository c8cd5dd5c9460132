import { mapKeyTypes } from './brand-parts.ts'

export type MapKind = (typeof mapKeyTypes)[number]
/** Where a maker's map comes from: its script, and what the script loads (tiles, further scripts, calls). */
export type MapOrigins = Readonly<{ script: string; data: readonly string[] }>

export const mapOrigins: Readonly<Record<MapKind, MapOrigins>> = {
  amap: { script: 'https://webapi.amap.com', data: ['https://*.amap.com', 'https://*.autonavi.com'] },
  googleMap: {
    script: 'https://maps.googleapis.com',
    data: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'],
  },
}

/** Whether a text names a map. */
export const isMapKind = (text: string): text is MapKind => (mapKeyTypes as readonly string[]).includes(text)

/** The way of a script that this server fetches by itself, so that no key stands in the page; its kind follows. */
export const MAP_SCRIPT_PATH = '/map-script/'

/** The address of a map's script. @param key '': the server has one of its own and fetches the script itself */
export function mapScriptAddress(kind: MapKind, key: string): string {
  if (key === '') return `${MAP_SCRIPT_PATH}${kind}`
  const options = encodeURIComponent(key)
  return kind === 'amap'
    ? `${mapOrigins.amap.script}/maps?v=2.0&key=${options}`
    : `${mapOrigins.googleMap.script}/maps/api/js?key=${options}&v=weekly&loading=async`
}
