import { useText } from '../../texts/use-text.tsx'
import { lookOf } from '../../ui/class-names.ts'
import styles from './flow.module.css'
import { FlowStopIcon } from './flow-icons.tsx'
import type { NodePlace } from './flow-layout.ts'
import { type FlowView, roleTokens } from './flow-model.ts'
import type { PlacedStop } from './flow-stops.ts'
import { stopSentence } from './flow-words.ts'

/** The path between a node and the bus: dots that move with the power, and an arrow that also works on paper. */
export function FlowPath({
  place,
  view,
  stops,
}: Readonly<{ place: NodePlace; view: FlowView; stops: readonly PlacedStop[] }>) {
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
          <path className={styles.flowDots} d={place.path} style={{ animationDuration: `${view.paceS}s` }} />
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
