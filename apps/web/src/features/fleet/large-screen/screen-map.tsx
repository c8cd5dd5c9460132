import L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import type { Brand } from '../../../api/brand.ts'
import type { ScreenPlaces } from '../../../api/screen.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { type ForeignMap, openForeignMap } from '../../../plant/place/foreign-map.ts'
import { openMap } from '../../../plant/place/open-map.ts'
import { useText } from '../../../texts/use-text.tsx'
import { toneOf } from '../../../ui/status.tsx'
import styles from './large-screen.module.css'

const lookOfTone = {
  ok: styles.pinOk,
  warn: styles.pinWarn,
  fault: styles.pinFault,
  neutral: styles.pinAsleep,
  primary: styles.pinOk,
} as const

/** Where the plants stand, in the color of the worst of each spot; the server groups many. */
export function ScreenMap({ found }: Readonly<{ found: ScreenPlaces | undefined }>) {
  const [foreign] = useBrand().maps
  const [failed, setFailed] = useState(false)
  // Without a key, or where the script does not come: the map that this server has itself.
  return foreign === undefined || failed ? (
    <OutlineMap found={found} hasFailed={failed} />
  ) : (
    <KeyMap given={foreign} found={found} onFail={() => setFailed(true)} />
  )
}

/** On a wall of 4K a pin of 7 px would be a dot. @param heightPx of the map */
const radiusOf = (count: number, heightPx: number): number => (7 + 4 * Math.log10(count)) * Math.max(1, heightPx / 900)

const tokenOfTone = { ok: '--ok', warn: '--warn', fault: '--fault', neutral: '--asleep', primary: '--ok' } as const

/** The map of a foreign service, by the brand's key or the operator's. */
function KeyMap({
  given,
  found,
  onFail,
}: Readonly<{ given: Brand['maps'][number]; found: ScreenPlaces | undefined; onFail: () => void }>) {
  const { text } = useText()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<ForeignMap>()
  const fail = useRef(onFail)
  fail.current = onFail

  useEffect(() => {
    let isGone = false
    let opened: ForeignMap | undefined
    if (!box.current) return undefined
    const giveUp = (): void => {
      if (!isGone) fail.current()
    }
    openForeignMap(box.current, given, giveUp).then((item) => {
      if (isGone) return item.remove()
      opened = item
      setMap(item)
    }, giveUp)
    return () => {
      isGone = true
      opened?.remove()
    }
  }, [given])

  useEffect(() => {
    if (!map || !found) return
    const style = getComputedStyle(document.documentElement)
    const pins = found.places.toReversed().map(({ latitudeDeg, longitudeDeg, count, status }) => ({
      latitudeDeg,
      longitudeDeg,
      radiusPx: radiusOf(count, box.current?.clientHeight ?? 0),
      color: style.getPropertyValue(tokenOfTone[toneOf[status]]).trim(),
    }))
    map.showPins(pins)
  }, [map, found])

  return (
    <div className={styles.mapFrame}>
      <div
        ref={box}
        className={styles.map}
        role="img"
        aria-label={text('large-screen.map', { count: found?.total ?? 0 })}
      />
    </div>
  )
}

/** Outlines from this server: the places of the plants stay here. @param hasFailed it stands in for a foreign map */
function OutlineMap({ found, hasFailed }: Readonly<{ found: ScreenPlaces | undefined; hasFailed: boolean }>) {
  const { text } = useText()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map>()
  const fitted = useRef<L.LatLngBounds>(undefined)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!box.current) return undefined
    const still = { zoomControl: false, dragging: false, keyboard: false, doubleClickZoom: false, touchZoom: false }
    const opened = openMap(box.current, { ...still, center: [30, 10], zoom: 2, zoomSnap: 0.25 }, () => setFailed(true))
    const observer = new ResizeObserver(() => opened.invalidateSize({ animate: false }))
    observer.observe(box.current)
    setMap(opened)
    return () => {
      observer.disconnect()
      fitted.current = undefined
      opened.remove()
    }
  }, [])

  useEffect(() => {
    if (!map || !found || found.places.length === 0) return undefined
    const pins = L.layerGroup(
      // The worst last: they lie on top.
      found.places.toReversed().map(({ latitudeDeg, longitudeDeg, count, status }) =>
        L.circleMarker([latitudeDeg, longitudeDeg], {
          interactive: false,
          // Above the outlines, which may come later.
          pane: 'markerPane',
          radius: radiusOf(count, map.getSize().y),
          className: lookOfTone[toneOf[status]] ?? '',
        }),
      ),
    ).addTo(map)
    const bounds = L.latLngBounds(found.places.map(({ latitudeDeg, longitudeDeg }) => [latitudeDeg, longitudeDeg]))
    // The same view again would draw the whole world anew.
    if (!fitted.current?.equals(bounds)) map.fitBounds(bounds, { animate: false, padding: [60, 60], maxZoom: 7 })
    fitted.current = bounds
    return () => {
      pins.remove()
    }
  }, [map, found])

  return (
    <div className={styles.mapFrame}>
      <div
        ref={box}
        className={styles.map}
        role="img"
        aria-label={text('large-screen.map', { count: found?.total ?? 0 })}
      />
      <p className={styles.source}>
        {text(failed ? 'large-screen.map.failed' : 'large-screen.map.source')}
        {hasFailed && ` · ${text('large-screen.map.refused')}`}
      </p>
    </div>
  )
}
