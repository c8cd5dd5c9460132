import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { fitView, type Point, panView, type Size, type View, zoomView } from './projection.ts'

const STEP = 1.6
const KEY_PX = 80

export type MapView = Readonly<{
  view: View
  set: (view: View) => void
  zoom: (factor: number) => void
  reset: () => void
  /** For the picture: keys and dragging. */
  hands: Readonly<{
    onKeyDown: (event: KeyboardEvent) => void
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }>
}>

/** View of the map: all points until it is moved. @param frame the picture, for the wheel */
export function useMapView(points: readonly Point[], size: Size, frame: RefObject<HTMLElement | null>): MapView {
  const [moved, setMoved] = useState<View>()
  const held = useRef<Point>(undefined)
  const view = moved ?? fitView(points, size)
  const now = useRef(view)
  now.current = view
  const zoom = useCallback(
    (factor: number, about?: Point) => setMoved(zoomView(now.current, factor, size, about)),
    [size],
  )
  const pan = (dx: number, dy: number): void => setMoved(panView(now.current, dx, dy, size))
  const reset = (): void => setMoved(undefined)

  // React listens passively; a wheel alone scrolls the page.
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      zoom(2 ** (-event.deltaY / 200), { x: event.clientX - left, y: event.clientY - top })
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame, zoom])

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan(KEY_PX, 0),
    ArrowRight: () => pan(-KEY_PX, 0),
    ArrowUp: () => pan(0, KEY_PX),
    ArrowDown: () => pan(0, -KEY_PX),
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': reset,
  }
  const release = (): void => {
    held.current = undefined
  }
  return {
    view,
    set: setMoved,
    zoom,
    reset,
    hands: {
      onKeyDown: (event) => {
        const act = keys[event.key]
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        act()
      },
      onPointerDown: (event) => {
        if (event.button !== 0 || (event.target as Element).closest('a, button')) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: event.clientX, y: event.clientY }
      },
      onPointerMove: (event) => {
        if (!held.current) return
        pan(event.clientX - held.current.x, event.clientY - held.current.y)
        held.current = { x: event.clientX, y: event.clientY }
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  }
}

export const ZOOM_STEP = STEP
