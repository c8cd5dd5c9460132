import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { ExploredSeries } from '../../../api/explorer.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

type Props = Readonly<{ series: readonly ExploredSeries[]; isPerKw: boolean; zone: string; isClose: boolean }>

/** How to read the picture: what a value stands for, what was divided, whose clock it is. */
export function ExplorerNotes({ series, isPerKw, zone, isClose }: Props) {
  const { text } = useText()
  const format = useFormat()
  const slots = series.flatMap(({ slotMs }) => slotMs ?? [])
  const zones = new Set(series.map((item) => item.zone))
  const hasSpread = series.some(({ points }) => points.some(({ least }) => least !== null))
  const left = isPerKw ? series.filter(({ divisorKw, points }) => divisorKw === null && points.length > 0).length : 0
  const notes = [
    text(zones.size > 1 ? 'explorer.note.zones' : 'explorer.note.zone', { zone }),
    ...(series.some(({ kind }) => kind === 'increment') ? [text('explorer.note.increment')] : []),
    ...(hasSpread ? [text('explorer.note.spread')] : []),
    ...(slots.length > 0
      ? [text('explorer.note.slots', { minutes: format.count(Math.max(...slots) / MINUTE_MS) })]
      : []),
    ...(isPerKw ? [text('explorer.note.scaled')] : []),
    ...(left > 0 ? [text('explorer.note.left', { count: left })] : []),
    ...(isClose ? [] : [text('explorer.note.zoom')]),
  ]
  return notes.map((note) => <span key={note}>{note}</span>)
}
