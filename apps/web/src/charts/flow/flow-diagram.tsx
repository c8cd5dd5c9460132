import { useId, useMemo } from 'react'
import type { FlowEquipment } from '../../api/plant-now.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import styles from './flow.module.css'
import { FlowBus } from './flow-bus.tsx'
import { linesOf } from './flow-labels.ts'
import { layoutFlow } from './flow-layout.ts'
import { type FlowRole, type FlowState, levelOf, sourcesOf, toFlowViews } from './flow-model.ts'
import { FlowNodeView } from './flow-node.tsx'
import { FlowPath } from './flow-path.tsx'
import { stopsOf } from './flow-stops.ts'
import { type NoteFacts, noteOf, roleName, sentenceOf, stopSentence, type Words } from './flow-words.ts'
import { useWidth } from './use-width.ts'

type Props = Readonly<{
  state: FlowState
  equipment: FlowEquipment
  /** The sun is below the horizon. */
  asleep: boolean
  /** Next sunrise in the plant's time, `05:58`. */
  sunrise?: string | undefined
  /** The values are old: nothing moves and everything is pale. */
  stale: boolean
  /** The unexplained power, or that all adds up; shown under the bus. */
  balance: string
}>

type Shape = readonly [role: FlowRole, stops: number, words: Words]
const noWords: Words = { name: '', note: '' }

/** The power flow, drawn from the roles that the plant really has. */
export function FlowDiagram({ state, equipment, asleep, sunrise, stale, balance }: Props) {
  const { text } = useText()
  const format = useFormat()
  const id = useId()
  const { ref, width } = useWidth<HTMLDivElement>()
  const views = useMemo(() => toFlowViews(state), [state])
  const stops = stopsOf(
    equipment,
    views.map(({ role }) => role),
  )
  const facts: NoteFacts = {
    soc: state.socPercent,
    capacityPercent: state.capacityShare === null ? null : state.capacityShare * 100,
    sunrise,
    asleep,
  }
  const wordsOf = new Map(
    views.map((view) => [view.role, { name: roleName(view.role, text), note: noteOf(view, facts, text, format) }]),
  )
  // As text, so that a live value does not lay the drawing out again.
  const shape = JSON.stringify(
    views.map(({ role }): Shape => [role, stops.get(role)?.length ?? 0, wordsOf.get(role) ?? noWords]),
  )
  const layout = useMemo(() => {
    const parts = JSON.parse(shape) as readonly Shape[]
    const words = new Map(parts.map(([role, , one]) => [role, one]))
    return layoutFlow(
      parts.map(([role]) => role),
      width ?? 0,
      Object.fromEntries(parts.map(([role, count]) => [role, count])),
      (role, roomPx, isSingle) => linesOf(words.get(role) ?? noWords, roomPx, isSingle).length,
    )
  }, [shape, width])
  const viewOf = new Map(views.map((view) => [view.role, view]))
  return (
    <div
      className={cx(styles.flow, stale && styles.flowStale)}
      data-part="flow"
      ref={ref}
      style={{ minHeight: layout.height }}
    >
      {width !== undefined && (
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          aria-hidden="true"
        >
          <title>{text('flow.title')}</title>
          {layout.places.map((place) => {
            const view = viewOf.get(place.role)
            return (
              view &&
              layout.hasBus && (
                <FlowPath
                  isStill={stale}
                  key={place.role}
                  place={place}
                  view={view}
                  stops={stops.get(place.role) ?? []}
                />
              )
            )
          })}
          {layout.hasBus && <FlowBus {...layout.bus} parts={sourcesOf(state.nodes)} />}
          {layout.places.map((place) => {
            const view = viewOf.get(place.role)
            return (
              view && (
                <FlowNodeView
                  key={place.role}
                  place={place}
                  view={view}
                  value={format.powerW(view.powerW)}
                  lines={linesOf(wordsOf.get(place.role) ?? noWords, place.roomPx, place.single)}
                  hint={sentenceOf(view, facts, text, format)}
                  level={levelOf(state.socPercent)}
                  asleep={asleep}
                />
              )
            )
          })}
        </svg>
      )}
      <ul className="visually-hidden" aria-labelledby={id}>
        <li id={id}>{text('flow.title')}</li>
        {views.map((view) => (
          <li key={view.role}>{sentenceOf(view, facts, text, format)}</li>
        ))}
        {[...stops.values()].flat().map((item) => (
          <li key={item.stop}>{stopSentence(item, text)}</li>
        ))}
        <li>{balance}</li>
      </ul>
    </div>
  )
}
