import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatExact } from '@heliograph/domain/format/timestamp.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import type { Battery } from '../../../api/batteries.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { type ChartHandle, LineChart } from '../../../charts/line-chart.tsx'
import { isCurrentPeriod, type Period, periodName, periods } from '../../../charts/period/period.ts'
import { PeriodBar } from '../../../charts/period/period-bar.tsx'
import { usePeriodDate } from '../../../charts/period/use-period-date.ts'
import { nameInstant, type Resolution } from '../../../charts/time-ticks.ts'
import { useZoom } from '../../../charts/use-zoom.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { useNow } from '../../../ui/now.ts'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { cellEndsQuery } from './battery-queries.ts'
import { SPREAD_AXIS, toBands, toSpread } from './spread-series.ts'

const resolutions: Readonly<Record<Period, Resolution>> = {
  day: 'instant',
  week: 'hour',
  month: 'day',
  year: 'month',
  total: 'year',
}
const stepMs: Readonly<Record<Period, number>> = {
  day: 5 * MINUTE_MS,
  week: HOUR_MS,
  month: DAY_MS,
  year: 30.44 * DAY_MS,
  total: 365.25 * DAY_MS,
}

/** How far the cells are apart over time, with the bands from which that is watched. */
export function SpreadCard({ battery }: Readonly<{ battery: Battery }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { params } = useUrlState()
  const nowMs = useNow(MINUTE_MS)
  const chart = useRef<ChartHandle>(null)
  const today = localDate(nowMs, zone)
  const period = readOneOf(params, 'period', periods) ?? 'month'
  const date = usePeriodDate({ period, today })
  const query = useQuery({
    ...cellEndsQuery(battery.deviceId, period, date, isCurrentPeriod(period, date, today)),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const range = useMemo(() => data && { fromMs: data.fromMs, toMs: data.toMs }, [data])
  const zooming = useZoom(range)
  const points = useMemo(() => (data ? toSpread(data) : []), [data])
  const series = useMemo(
    () =>
      range === undefined
        ? []
        : [
            {
              id: 'spread',
              name: text('battery.spread'),
              color: 'battery-line',
              axis: SPREAD_AXIS.id,
              strong: true,
              points,
            },
            ...toBands(points, range, (mv) => text(`battery.band.${mv as 50 | 100 | 200}`)),
          ],
    [points, range, text],
  )
  const bar = <PeriodBar period={period} usual="month" date={date} today={today} zone={zone} />
  if (query.error && !data)
    return (
      <Card title={text('battery.trend')} aside={bar}>
        <ErrorPanel
          compact
          failure={query.error}
          title={text('battery.trend.failed')}
          onRetry={() => void query.refetch()}
        />
      </Card>
    )
  const shownPeriod = data?.period ?? period
  const resolution = resolutions[shownPeriod]
  const name = `${text('battery.trend')}: ${battery.name}, ${periodName(shownPeriod, date, format, text('device-detail.period.total'))}`
  const measured = points.filter(({ value }) => value !== null)
  return (
    <ChartFrame
      title={text('battery.trend')}
      name={name}
      note={zone}
      fileName={[battery.name, 'cells', period, ...(period === 'total' ? [] : [date])]}
      aside={bar}
      canvas={() => chart.current?.canvas()}
      legend={series.map(({ name: title, color }) => ({ name: title, color }))}
      table={() => ({
        rowName: text('device-detail.history.time'),
        columns: [{ id: 'spread', name: text('battery.spread'), unit: 'mV', decimals: 1 }],
        rows: measured.map(({ atMs, value }) => ({
          key: String(atMs),
          name: nameInstant(atMs, zone, format.locale, resolution, shownPeriod !== 'day'),
          exact: formatExact(atMs, zone),
          cells: [value],
        })),
      })}
      foot={<p className="tiny faint">{text('battery.trend.foot')}</p>}
    >
      {data && range ? (
        <LineChart
          handle={chart}
          label={name}
          range={range}
          zone={data.zone}
          resolution={resolution}
          axes={[SPREAD_AXIS]}
          series={series}
          nowMs={shownPeriod === 'day' && date === today ? nowMs : undefined}
          stepMs={stepMs[shownPeriod]}
          {...zooming}
          empty={measured.length === 0 ? text('battery.trend.empty') : undefined}
        />
      ) : (
        <Skeleton height="var(--chart-height)" />
      )}
    </ChartFrame>
  )
}
