import { useMemo, useRef } from 'react'
import type { Replay, ReplayFigures } from '../../../api/what-if.ts'
import { BarChart } from '../../../charts/bar-chart.tsx'
import type { BarPart, BarSet } from '../../../charts/bar-data.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import type { ChartHandle } from '../../../charts/line-chart.tsx'
import { Swatch } from '../../../charts/swatch.tsx'
import type { TableData } from '../../../charts/table-data.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './what-if.module.css'

type Pick = (figures: ReplayFigures) => number | null

/** Each month before and after: what both have is filled, what falls away and what is added lies on top of it. */
export function MonthsChart({ replay }: Readonly<{ replay: Replay }>) {
  const { plant, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const chart = useRef<ChartHandle>(null)
  const { months, meter } = replay
  const title = text(meter === 'grid' ? 'what-if.chart' : 'what-if.chart.made')
  const set = useMemo((): BarSet => {
    const parts = (side: BarPart['side'], name: string, color: string, pick: Pick): readonly BarPart[] => {
      const list = (id: string, partName: string, partColor: string, size: (was: number, is: number) => number) => ({
        id: `${side}-${id}`,
        name: partName,
        color: partColor,
        side,
        ...(side === 'below' && id === 'both' ? { pattern: 'stripes' as const } : {}),
        values: months.map(({ before, after }) => {
          const [was, is] = [pick(before), pick(after)]
          return was === null || is === null ? null : Math.max(0, size(was, is))
        }),
      })
      return [
        list('both', name, color, Math.min),
        list('gone', text('what-if.part.gone', { name }), 'line-strong', (was, is) => was - is),
        list('more', text('what-if.part.more', { name }), 'chart-1', (was, is) => is - was),
      ].filter(({ id, values }) => id.endsWith('both') || values.some((value) => (value ?? 0) > 0))
    }
    return {
      unit: 'Wh',
      categories: months.map(({ month, days }) => ({
        key: month,
        label: format.monthName(month),
        title: text('what-if.month', { month: format.month(month), days }),
      })),
      parts:
        meter === 'grid'
          ? [
              ...parts('above', text('plant-data.series.purchase'), 'grid', ({ importWh }) => importWh),
              ...parts('below', text('plant-data.series.feedIn'), 'grid', ({ exportWh }) => exportWh),
            ]
          : parts('above', text('plant-data.series.production'), 'solar', ({ generationWh }) => generationWh),
    }
  }, [months, meter, text, format])
  const table = (): TableData => {
    const column = (id: string, name: string, unit: string) => ({ id, name, unit, decimals: 2 })
    const [was, is] = [text('what-if.before'), text('what-if.after')]
    const picks: readonly Readonly<{ id: string; name: string; unit: string; pick: Pick }>[] = [
      { id: 'made', name: text('plant-data.series.production'), unit: 'kWh', pick: (row) => row.generationWh / 1000 },
      { id: 'bought', name: text('plant-data.series.purchase'), unit: 'kWh', pick: (row) => toKwh(row.importWh) },
      { id: 'fed', name: text('plant-data.series.feedIn'), unit: 'kWh', pick: (row) => toKwh(row.exportWh) },
      { id: 'balance', name: text('what-if.balance'), unit: replay.currency, pick: (row) => row.balance },
    ]
    return {
      rowName: text('plant-data.table.period'),
      columns: picks.flatMap(({ id, name, unit }) => [
        column(`${id}-before`, `${name}: ${was}`, unit),
        column(`${id}-after`, `${name}: ${is}`, unit),
      ]),
      rows: months.map(({ month, before, after }) => ({
        key: month,
        name: format.month(month),
        exact: month,
        cells: picks.flatMap(({ pick }) => [pick(before), pick(after)]),
      })),
    }
  }
  return (
    <ChartFrame
      title={title}
      name={title}
      note={`${plant.name} · ${zone}`}
      fileName={[plant.name, 'what-if']}
      canvas={() => chart.current?.canvas()}
      legend={set.parts.map(({ name, color }) => ({ name, color }))}
      table={table}
      foot={
        <ul className={styles.legend}>
          {set.parts.map(({ id, name, color, pattern }) => (
            <li key={id}>
              <Swatch color={color} look={pattern ?? 'block'} />
              {name}
            </li>
          ))}
        </ul>
      }
    >
      <BarChart
        label={text('what-if.chart.label', { plant: plant.name })}
        set={set}
        above={text(meter === 'grid' ? 'plant-data.series.purchase' : 'plant-data.series.production')}
        below={text('plant-data.series.feedIn')}
        handle={chart}
      />
    </ChartFrame>
  )
}

const toKwh = (wh: number | null): number | null => (wh === null ? null : wh / 1000)
