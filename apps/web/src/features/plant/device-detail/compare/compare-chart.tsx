import { useQuery } from '@tanstack/react-query'
import { type Ref, useMemo } from 'react'
import type { Comparison } from '../../../../api/device-comparison.ts'
import { type ChartHandle, LineChart } from '../../../../charts/line-chart.tsx'
import { nightsOf } from '../../../../charts/nights.ts'
import type { Period } from '../../../../charts/period/period.ts'
import { useZoom } from '../../../../charts/use-zoom.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { statesQuery } from '../device-queries.ts'
import { chartRange, type HistorySeries, hasPoints, resolutionOf, stepOf, toAxes } from '../history/history-series.ts'

type Props = Readonly<{
  label: string
  data: Comparison & Readonly<{ period: Period }>
  series: readonly HistorySeries[]
  /** The page's device: the night follows from its place. */
  deviceId: number
  date: string
  today: string
  nowMs: number | undefined
  handle: Ref<ChartHandle>
}>

export function CompareChart({ label, data, series, deviceId, date, today, nowMs, handle }: Props) {
  const { text } = useText()
  const isDay = data.period === 'day'
  const { data: states } = useQuery({ ...statesQuery(deviceId, date, date === today), enabled: isDay })
  const nights = useMemo(() => (isDay && states?.date === date ? nightsOf(states) : []), [isDay, states, date])
  const range = useMemo(() => chartRange(data.period, data), [data])
  const zooming = useZoom(range)
  const axes = useMemo(() => toAxes(series), [series])
  return (
    <LineChart
      handle={handle}
      label={label}
      range={range}
      zone={data.zone}
      resolution={resolutionOf[data.period]}
      axes={axes}
      series={series}
      nights={nights}
      nowMs={isDay ? nowMs : undefined}
      stepMs={stepOf(data.period, (data.stepMs ?? 0) / 1000)}
      {...zooming}
      empty={hasPoints(series) ? undefined : text('device-detail.compare.empty')}
    />
  )
}
