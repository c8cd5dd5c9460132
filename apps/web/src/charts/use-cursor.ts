import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

export type Fractions = Readonly<{ from: number; to: number }>

type Options = Readonly<{
  /** Share of the plot's width at a client x, 0 to 1. */
  toFraction: (clientX: number) => number
  onMove: (fraction: number | undefined) => void
  onStep: (direction: 1 | -1) => void
  /** A range selected by mouse drag or pinch; shares of the visible range. Absent: no zoom. */
  onZoom?: (span: Fractions) => void
  onReset?: () => void
  onPick?: () => void
}>

const DRAG_LEAST = 0.012

/**
 * Pointer and keyboard on a chart. Mouse: hover reads, drag zooms, double-click resets. Touch: one finger scrubs, two
 * fingers zoom. Keys: arrows step from point to point, Escape resets, Enter selects.
 */
export function useCursor({ toFraction, onMove, onStep, onZoom, onReset, onPick }: Options) {
  const [drag, setDrag] = useState<Fractions>()
  const start = useRef<number>(undefined)
  const touches = useRef(new Map<number, number>())
  const moved = useRef(false)

  const pinch = (): Fractions | undefined => {
    const [one, two] = [...touches.current.values()]
    if (one === undefined || two === undefined) return undefined
    return { from: Math.min(one, two), to: Math.max(one, two) }
  }

  const props = {
    onPointerDown: (event: PointerEvent) => {
      const fraction = toFraction(event.clientX)
      moved.current = false
      if (event.pointerType === 'mouse') {
        if (event.button !== 0 || !onZoom) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = fraction
        return
      }
      touches.current.set(event.pointerId, fraction)
      if (touches.current.size === 2 && onZoom) setDrag(pinch())
      else onMove(fraction)
    },
    onPointerMove: (event: PointerEvent) => {
      const fraction = toFraction(event.clientX)
      if (touches.current.has(event.pointerId)) touches.current.set(event.pointerId, fraction)
      if (touches.current.size === 2 && onZoom) {
        onMove(undefined)
        setDrag(pinch())
        return
      }
      const from = start.current
      if (from !== undefined && Math.abs(fraction - from) > DRAG_LEAST) {
        moved.current = true
        onMove(undefined)
        setDrag({ from: Math.min(from, fraction), to: Math.max(from, fraction) })
      } else onMove(fraction)
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag && drag.to - drag.from > DRAG_LEAST) onZoom?.(drag)
      start.current = undefined
      touches.current.delete(event.pointerId)
      setDrag(undefined)
    },
    onPointerCancel: (event: PointerEvent) => {
      start.current = undefined
      touches.current.delete(event.pointerId)
      setDrag(undefined)
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && start.current === undefined) onMove(undefined)
    },
    onClick: () => {
      if (!moved.current) onPick?.()
    },
    onDoubleClick: () => onReset?.(),
    onBlur: () => onMove(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
      if (direction) onStep(direction)
      else if (event.key === 'Escape') onReset?.()
      else if (event.key === 'Enter') onPick?.()
      else return
      // The page's own arrows step days; here they step points.
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { drag, props }
}
