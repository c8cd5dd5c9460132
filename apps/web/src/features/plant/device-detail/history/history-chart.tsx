import { type Ref, useMemo } from 'react'
import { Link } from 'react-router'
import { useUrlState } from '../../../../address/url-state.ts'
import type { DeviceHistory } from '../../../../api/device-detail.ts'
import type { DeviceStates } from '../../../../api/device-states.ts'
import { type ChartHandle, LineChart, type PlotPlace } from '../../../../charts/line-chart.tsx'
import type { Period } from '../../../../charts/period/period.ts'
import type { TimeRange } from '../../../../charts/time-ticks.ts'
import { useZoom } from '../../../../charts/use-zoom.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import styles from './history-card.module.css'
import { chartRange, type HistorySeries, hasPoints, resolutionOf, stepOf, toAxes } from './history-series.ts'
import { StateBand } from './state-band.tsx'
import { useStateWords } from './use-state-words.ts'

type Reply = DeviceHistory & Readonly<{ period: Period }>
type Props = Readonly<{
  label: string
  data: Reply | undefined
  series: readonly HistorySeries[]
  intervalS: number
  nowMs: number | undefined
  /** No selected quantity supports this period. */
  nothing: boolean
  /** The day of the newest record, if it is not the requested one. */
  lastDate: string | undefined
  nights: readonly TimeRange[]
  /** State and faults of the day, once they are there. */
  day: DeviceStates | undefined
  handle: Ref<ChartHandle>
}>

export function HistoryChart({ label, data, series, intervalS, nowMs, nothing, lastDate, nights, day, handle }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { linkTo } = useUrlState()
  const range = useMemo(() => data && chartRange(data.period, data), [data])
  const zooming = useZoom(range)
  const { describe } = useStateWords()
  const axes = useMemo(() => toAxes(series), [series])
  if (nothing) return <p className={styles.historyNothing}>{text('device-detail.history.nothing')}</p>
  if (!data || !range) return <Skeleton height="var(--chart-height)" />
  return (
    <LineChart
      handle={handle}
      label={label}
      range={range}
      zone={data.zone}
      resolution={resolutionOf[data.period]}
      axes={axes}
      series={series}
      nowMs={data.period === 'day' ? nowMs : undefined}
      stepMs={stepOf(data.period, intervalS)}
      nights={data.period === 'day' ? nights : []}
      {...zooming}
      {...(day && data.period === 'day'
        ? {
            notesAt: (atMs: number) => describe(day, atMs),
            below: (place: PlotPlace) => <StateBand day={day} place={place} />,
          }
        : {})}
      empty={
        series.length > 0 && !hasPoints(series) ? (
          <span className={styles.historyEmpty}>
            {text('device-detail.history.empty')}
            {lastDate !== undefined && (
              <Link to={linkTo({ date: lastDate })}>
                {text('device-detail.history.last', { date: format.date(lastDate) })}
              </Link>
            )}
          </span>
        ) : undefined
      }
    />
  )
}
