import type { Formatted } from '@heliograph/domain/format/number.ts'
import { cx, lookOf } from '../../ui/class-names.ts'
import { useChanged } from '../changed.ts'
import { arcsOf } from '../donut-arcs.ts'
import styles from './flow.module.css'
import { FlowIcon } from './flow-icons.tsx'
import type { LabelLine } from './flow-labels.ts'
import { LINE_PX, type NodePlace } from './flow-layout.ts'
import { type FlowView, roleTokens } from './flow-model.ts'

type Props = Readonly<{
  place: NodePlace
  view: FlowView
  value: Formatted
  /** Its name and its current activity. */
  lines: readonly LabelLine[]
  /** Which devices report it, and how. */
  hint: string
  level: number
  asleep: boolean
}>

const RING_PX = 3.5

/** The ring shows a share: charge of the battery, use of the capacity, sources of the house. */
function Ring({ view, radius }: Readonly<{ view: FlowView; radius: number }>) {
  const arcs = arcsOf(
    [...view.ring.map(({ share }) => share), Math.max(0, 1 - view.ring.reduce((sum, { share }) => sum + share, 0))],
    radius,
  )
  return view.ring.map(({ token }, index) => {
    const arc = arcs[index]
    return arc ? (
      <circle
        key={token}
        className={styles.flowRing}
        r={radius}
        stroke={`var(--${token})`}
        strokeWidth={RING_PX}
        strokeDasharray={`${arc.length} ${arc.rest}`}
        strokeDashoffset={-arc.start}
      />
    ) : null
  })
}

export function FlowNodeView({ place, view, value, lines, hint, level, asleep }: Props) {
  const changed = useChanged(value.text)
  const token = roleTokens[view.role]
  const { radius, row } = place
  // Everything inside scales with the circle; names around it keep the page's size.
  const scale = radius / 46
  const firstY = row === 'bottom' ? radius + 18 : -radius - 9 - LINE_PX * (lines.length - 1)
  return (
    <g
      className={lookOf(styles, 'flow-node', view.direction)}
      data-testid="flow-node"
      transform={`translate(${place.at.x} ${place.at.y})`}
      style={{ color: `var(--${token}-line)` }}
    >
      <title>{hint}</title>
      <circle r={radius} fill={`var(--${token}-soft)`} stroke="var(--line)" strokeWidth={RING_PX} />
      <Ring view={view} radius={radius} />
      <g transform={`scale(${scale})`}>
        <g transform="translate(-16 -35)">
          <FlowIcon flow={view.role} level={level} asleep={asleep} />
        </g>
        <text className={changed ? cx(styles.flowValue, styles.flowValueNew) : styles.flowValue} y={17}>
          {value.value}
        </text>
        <text className={styles.flowUnit} y={31}>
          {value.unit}
        </text>
      </g>
      {lines.map(({ name, note, squeezedPx }, index) => (
        <text
          key={`${name}${note}`}
          className={name === '' ? styles.flowNote : styles.flowName}
          y={firstY + LINE_PX * index}
          textLength={squeezedPx}
          lengthAdjust={squeezedPx === undefined ? undefined : 'spacingAndGlyphs'}
        >
          {name === '' || note === '' ? (
            name + note
          ) : (
            <>
              <tspan>{name}</tspan>
              <tspan className={styles.flowNote}> · {note}</tspan>
            </>
          )}
        </text>
      ))}
    </g>
  )
}
