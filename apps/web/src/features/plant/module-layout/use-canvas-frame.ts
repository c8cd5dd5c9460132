import type { Box, Point } from '@heliograph/domain/module-layout/geometry.ts'
import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Frame, fitFrame, panFrame, reshapeFrame, shiftOf, zoomFrame } from './canvas-frame.ts'

/** SVG units of a meter: texts below one unit are drawn badly. */
export const UNITS = 100

export type CanvasFrame = Readonly<{
  svg: RefObject<SVGSVGElement | null>
  /** Everything that moves with the canvas; its parent is the window that it is seen through. */
  plane: RefObject<HTMLDivElement | null>
  viewBox: string
  /** The point at the upper left corner of the window. */
  corner: Point
  /** Pixels on screen of a meter. */
  pixelsPerM: number
  fit: () => void
  zoom: (factor: number, at?: Point) => void
  /** Where on the canvas an event is, m. */
  pointAt: (event: Readonly<{ clientX: number; clientY: number }>) => Point
  /** Moves the canvas with a pointer, or zooms with two, until they are lifted. */
  pan: (event: PointerEvent) => void
}>

const WHEEL_STEP = 1.0015
/** In a narrow window the zoom buttons would lie on the modules. */
const NARROW_PX = 600
const BUTTONS_PX = 44
/** Without a further movement for this long the canvas is drawn anew, sharp and with the labels that now have room. */
const SETTLE_MS = 240

/**
 * Visible part of a canvas. While it is moved or zoomed nothing is rendered or painted: the compositor shifts and
 * scales what was drawn last.
 * @param box everything that is on it
 */
export function useCanvasFrame(box: Box | undefined): CanvasFrame {
  const svg = useRef<SVGSVGElement>(null)
  const plane = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 800, height: 480 })
  const [chosen, setChosen] = useState<Frame>()
  const aspect = size.width / size.height
  const frame = chosen
    ? reshapeFrame(chosen, aspect)
    : fitFrame(box, aspect, size.width < NARROW_PX ? BUTTONS_PX / size.width : 0)
  const seen = useRef(frame)
  const drawn = useRef(frame)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { xM, yM, widthM, heightM } = frame
  useLayoutEffect(() => {
    seen.current = { xM, yM, widthM, heightM }
    drawn.current = seen.current
    plane.current?.style.removeProperty('transform')
  }, [xM, yM, widthM, heightM])
  useEffect(() => () => clearTimeout(settling.current), [])

  const show = useCallback((next: Frame): void => {
    seen.current = next
    const shift = shiftOf(drawn.current, next, plane.current?.parentElement?.clientWidth ?? 0)
    if (plane.current) plane.current.style.transform = shift
    clearTimeout(settling.current)
    settling.current = setTimeout(() => setChosen(seen.current), SETTLE_MS)
  }, [])

  useEffect(() => {
    const element = svg.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 }
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const pointAt = useCallback<CanvasFrame['pointAt']>(({ clientX, clientY }) => {
    const window = plane.current?.parentElement
    const { left, top, width } = window?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 }
    const { xM, yM, widthM } = seen.current
    const scale = widthM / width
    return { xM: xM + (clientX - left) * scale, yM: yM + (clientY - top) * scale }
  }, [])
  const zoom = useCallback((factor: number, at?: Point) => setChosen(zoomFrame(seen.current, factor, at)), [])

  // React listens to wheels passively, and the page must not zoom.
  useEffect(() => {
    const element = plane.current?.parentElement
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      show(zoomFrame(seen.current, WHEEL_STEP ** (event.deltaY * 3), pointAt(event)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [show, pointAt])

  const fingers = useRef(new Map<number, Readonly<{ clientX: number; clientY: number }>>())
  const pan = useCallback<CanvasFrame['pan']>(
    ({ pointerId, clientX, clientY }) => {
      const held = fingers.current
      held.set(pointerId, { clientX, clientY })
      if (held.size > 1) return
      const onMove = (event: globalThis.PointerEvent): void => {
        const before = held.get(event.pointerId)
        if (!before) return
        const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
        const [from, to] = [pointAt(before), pointAt(event)]
        held.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
        const moved = panFrame(seen.current, {
          xM: (from.xM - to.xM) / (other ? 2 : 1),
          yM: (from.yM - to.yM) / (other ? 2 : 1),
        })
        seen.current = moved
        show(other ? zoomFrame(moved, spread(before, other) / spread(event, other), pointAt(other)) : moved)
      }
      const onUp = (event: globalThis.PointerEvent): void => {
        held.delete(event.pointerId)
        if (held.size > 0) return
        window.removeEventListener('pointermove', onMove)
        for (const name of ['pointerup', 'pointercancel'] as const) window.removeEventListener(name, onUp)
      }
      window.addEventListener('pointermove', onMove)
      for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, onUp)
    },
    [show, pointAt],
  )
  return {
    svg,
    plane,
    pointAt,
    zoom,
    pan,
    corner: { xM, yM },
    viewBox: [xM, yM, widthM, heightM].map((meters) => (meters * UNITS).toFixed(1)).join(' '),
    pixelsPerM: size.width / widthM,
    fit: useCallback(() => {
      clearTimeout(settling.current)
      setChosen(undefined)
    }, []),
  }
}

type Place = Readonly<{ clientX: number; clientY: number }>
const spread = (one: Place, other: Place): number =>
  Math.max(10, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY))
