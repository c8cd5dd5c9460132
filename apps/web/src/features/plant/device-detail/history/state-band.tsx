import type { CSSProperties } from 'react'
import type { DeviceStates } from '../../../../api/device-states.ts'
import type { PlotPlace } from '../../../../charts/line-chart.tsx'
import type { TimeRange } from '../../../../charts/time-ticks.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { cx, lookOf } from '../../../../ui/class-names.ts'
import styles from './state-band.module.css'
import { lookOfState, placeIn, type SpanLook, toFaultLanes } from './state-lanes.ts'
import { useStateWords } from './use-state-words.ts'

const MOST_LANES = 4
/** A name needs about this many pixels per letter beside its own margin. */
const LETTER_PX = 6.8

type Props = Readonly<{ day: DeviceStates; place: PlotPlace }>

/** State and faults of a day as spans of time, on the time axis of the chart above. */
export function StateBand({ day, place }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { nameState, nameFault } = useStateWords()
  const lanes = toFaultLanes(day.faults)
  const shown = lanes.slice(0, MOST_LANES)
  const more = lanes.length - shown.length + day.moreFaults
  const when = ({ fromMs, toMs }: TimeRange) => ({
    from: format.timeOfDay(fromMs, day.zone),
    to: format.timeOfDay(toMs, day.zone),
  })
  if (day.states.length === 0 && lanes.length === 0) return null
  return (
    <div className={styles.stateBand} data-part="state-band">
      <Lane
        title={text('device-detail.band.state')}
        place={place}
        spans={day.states.map((span) => ({
          ...span,
          look: lookOfState(span),
          name: nameState(span),
          words: text('device-detail.band.span', { name: nameState(span), ...when(span) }),
        }))}
      />
      {shown.map((lane) => (
        <Lane
          key={lane.id}
          title={nameFault(lane)}
          isNamed
          place={place}
          spans={lane.spans.map((span) => ({
            ...span,
            look: span.severity,
            name: '',
            words: text('device-detail.band.span', { name: nameFault(span), ...when(span) }),
          }))}
        />
      ))}
      {more > 0 && <p className={styles.stateBandMore}>{text('device-detail.band.more', { count: more })}</p>}
    </div>
  )
}

type Span = TimeRange & Readonly<{ look: SpanLook; name: string; words: string }>
type LaneProps = Readonly<{ title: string; isNamed?: boolean; place: PlotPlace; spans: readonly Span[] }>

function Lane({ title, isNamed = false, place, spans }: LaneProps) {
  const inside = spans.flatMap((span) => {
    const found = placeIn(span, place.range)
    return found ? [{ ...span, ...found }] : []
  })
  // A fault outside of the zoom needs no empty lane.
  if (isNamed && inside.length === 0) return null
  return (
    <div className={styles.stateLane} style={{ marginLeft: place.left, width: place.width }}>
      {isNamed && <span className={styles.stateLaneName}>{title}</span>}
      <ul aria-label={title}>
        {inside.map(({ fromMs, left, width, look, name, words }) => (
          <li
            key={fromMs}
            className={cx(styles.stateSpan, lookOf(styles, 'stateSpan', look))}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` } satisfies CSSProperties}
            title={words}
          >
            <span className="visually-hidden">{words}</span>
            {width * place.width > name.length * LETTER_PX + 10 && <span aria-hidden="true">{name}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
