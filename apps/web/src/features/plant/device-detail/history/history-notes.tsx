import type { Period } from '../../../../charts/period/period.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { type HistorySeries, hasEstimates, hasSpread } from './history-series.ts'

type Props = Readonly<{
  series: readonly HistorySeries[]
  period: Period
  /** The number of selected quantities without data for this period. */
  left: number
  hasNight: boolean
  /** State and faults could not be loaded. */
  statesFailed: boolean
}>

/** How to read the chart. */
export function HistoryNotes({ series, period, left, hasNight, statesFailed }: Props) {
  const { text } = useText()
  const bars = series.some(({ shape }) => shape === 'bar')
  const notes = [
    ...(hasNight ? [text('device-detail.history.night')] : []),
    ...(statesFailed ? [text('device-detail.band.failed')] : []),
    ...(period !== 'day' && hasSpread(series) ? [text(`device-detail.history.spread.${period}`)] : []),
    ...(period !== 'day' && bars ? [text(`device-detail.history.bars.${period}`)] : []),
    ...(hasEstimates(series) ? [text('device-detail.history.estimatedNote')] : []),
    ...(left > 0 ? [text('device-detail.history.left', { count: left })] : []),
  ]
  return notes.length === 0 ? null : notes.map((note) => <span key={note}>{note}</span>)
}
