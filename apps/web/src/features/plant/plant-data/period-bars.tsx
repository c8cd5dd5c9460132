import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useRef } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import type { PeriodEnergies } from '../../../api/plant-figures.ts'
import { BarChart } from '../../../charts/bar-chart.tsx'
import { type BarSet, hasValues } from '../../../charts/bar-data.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import type { ChartHandle } from '../../../charts/line-chart.tsx'
import { clampDate, periodKey, periodName, toAddress } from '../../../charts/period/period.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from '../../../ui/card.module.css'
import { ErrorPanel } from '../../../ui/states.tsx'
import { BarsLegend, BarsPicker, RATIO } from './bars-picker.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { energyNotes, isEstimated } from './energy-notes.ts'
import {
  type BarsType,
  barParts,
  categoriesOf,
  keysOf,
  levelBelow,
  rowsByKey,
  selfUsePercent,
} from './period-bars-data.ts'
import { barsTable } from './period-bars-table.ts'
import { statsQuery } from './queries.ts'

type Props = Readonly<{
  type: BarsType
  date: string
  today: string
  parts: PlantParts
  earliest: string | undefined
  /** The bar of the page's period; absent where the bars themselves are the period. */
  current?: string
}>

/** Production above the line, consumption below it, each split into its parts. */
export const PeriodBars = memo(function PeriodBars({ type, date, today, parts, earliest, current }: Props) {
  const { plantId, plant, zone } = useCurrentPlant()
  const { params, change } = useUrlState()
  const { text } = useText()
  const format = useFormat()
  const chart = useRef<ChartHandle>(null)
  const key = periodKey(type, date)
  const isCurrent = key >= periodKey(type, today)
  const { data, error, refetch, isPlaceholderData } = useQuery(statsQuery(plantId, type, key, isCurrent))
  const compact = current !== undefined
  const hidden = compact ? '' : (params.get('hide') ?? '')
  const withRatio = !compact && params.get(RATIO) === '1'
  const title = text(`plant-data.bars.${type}`, { period: periodName(type, date, format, '') })

  const keys = useMemo(() => keysOf(type, key, data?.rows ?? [], today), [type, key, data, today])
  const rows = useMemo(
    (): readonly (PeriodEnergies | undefined)[] =>
      data && !isPlaceholderData ? rowsByKey(type, keys, data.rows) : keys.map(() => undefined),
    [type, keys, data, isPlaceholderData],
  )
  const definitions = useMemo(() => barParts(parts, data?.rows ?? []), [parts, data])
  const set = useMemo((): BarSet => {
    const off = hidden.split('.')
    return {
      unit: 'Wh',
      categories: categoriesOf(type, keys, format).map((item, index) => {
        const row = rows[index]
        return row && isEstimated(row) ? { ...item, label: `~${item.label}` } : item
      }),
      current,
      parts: definitions
        .filter(({ id }) => !off.includes(id))
        .map(({ id, name, color, pattern, side, value }) => ({
          id,
          name: text(name),
          color,
          pattern,
          side,
          values: rows.map((row) => (row ? value(row) : null)),
        })),
      ...(withRatio
        ? {
            ratio: {
              id: RATIO,
              name: text('plant-data.series.selfUse'),
              color: 'text-2',
              values: rows.map((row) => (row ? selfUsePercent(row) : null)),
            },
          }
        : {}),
    }
  }, [type, keys, rows, definitions, hidden, withRatio, current, format, text])

  if (error && !data)
    return (
      <div className={styles.card} data-part="card">
        <ErrorPanel compact failure={error} title={text('plant-data.bars.failed')} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <ChartSkeleton title={title} />

  const pick = (picked: string): void => {
    const { view, date: wanted } = levelBelow(type, picked)
    if (picked > today.slice(0, picked.length)) return
    change({ view: view === 'day' ? null : view, date: toAddress(view, clampDate(wanted, today, earliest), today) })
  }
  return (
    <ChartFrame
      title={title}
      name={title}
      note={`${plant.name} · ${zone}`}
      fileName={[plant.name, key === '' ? 'all' : key]}
      canvas={() => chart.current?.canvas()}
      legend={set.parts}
      table={() => barsTable(type, keys, rows, data.currency, parts, text, format)}
      picker={!compact && definitions.length > 1 && <BarsPicker definitions={definitions} />}
      foot={definitions.length > 1 && <BarsLegend definitions={definitions} named={compact} />}
    >
      <BarChart
        label={text('plant-data.bars.label', { period: title, plant: plant.name })}
        set={set}
        above={text('plant-data.series.production')}
        below={text('plant-data.series.consumption')}
        onPick={pick}
        notesAt={(index) => {
          const row = rows[index]
          return row ? energyNotes(row, text, format) : []
        }}
        empty={hasValues(set) || isPlaceholderData ? undefined : text('chart.nothing')}
        handle={chart}
      />
    </ChartFrame>
  )
})
