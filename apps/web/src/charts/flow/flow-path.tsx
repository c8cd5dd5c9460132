import { useEffect, useRef } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { lookOf } from '../../ui/class-names.ts'
import styles from './flow.module.css'
import { FlowStopIcon } from './flow-icons.tsx'
import type { NodePlace } from './flow-layout.ts'
import { type FlowView, roleTokens } from './flow-model.ts'
import type { PlacedStop } from './flow-stops.ts'
import { stopSentence } from './flow-words.ts'

/** Steps a second: an animation of each frame would keep the processor of a phone busy. */
const STEPS_PER_S = 15
/** From one dot to the next, as flow.module.css dashes them. */
const GAP = 20

/** After a press the processor of a phone is left to its answer. */
const PRESS_MS = 500

/** Dots that run along a path while it is in sight, one gap in `paceS` seconds. @param isStill for old values */
function FlowDots({
  path,
  paceS,
  sign,
  isStill,
}: Readonly<{ path: string; paceS: number; sign: 1 | -1; isStill: boolean }>) {
  const dots = useRef<SVGPathElement>(null)
  useEffect(() => {
    if (isStill || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let isSeen = true
    let pressedMs = Number.NEGATIVE_INFINITY
    const notePress = (): void => {
      pressedMs = performance.now()
    }
    const step = (): void => {
      const nowMs = performance.now()
      if (!isSeen || nowMs - pressedMs < PRESS_MS) return
      const gaps = nowMs / 1_000 / paceS
      dots.current?.setAttribute('stroke-dashoffset', (-sign * GAP * (gaps % 1)).toFixed(1))
    }
    const timer = setInterval(step, 1_000 / STEPS_PER_S)
    // Each step paints the page anew, wherever the path is.
    const sight = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? true
    })
    if (dots.current) sight.observe(dots.current)
    const listening = new AbortController()
    document.addEventListener('pointerdown', notePress, { capture: true, passive: true, signal: listening.signal })
    return () => {
      clearInterval(timer)
      sight.disconnect()
      listening.abort()
    }
  }, [paceS, sign, isStill])
  return <path ref={dots} className={styles.flowDots} d={path} />
}

/** The path between a node and the bus: dots that move with the power, and an arrow that also works on paper. */
export function FlowPath({
  place,
  view,
  stops,
  isStill,
}: Readonly<{ place: NodePlace; view: FlowView; stops: readonly PlacedStop[]; isStill: boolean }>) {
  const { text } = useText()
  const token = roleTokens[view.role]
  const moving = view.direction === 'in' || view.direction === 'out'
  const { arrow } = place
  // Bottom paths start at the node too, so "in" follows the path and "out" runs against it in both rows.
  const angle = view.direction === 'in' ? arrow.angle : arrow.angle + 180
  return (
    <g className={lookOf(styles, 'flow-path', view.direction)} style={{ color: `var(--${token})` }}>
      <path className={styles.flowTrack} d={place.path} />
      {moving && (
        <>
          <FlowDots path={place.path} paceS={view.paceS} sign={view.direction === 'in' ? 1 : -1} isStill={isStill} />
          <path
            className={styles.flowArrow}
            d="M-7 -5.5L8 0L-7 5.5L-4 0z"
            transform={`translate(${arrow.x} ${arrow.y}) rotate(${angle})`}
          />
        </>
      )}
      {stops.map((stop, index) => {
        const at = place.stops[index]
        return (
          at && (
            <g key={stop.stop} transform={`translate(${at.x} ${at.y})`} data-testid="flow-stop">
              <title>{stopSentence(stop, text)}</title>
              <FlowStopIcon stop={stop.stop} />
            </g>
          )
        )
      })}
    </g>
  )
}
