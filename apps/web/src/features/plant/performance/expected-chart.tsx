import { useMemo, useRef } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import type { Performance, PerformanceType } from '../../../api/performance.ts'
import { BarChart } from '../../../charts/bar-chart.tsx'
import { hasValues } from '../../../charts/bar-data.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import type { ChartHandle } from '../../../charts/line-chart.tsx'
import { Swatch } from '../../../charts/swatch.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { expectedBars, expectedTable, keysOf } from './expected-data.ts'
import styles from './performance-page.module.css'

type Props = Readonly<{ type: PerformanceType; periodKey: string; name: string; today: string; found: Performance }>

/** Expected against produced, day by day or month by month, with the performance ratio as a line. */
export function ExpectedChart({ type, periodKey, name, today, found }: Props) {
  const { plant, zone } = useCurrentPlant()
  const { change } = useUrlState()
  const { text } = useText()
  const format = useFormat()
  const chart = useRef<ChartHandle>(null)
  const { parts, whole } = found
  const keys = useMemo(() => keysOf(type, periodKey, parts, today), [type, periodKey, parts, today])
  const set = useMemo(() => expectedBars(type, keys, parts, text, format), [type, keys, parts, text, format])
  const title = text('performance.chart', { period: name })
  const pick = (key: string): void =>
    change(type === 'total' ? { view: 'year', date: `${key}-01-01` } : { view: 'month', date: `${key}-01` })
  return (
    <ChartFrame
      title={title}
      name={title}
      note={`${plant.name} · ${zone}`}
      fileName={[plant.name, 'performance', periodKey === '' ? 'all' : periodKey]}
      canvas={() => chart.current?.canvas()}
      legend={set.parts.map(({ name, color }) => ({ name, color }))}
      table={() => expectedTable(type, keys, parts, whole, text, format)}
      foot={
        <ul className={styles.legend}>
          {set.parts.map(({ id, name, color }) => (
            <li key={id}>
              <Swatch color={color} look="block" />
              {name}
            </li>
          ))}
          <li>
            <Swatch color="text-2" look="dashed" />
            {text('performance.pr')}
          </li>
        </ul>
      }
    >
      <BarChart
        label={text('performance.chart.label', { period: name, plant: plant.name })}
        set={set}
        above={text(whole.judgedDays < whole.days ? 'performance.bound' : 'performance.potential')}
        below=""
        {...(type === 'month' ? {} : { onPick: pick })}
        notesAt={(index) => {
          const row = parts.get(keys[index] ?? '')
          if (!row) return []
          return row.judgedDays === 0 ? [text('performance.table.unjudged')] : []
        }}
        empty={hasValues(set) ? undefined : text('chart.nothing')}
        handle={chart}
      />
    </ChartFrame>
  )
}
