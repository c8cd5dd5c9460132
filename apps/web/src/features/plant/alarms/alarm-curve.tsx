import { curveRange } from '@heliograph/domain/alarms/curve-range.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { getQuantity } from '@heliograph/domain/quantities.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { AlarmDetail } from '../../../api/alarms.ts'
import type { ExploredSeries } from '../../../api/explorer.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { type ChartHandle, LineChart } from '../../../charts/line-chart.tsx'
import type { LineAxis, LineSeries } from '../../../charts/line-data.ts'
import { withGaps } from '../../../charts/line-data.ts'
import { Swatch } from '../../../charts/swatch.tsx'
import type { TableData } from '../../../charts/table-data.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './alarm-drawer.module.css'
import { curveQuery } from './alarm-queries.ts'

const colors = ['chart-1', 'chart-2', 'chart-4', 'chart-5', 'chart-7', 'chart-10'] as const
const STEP_MS = 5 * MINUTE_MS

/** Curve that the rule looked at, around the alarm, with the rule's limit. */
export function AlarmCurve({ alarm, nowMs }: Readonly<{ alarm: AlarmDetail; nowMs: number }>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const chart = useRef<ChartHandle>(null)
  const references = alarm.curve?.series ?? []
  const range = useMemo(() => curveRange(alarm, nowMs), [alarm, nowMs])
  const { data, error, refetch } = useQuery(curveQuery(references, range.fromMs, range.toMs))
  const thresholds = alarm.curve?.thresholds
  const limitName = text('alarm-page.detail.curve.threshold')
  const { series, axes } = useMemo(
    () => toChart(data?.series ?? [], thresholds ?? [], range, quantityName, limitName),
    [data, thresholds, range, quantityName, limitName],
  )
  const title = text('alarm-page.detail.curve')
  if (!data)
    return error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={280} />
  const isEmpty = series.every(({ points }) => points.every(({ value }) => value === null))
  const step = data.series[0]?.step ?? 'sample'
  return (
    <ChartFrame
      title={title}
      name={`${alarm.name} · ${title}`}
      note={`${alarm.plantName} · ${alarm.zone}`}
      fileName={[alarm.plantName, alarm.ruleId]}
      canvas={() => chart.current?.canvas()}
      legend={series.map(({ name, color }) => ({ name, color }))}
      table={() => toTable(series, axes, alarm.zone, (atMs) => format.exact(atMs, alarm.zone), text('chart.time'))}
      foot={
        <ul className={styles.legend}>
          {series.map(({ id, name, color, stroke }) => (
            <li key={id}>
              <Swatch color={color} look={stroke ?? 'solid'} />
              {name}
            </li>
          ))}
        </ul>
      }
    >
      <LineChart
        label={`${alarm.name}: ${series.map(({ name }) => name).join(', ')}`}
        range={range}
        zone={alarm.zone}
        resolution={step === 'sample' ? 'instant' : step}
        axes={axes}
        series={series}
        stepMs={step === 'sample' ? STEP_MS : step === 'hour' ? HOUR_MS : DAY_MS}
        empty={isEmpty ? text('alarm-page.detail.curve.none') : undefined}
        handle={chart}
      />
    </ChartFrame>
  )
}

function toChart(
  found: readonly ExploredSeries[],
  thresholds: readonly number[],
  range: Readonly<{ fromMs: number; toMs: number }>,
  quantityName: (id: string) => string,
  limitName: string,
): Readonly<{ series: readonly LineSeries[]; axes: readonly LineAxis[] }> {
  const axes = new Map<string, LineAxis>()
  const series = found.map((item, at): LineSeries => {
    const { unit } = getQuantity(item.quantity)
    const fromZero = unit === 'W' || unit === 'A'
    axes.set(unit, { id: unit, unit, fromZero, ...(unit === '%' ? { full: 100 } : {}) })
    const points = item.points.map(({ atMs, value }) => ({ atMs, value }))
    return {
      id: item.reference,
      name: quantityName(item.quantity),
      color: colors[at % colors.length] ?? 'chart-1',
      axis: unit,
      strong: at === 0,
      points: item.step === 'sample' ? withGaps(points, 4 * STEP_MS) : points,
    }
  })
  const axis = series[0]?.axis
  const limits = (axis === undefined ? [] : thresholds).map(
    (value, at): LineSeries => ({
      id: `limit ${at}`,
      name: limitName,
      color: 'text-2',
      axis: axis ?? '',
      stroke: 'dashed',
      points: [
        { atMs: range.fromMs, value },
        { atMs: range.toMs, value },
      ],
    }),
  )
  return { series: [...series, ...limits], axes: [...axes.values()].slice(0, 3) }
}

function toTable(
  series: readonly LineSeries[],
  axes: readonly LineAxis[],
  zone: string,
  nameAt: (atMs: number) => string,
  rowName: string,
): TableData {
  const measured = series.filter(({ id }) => !id.startsWith('limit'))
  const values = measured.map(({ points }) => new Map(points.map(({ atMs, value }) => [atMs, value])))
  const instants = [...new Set(measured.flatMap(({ points }) => points.map(({ atMs }) => atMs)))].sort((a, b) => a - b)
  return {
    rowName,
    columns: measured.map(({ id, name, axis }) => ({
      id,
      name,
      unit: axes.find((ax) => ax.id === axis)?.unit ?? '',
      decimals: 3,
    })),
    rows: instants.map((atMs) => ({
      key: String(atMs),
      name: nameAt(atMs),
      exact: formatTimestamp(atMs, zone, { offset: true }),
      cells: values.map((map) => map.get(atMs) ?? null),
    })),
  }
}
