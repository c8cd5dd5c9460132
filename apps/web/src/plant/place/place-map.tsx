import L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import type { Coordinates } from '../../api/places.ts'
import { useText } from '../../texts/use-text.tsx'
import { ByPointer } from '../../ui/by-pointer.tsx'
import styles from './map.module.css'
import { openMap, worldZoom } from './open-map.ts'

const PIN =
  '<svg width="30" height="38" viewBox="0 0 30 38" aria-hidden="true"><path fill="currentColor" stroke="#fff" stroke-width="1.5" d="M15 1C7.3 1 1 7.2 1 14.8 1 25 15 37 15 37s14-12 14-22.2C29 7.2 22.7 1 15 1Z"/><circle cx="15" cy="14.5" r="5" fill="#fff"/></svg>'

/** Where the map opens on a place. */
const CLOSE = 7
const STEP_PX = 6
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}

/** A pin that is dragged, set by a click, or moved with the arrow keys. */
export function PlaceMap({
  place,
  onMove,
}: Readonly<{ place: Coordinates | undefined; onMove: (place: Coordinates) => void }>) {
  const { text } = useText()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map>()
  const [failed, setFailed] = useState(false)
  const pin = useRef<L.Marker>(undefined)
  const move = useRef(onMove)
  move.current = onMove
  const label = text('place.pin')

  useEffect(() => {
    if (!box.current) return undefined
    // The whole world, once.
    const widest = worldZoom(box.current.clientWidth)
    const view = { center: [25, 10], zoom: widest, minZoom: widest, zoomSnap: 0 } satisfies L.MapOptions
    const opened = openMap(box.current, view, () => setFailed(true))
    opened.on('click', ({ latlng }) => move.current(toCoordinates(latlng)))
    setMap(opened)
    return () => {
      opened.remove()
      pin.current = undefined
    }
  }, [])

  const { latitude, longitude } = place ?? {}
  useEffect(() => {
    if (!map) return
    if (latitude === undefined || longitude === undefined) {
      pin.current?.remove()
      pin.current = undefined
      return
    }
    const to = L.latLng(latitude, longitude)
    if (pin.current === undefined) {
      pin.current = addPin(map, to, (moved) => move.current(moved))
      map.setView(to, CLOSE)
    } else {
      pin.current.setLatLng(to)
      if (!map.getBounds().pad(-0.05).contains(to)) map.setView(to, Math.max(map.getZoom(), 5))
    }
    pin.current.getElement()?.setAttribute('aria-label', label)
  }, [map, latitude, longitude, label])

  return (
    <div className={styles.map}>
      <div ref={box} className={styles.mapBox} role="application" aria-label={text('place.map')} />
      <p className={styles.mapNote}>
        {failed ? (
          text('place.map.failed')
        ) : (
          <ByPointer mouse={text('place.map.hint')} touch={text('place.map.hint.touch')} />
        )}
      </p>
    </div>
  )
}

/** Five decimals are a meter. */
const toCoordinates = (place: L.LatLng): Coordinates => {
  const { lat, lng } = place.wrap()
  return { latitude: Number(lat.toFixed(5)), longitude: Number(lng.toFixed(5)) }
}

function addPin(map: L.Map, at: L.LatLng, onMove: (place: Coordinates) => void): L.Marker {
  const icon = L.divIcon({ className: styles.mapPin ?? '', html: PIN, iconSize: [30, 38], iconAnchor: [15, 37] })
  const pin = L.marker(at, { icon, draggable: true, autoPan: true, keyboard: true }).addTo(map)
  pin.on('dragend', () => onMove(toCoordinates(pin.getLatLng())))
  pin.getElement()?.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const from = pin.getLatLng()
    const to = map.unproject(map.project(from).add(L.point(step[0], step[1])))
    onMove(toCoordinates(step[0] === 0 ? L.latLng(to.lat, from.lng) : L.latLng(from.lat, to.lng)))
  })
  return pin
}
