import { lossKinds } from '@heliograph/domain/performance/losses.ts'
import { addDays, addMonths, daysBetween } from '@heliograph/domain/time.ts'
import type { PerformanceFigures, PerformanceType } from '../../../api/performance.ts'
import type { BarCategory, BarPart, BarSet } from '../../../charts/bar-data.ts'
import type { TableData } from '../../../charts/table-data.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { UseText } from '../../../texts/use-text.tsx'
import { namedKinds } from './loss-looks.ts'

type Parts = ReadonlyMap<string, PerformanceFigures>

/** Every day of a month, month of a year, or year since the first, also those without data. */
export function keysOf(type: PerformanceType, key: string, parts: Parts, today: string): readonly string[] {
  if (type === 'month') {
    const first = `${key}-01`
    return Array.from({ length: daysBetween(first, `${addMonths(key, 1)}-01`) }, (_, index) => addDays(first, index))
  }
  if (type === 'year') return Array.from({ length: 12 }, (_, index) => `${key}-${String(index + 1).padStart(2, '0')}`)
  const last = Number(today.slice(0, 4))
  const first = Math.min(last, ...[...parts.keys()].map(Number))
  return Array.from({ length: Math.min(60, last - first + 1) }, (_, index) => String(first + index))
}

export const categoriesOf = (type: PerformanceType, keys: readonly string[], format: Format): readonly BarCategory[] =>
  keys.map((key) => {
    if (type === 'month') return { key, label: String(Number(key.slice(8))), title: format.weekdayAndDate(key) }
    if (type === 'year') return { key, label: format.monthName(key), title: format.month(key) }
    return { key, label: key, title: key }
  })

/** Parts of the bar above production: named losses, the unexplained rest, and unknown energy. */
const groups = [
  { id: 'named', color: 'chart-1', kinds: namedKinds },
  { id: 'unexplained', color: 'chart-5', kinds: ['unexplained'] },
  { id: 'unknown', color: 'line-strong', kinds: ['sky', 'unmeasured'] },
] as const

/** Bars up to what the light allowed: production below, what is missing above it; the ratio as a line. */
export function expectedBars(
  type: PerformanceType,
  keys: readonly string[],
  parts: Parts,
  text: UseText['text'],
  format: Format,
): BarSet {
  const rows = keys.map((key) => parts.get(key))
  const part = (
    id: string,
    name: string,
    color: string,
    pick: (row: PerformanceFigures) => number | null,
  ): BarPart => ({
    id,
    name,
    color,
    side: 'above',
    values: rows.map((row) => {
      const energyWh = row ? pick(row) : null
      return energyWh === null ? null : Math.max(0, energyWh)
    }),
  })
  return {
    unit: 'Wh',
    categories: categoriesOf(type, keys, format),
    parts: [
      part('produced', text('performance.produced'), 'solar', (row) => row.producedWh),
      ...groups.map(({ id, color, kinds }) =>
        part(id, text(`performance.group.${id}`), color, (row) =>
          row.losses.reduce(
            (sum, { kind, energyWh }) => sum + ((kinds as readonly string[]).includes(kind) ? energyWh : 0),
            0,
          ),
        ),
      ),
    ].filter(({ id, values }) => id === 'produced' || values.some((value) => (value ?? 0) > 0)),
    ratio: {
      id: 'pr',
      name: text('performance.pr'),
      color: 'text-2',
      values: rows.map((row) => (row?.performanceRatio ? Math.min(120, row.performanceRatio * 100) : null)),
    },
  }
}

/** The same as a table, each loss in a column of its own. */
export function expectedTable(
  type: PerformanceType,
  keys: readonly string[],
  parts: Parts,
  whole: PerformanceFigures,
  text: UseText['text'],
  format: Format,
): TableData {
  const kinds = lossKinds.filter((kind) => whole.losses.some((loss) => loss.kind === kind))
  const names = categoriesOf(type, keys, format)
  const percent = (share: number | null): number | null => (share === null ? null : share * 100)
  const cells = (row: PerformanceFigures): readonly (number | null)[] => [
    row.potentialWh / 1000,
    row.producedWh === null ? null : row.producedWh / 1000,
    ...kinds.map((kind) => (row.losses.find((loss) => loss.kind === kind)?.energyWh ?? 0) / 1000),
    percent(row.performanceRatio),
    percent(row.performanceRatio25C),
    row.finalYieldH,
  ]
  const column = (id: string, name: string, unit: string) => ({ id, name, unit, decimals: 2 })
  return {
    rowName: text('performance.table.period'),
    columns: [
      column('potential', text(whole.judgedDays < whole.days ? 'performance.bound' : 'performance.potential'), 'kWh'),
      column('produced', text('performance.produced'), 'kWh'),
      ...kinds.map((kind) => column(kind, text(`performance.loss.${kind}`), 'kWh')),
      column('pr', text('performance.pr'), '%'),
      column('pr25', text('performance.pr25'), '%'),
      column('yield', text('performance.yield'), 'kWh/kWp'),
    ],
    total: { name: text('performance.table.total'), cells: cells(whole) },
    rows: keys.flatMap((key, index) => {
      const row = parts.get(key)
      if (!row) return []
      const note = row.judgedDays === 0 ? { note: text('performance.table.unjudged') } : {}
      return [{ key, name: names[index]?.title ?? key, exact: key, cells: cells(row), ...note }]
    }),
  }
}
