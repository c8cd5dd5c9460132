import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { type BarSet, sideSum, stepCategory } from './bar-data.ts'
import { type BarModel, categoryAt, columnOf, frameOf, planOf, toBarOption } from './bar-option.ts'
import styles from './chart.module.css'
import { ChartGround } from './chart-ground.tsx'
import type { ChartHandle } from './line-chart.tsx'
import { toFraction } from './plot-frame.ts'
import { Readout, type ReadoutRow } from './readout.tsx'
import { useChartTheme } from './theme.ts'
import { useCursor } from './use-cursor.ts'
import { type Size, useEChart } from './use-echart.ts'

type Props = Readonly<{
  label: string
  set: BarSet
  /** Names of the sides, for their sums in the readout. */
  above: string
  below: string
  notesAt?: (index: number) => readonly string[]
  /** Called with a selected bar: opens the next smaller period. */
  onPick?: (key: string) => void
  empty?: ReactNode
  handle?: Ref<ChartHandle>
}>

/** Stacked bars by day, month or year; a click or Enter on one opens the next smaller period. */
export function BarChart({ label, set, above, below, notesAt, onPick, empty, handle }: Props) {
  const format = useFormat()
  const { text } = useText()
  const theme = useChartTheme()
  const plot = useRef<HTMLElement>(null)
  const [index, setIndex] = useState<number>()
  const model = useMemo((): BarModel => ({ ...set, write: format.number }), [set, format])
  const toOption = useCallback((size: Size) => toBarOption(model, theme, size), [model, theme])
  const chart = useEChart(toOption)
  useImperativeHandle(handle, () => ({ canvas: chart.canvas }), [chart.canvas])
  const frame = useMemo(
    () => (chart.size ? frameOf(model, planOf(model, chart.size.height), chart.size) : undefined),
    [model, chart.size],
  )
  const count = set.categories.length
  const cursor = useCursor({
    toFraction: (clientX) => {
      const box = plot.current?.getBoundingClientRect()
      return box && frame ? toFraction(frame, clientX - box.left) : 0
    },
    onMove: (fraction) => setIndex(fraction === undefined || count === 0 ? undefined : categoryAt(fraction, count)),
    onStep: (direction) => setIndex((before) => stepCategory(set, before, direction)),
    onPick: () => {
      const key = index === undefined ? undefined : set.categories[index]?.key
      if (key !== undefined) onPick?.(key)
    },
  })
  const category = index === undefined ? undefined : set.categories[index]
  const column = frame && index !== undefined && category ? columnOf(frame, count, index) : undefined
  // Alone it needs no mark.
  const currentAt = count > 1 ? set.categories.findIndex(({ key }) => key === set.current) : -1

  const rowsOf = (at: number): readonly ReadoutRow[] => {
    const write = (value: number | null): string => format.quantity({ unit: set.unit }, value).text
    const rowsOfSide = (side: 'above' | 'below', name: string): readonly ReadoutRow[] => {
      const parts = set.parts.filter((part) => part.side === side)
      if (parts.length === 0) return []
      const sum = sideSum(set.parts, side, at)
      const rows = parts.map(
        ({ id, name: partName, color, pattern, values }): ReadoutRow => ({
          id,
          name: partName,
          color,
          look: pattern ?? 'block',
          value: write(values[at] ?? null),
          estimated: false,
        }),
      )
      if (parts.length === 1) return rows
      const head: ReadoutRow = {
        id: side,
        name,
        color: 'text-3',
        look: 'block',
        value: write(sum),
        estimated: false,
        strong: true,
      }
      return [{ ...head, color: side === 'above' ? 'solar' : 'load' }, ...rows]
    }
    const { ratio } = set
    return [
      ...rowsOfSide('above', above),
      ...rowsOfSide('below', below),
      ...(ratio
        ? [
            {
              id: ratio.id,
              name: ratio.name,
              color: ratio.color,
              look: 'dashed',
              value: format.percent(ratio.values[at] ?? null),
              estimated: false,
            } as const,
          ]
        : []),
    ]
  }

  return (
    <div className={styles.chart}>
      <ChartGround
        label={onPick ? `${label}. ${text('chart.pickHint')}` : label}
        chart={chart}
        plot={plot}
        frame={frame}
        cursor={cursor}
        ruleX={undefined}
        column={column ?? (frame && currentAt >= 0 ? columnOf(frame, count, currentAt) : undefined)}
        empty={empty}
        pickable={onPick !== undefined}
      >
        {column && category && index !== undefined && (
          <Readout
            title={category.title}
            rows={rowsOf(index)}
            notes={notesAt?.(index) ?? []}
            x={column.left + column.width / 2}
            width={chart.size?.width ?? 0}
          />
        )}
      </ChartGround>
    </div>
  )
}
