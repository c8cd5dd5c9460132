import type { DeviceSeries } from '@heliograph/contract/device-s/device.ts'
import { type Ref, useMemo } from 'react'
import { type ChartHandle, LineChart } from '../../../charts/line-chart.tsx'
import type { Period } from '../../../charts/period/period.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { chartRange, type HistorySeries, hasPoints, resolutionOf, stepOf, toAxes } from './history-series.ts'

type Reply = Readonly<{ from: number; to: number; timeZone: string; period: Period; series: readonly DeviceSeries[] }>
type Props = Readonly<{
  label: string
  data: Reply | undefined
  series: readonly HistorySeries[]
  intervalS: number
  nowMs: number | undefined
  /** No quantity is chosen that this period can show. */
  nothing: boolean
  handle: Ref<ChartHandle>
}>

export function HistoryChart({ label, data, series, intervalS, nowMs, nothing, handle }: Props) {
  const { text } = useText()
  const range = useMemo(
    () => data && chartRange(data.period, { fromMs: data.from * 1000, toMs: data.to * 1000 }),
    [data],
  )
  const axes = useMemo(() => toAxes(series), [series])
  if (nothing) return <p className="history-nothing">{text('device-detail.history.nothing')}</p>
  if (!data || !range) return <Skeleton height="100%" />
  return (
    <LineChart
      handle={handle}
      label={label}
      range={range}
      zone={data.timeZone}
      resolution={resolutionOf[data.period]}
      axes={axes}
      series={series}
      nowMs={data.period === 'day' ? nowMs : undefined}
      stepMs={stepOf(data.period, intervalS)}
      empty={series.length > 0 && !hasPoints(series) ? text('device-detail.history.empty') : undefined}
    />
  )
}
