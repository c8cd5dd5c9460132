import type { ExportStep } from '@heliograph/domain/plant-export.ts'
import { addDays, daysBetween, hourStarts, localDate } from '@heliograph/domain/time.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { type DayPoint, drawCurve, planDays } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Cell, type Column, type ExportRows, instantColumn, numberColumn, type Page } from './export-columns.ts'

type Range = Readonly<{ step: ExportStep; from: string; to: string }>

const powers = ['pvW', 'loadW', 'gridW', 'batteryW', 'generatorW', 'upsW'] as const
const parts = [...powers, 'socPercent'] as const

/** The curve of each day as the plant's page draws it, or the means of its hours. */
export function readPowers(db: Db, plantId: number, range: Range, translate: Translate, nowMs: number): ExportRows {
  const columns: readonly Column[] = [
    instantColumn(translate),
    ...powers.map((part) => numberColumn(part, translate(`exports.column.${part}`), 'W', 2)),
    numberColumn('socPercent', translate('exports.column.socPercent'), '%', 2),
    numberColumn('coverage', translate('exports.column.coverage'), '%', 1),
    numberColumn('estimated', translate('exports.column.estimated'), '', 0),
  ]
  return { columns, pages: readDays(db, plantId, range, nowMs) }
}

async function* readDays(db: Db, plantId: number, { step, from, to }: Range, nowMs: number): AsyncGenerator<Page> {
  const plan = await planDays(db, plantId)
  const { zone } = plan.facts
  // Nothing is known of the future: no empty rows for it.
  const today = localDate(nowMs, zone)
  const last = to < today ? to : today
  const days = daysBetween(from, last) + 1
  for (let n = 0; n < days; n++) {
    const date = addDays(from, n)
    const { points, fromMs, toMs } = await drawCurve(db, plan, date, nowMs)
    const own = points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    const rows = step === 'hour' ? meanHours(own, hourStarts(date, zone)) : own.map(toRow)
    yield { rows, share: (n + 1) / days }
  }
}

const toRow = (point: DayPoint): readonly Cell[] => [
  point.atMs,
  ...parts.map((part) => point[part]),
  point.coverage * 100,
  point.estimated ? 1 : 0,
]

function meanHours(points: readonly DayPoint[], starts: readonly number[]): readonly (readonly Cell[])[] {
  const hours = starts.map((atMs): { atMs: number; points: DayPoint[] } => ({ atMs, points: [] }))
  let hour = 0
  for (const point of points) {
    while ((starts[hour + 1] ?? Number.POSITIVE_INFINITY) <= point.atMs) hour++
    hours[hour]?.points.push(point)
  }
  return hours
    .filter((item) => item.points.length > 0)
    .map((item) => [
      item.atMs,
      ...parts.map((part) => mean(item.points.map((point) => point[part]))),
      (mean(item.points.map(({ coverage }) => coverage)) ?? 0) * 100,
      item.points.some(({ estimated }) => estimated) ? 1 : 0,
    ])
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
