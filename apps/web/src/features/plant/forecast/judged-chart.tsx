import { DAY_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { useMemo, useRef } from 'react'
import type { JudgedForecast } from '../../../api/forecast.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { type ChartHandle, LineChart } from '../../../charts/line-chart.tsx'
import type { LineAxis, LineSeries } from '../../../charts/line-data.ts'
import type { TableData } from '../../../charts/table-data.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

const axes: readonly LineAxis[] = [{ id: 'energy', unit: 'Wh', fromZero: true }]

/** Measured days as bars, and what the day before said of them as a line with its range. */
export function JudgedChart({ days }: Readonly<{ days: readonly JudgedForecast[] }>) {
  const { plant, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const chart = useRef<ChartHandle>(null)
  const title = text('weather.accuracy.chart')
  const series = useMemo((): readonly LineSeries[] => {
    // The axis names days at their midnights: there their bars stand.
    const at = (date: string): number => dayBounds(date, zone).fromMs
    return [
      {
        id: 'measured',
        name: text('weather.accuracy.measured'),
        color: 'solar',
        axis: 'energy',
        shape: 'bar',
        points: days.map(({ date, measuredWh }) => ({ atMs: at(date), value: measuredWh })),
      },
      {
        id: 'forecast',
        name: text('weather.accuracy.said'),
        color: 'chart-1',
        axis: 'energy',
        stroke: 'dashed',
        points: days.map(({ date, p10Wh, p50Wh, p90Wh }) => ({
          atMs: at(date),
          value: p50Wh,
          min: p10Wh,
          max: p90Wh,
        })),
      },
    ]
  }, [days, zone, text])
  const range = useMemo(() => {
    const [first, last] = [days[0]?.date, days.at(-1)?.date]
    if (first === undefined || last === undefined) return { fromMs: 0, toMs: DAY_MS }
    const half = DAY_MS / 2
    return { fromMs: dayBounds(first, zone).fromMs - half, toMs: dayBounds(last, zone).fromMs + half }
  }, [days, zone])
  const table = (): TableData => {
    const column = (id: string, name: string) => ({ id, name, unit: 'kWh', decimals: 2 })
    return {
      rowName: text('weather.accuracy.day'),
      columns: [
        column('measured', text('weather.accuracy.measured')),
        column('low', text('weather.forecast.low')),
        column('forecast', text('weather.accuracy.said')),
        column('high', text('weather.forecast.high')),
      ],
      rows: days.map(({ date, measuredWh, p10Wh, p50Wh, p90Wh }) => ({
        key: date,
        name: format.weekdayAndDate(date),
        exact: date,
        cells: [measuredWh, p10Wh, p50Wh, p90Wh].map((energyWh) => (energyWh === null ? null : energyWh / 1000)),
      })),
    }
  }
  return (
    <ChartFrame
      title={title}
      name={title}
      note={`${plant.name} · ${zone}`}
      fileName={[plant.name, 'forecast']}
      canvas={() => chart.current?.canvas()}
      legend={series.map(({ name, color }) => ({ name, color }))}
      table={table}
    >
      <LineChart
        label={text('weather.accuracy.chart.label', { plant: plant.name })}
        range={range}
        zone={zone}
        resolution="day"
        axes={axes}
        series={series}
        stepMs={DAY_MS}
        handle={chart}
      />
    </ChartFrame>
  )
}
