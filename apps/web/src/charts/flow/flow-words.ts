/** The texts of the diagram: names, states and sentences with the same facts without a drawing. */
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import type { Format } from '../../texts/use-format.ts'
import type { UseText } from '../../texts/use-text.tsx'
import type { FlowRole, FlowView } from './flow-model.ts'
import type { PlacedStop } from './flow-stops.ts'

type Text = UseText['text']

/** Text at a node. */
export type Words = Readonly<{ name: string; note: string }>

export const roleName = (role: FlowRole, text: Text): string => text(`flow.role.${role}`)

/** A node's activity as a key: `flow.does.grid.in` is importing. */
export function doingKey({ role, direction }: Pick<FlowView, 'role' | 'direction'>): TextKey {
  if (direction === 'unknown') return 'flow.does.unknown'
  if (role === 'grid' || role === 'battery') return `flow.does.${role}.${direction}`
  return direction === 'idle'
    ? 'flow.does.idle'
    : role === 'load' || role === 'smartLoad' || role === 'ups'
      ? 'flow.does.takes'
      : 'flow.does.gives'
}

export type NoteFacts = Readonly<{
  soc: number | null
  capacityPercent: number | null
  sunrise: string | undefined
  asleep: boolean
}>

/** A word or two under the node. */
export function noteOf(view: FlowView, facts: NoteFacts, text: Text, format: Format): string {
  if (view.role === 'pv' || view.role === 'micro') {
    if (facts.asleep)
      return facts.sunrise ? text('flow.note.sunrise', { time: facts.sunrise }) : text('flow.note.asleep')
    return view.role === 'pv' && facts.capacityPercent !== null
      ? text('flow.note.capacity', { percent: format.percent(facts.capacityPercent, 0) })
      : ''
  }
  if (view.role === 'battery') {
    const doing = text(doingKey(view))
    return facts.soc === null ? doing : `${format.percent(facts.soc, 0)} · ${doing}`
  }
  if (view.role === 'grid') return text(doingKey(view))
  return view.derived && view.powerW !== null ? text('flow.note.derived') : ''
}

/** The same as a sentence. */
export function sentenceOf(view: FlowView, facts: NoteFacts, text: Text, format: Format): string {
  const name = roleName(view.role, text)
  const parts = [
    view.powerW === null || view.direction === 'idle'
      ? text('flow.twin.still', { name, doing: text(doingKey(view)) })
      : text('flow.twin.moves', { name, doing: text(doingKey(view)), power: format.powerW(view.powerW).text }),
  ]
  if (view.role === 'battery' && facts.soc !== null)
    parts.push(text('flow.twin.soc', { soc: format.percent(facts.soc, 0) }))
  if (view.derived && view.powerW !== null) parts.push(text('flow.twin.derived'))
  else if (view.role === 'grid' && !view.derived)
    parts.push(text(view.metered ? 'flow.twin.metered' : 'flow.twin.unmetered'))
  if (view.devices.length > 0) parts.push(text('flow.twin.devices', { devices: view.devices.join(', ') }))
  return joinSentences(parts)
}

/** Text of a stop on a path, with its devices. */
export const stopSentence = ({ stop, devices }: PlacedStop, text: Text): string =>
  text(`flow.stop.${stop}`, { devices: devices.join(', ') })
