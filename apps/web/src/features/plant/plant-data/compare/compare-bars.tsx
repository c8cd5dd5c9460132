import { DAY_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { useMemo } from 'react'
import type { Range } from '../../../../api/compare.ts'
import { LineChart } from '../../../../charts/line-chart.tsx'
import type { LineAxis, LineSeries } from '../../../../charts/line-data.ts'
import { Swatch } from '../../../../charts/swatch.tsx'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import styles from './compare-card.module.css'
import type { ComparisonKind } from './compare-state.ts'

const axes: readonly LineAxis[] = [{ id: 'energy', unit: 'Wh', fromZero: true }]
const looks = [
  { color: 'solar-line', stroke: 'solid' },
  { color: 'text-2', stroke: 'dashed' },
  { color: 'chart-4', stroke: 'dotted' },
  { color: 'chart-7', stroke: 'dashDot' },
] as const

/** The production of each day, the others moved onto the days of the range. */
export function CompareBars({
  ranges,
  kinds,
}: Readonly<{ ranges: readonly Range[]; kinds: readonly ComparisonKind[] }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const [own] = ranges
  const starts = useMemo(() => (own?.days ?? []).map(({ date }) => dayBounds(date, zone).fromMs), [own, zone])
  const names = ranges.map((_, at) =>
    at === 0 ? text('compare.own') : text(`compare.with.${kinds[at - 1] ?? 'chosen'}`),
  )
  const joined = names.join('|')
  const series = useMemo(
    (): readonly LineSeries[] =>
      ranges.map((range, at) => ({
        id: String(at),
        name: joined.split('|')[at] ?? '',
        ...(looks[at] ?? looks[0]),
        axis: 'energy',
        strong: at === 0,
        points: range.days.flatMap(({ energies }, day) => {
          const atMs = starts[day]
          return atMs === undefined ? [] : [{ atMs, value: energies.pvWh }]
        }),
      })),
    [ranges, starts, joined],
  )
  const [first, last] = [starts[0], starts.at(-1)]
  // One day is a figure, no line.
  if (own === undefined || first === undefined || last === undefined || starts.length < 2) return null
  return (
    <>
      <ul className={styles.compareLegend} aria-label={text('compare.energy.production')}>
        {series.map(({ id, name, color, stroke = 'solid' }) => (
          <li key={id}>
            <Swatch color={color} look={stroke} />
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.comparePlot}>
        <LineChart
          label={text('compare.label', { from: format.date(own.from), to: format.date(own.to) })}
          range={{ fromMs: first, toMs: last }}
          zone={zone}
          resolution="day"
          axes={axes}
          series={series}
          stepMs={DAY_MS}
        />
      </div>
    </>
  )
}
