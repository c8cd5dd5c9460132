import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { TimeSource, Values } from '@heliograph/domain/reading.ts'
import type { Db } from '../../platform/db/database.ts'
import { layoutOf } from './layout.ts'
import { periodSeries } from './period-series.ts'
import { readQuantities } from './quantity-lists.ts'
import { hidePowers, readHidden } from './refused-powers.ts'
import { isTimed, timeSourceOf } from './sample.ts'
import type { Series, SeriesPoint, SeriesQuery } from './series-query.ts'
import { readColumns, type StoredColumns } from './stored-columns.ts'

/** One series per requested quantity, in that order, ascending; without a value there is no point. */
export async function deviceSeries(db: Db, query: SeriesQuery): Promise<readonly Series[]> {
  return query.resolution === 'sample' ? sampleSeries(db, query) : periodSeries(db, query, query.resolution)
}

async function sampleSeries(db: Db, query: SeriesQuery): Promise<readonly Series[]> {
  const list = (await readQuantities(db.pool, [query.deviceId])).get(query.deviceId) ?? []
  const { indexOf } = layoutOf(list)
  const columns = query.quantities.map((quantity) => indexOf.get(quantity) ?? -1)
  const known = columns.filter((column) => column >= 0)
  if (known.length === 0) return query.quantities.map((quantity) => ({ quantity, points: [] }))
  const { plantId, deviceId, fromMs, toMs } = query
  const hidden = await readHidden(db, plantId, [deviceId], fromMs, toMs)
  const names = known.map((column) => list[column] as QuantityId)
  const stored = hidePowers(hidden, deviceId, names, await readColumns(db, query, known, fromMs, toMs))
  return query.quantities.map((quantity, i) => ({
    quantity,
    points: pointsOf(stored, known.indexOf(columns[i] ?? -1)),
  }))
}

/** @param column in the stored columns; without it there are no points */
export function pointsOf(stored: StoredColumns, column: number): readonly SeriesPoint[] {
  const values = stored.columns[column] ?? []
  const points: SeriesPoint[] = []
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    const atMs = stored.atMs[row] as number
    points.push(isTimed(stored.origin[row] ?? 0) ? { atMs, value } : { atMs, value, estimated: true })
  }
  return points
}

export type SampleRow = Readonly<{ atMs: number; timeSource: TimeSource; values: Values }>

const PAGE_MS = 7 * DAY_MS
/** A page of so few quantities is as small. */
const FEW_QUANTITIES = 4
const LONG_PAGE_MS = 31 * DAY_MS

/**
 * All samples of a device: ascending, in pages of up to a week, or a month of few quantities.
 * @param only the quantities that are wanted of them; all, if it is left out
 */
export async function* samplesOf(
  db: Db,
  query: Readonly<{ plantId: number; deviceId: number; fromMs: number; toMs: number }>,
  only?: readonly QuantityId[],
): AsyncGenerator<readonly SampleRow[]> {
  const stored = (await readQuantities(db.pool, [query.deviceId])).get(query.deviceId) ?? []
  const list = only === undefined ? stored : stored.filter((id) => only.includes(id))
  const { indexOf } = layoutOf(stored)
  const all = list.map((id) => indexOf.get(id) ?? -1)
  const pageMs = list.length <= FEW_QUANTITIES ? LONG_PAGE_MS : PAGE_MS
  for (let fromMs = query.fromMs; fromMs < query.toMs; fromMs += pageMs) {
    const toMs = Math.min(query.toMs, fromMs + pageMs)
    const { atMs, origin, columns } = await readColumns(db, query, all, fromMs, toMs)
    if (atMs.length === 0) continue
    yield atMs.map((at, row) => {
      const values: Partial<Record<QuantityId, number>> = {}
      list.forEach((id, i) => {
        const value = columns[i]?.[row]
        if (value !== undefined && !Number.isNaN(value)) values[id] = value
      })
      return { atMs: at, timeSource: timeSourceOf(origin[row] ?? 0), values }
    })
  }
}

/** When a device was measured, ascending. */
export const sampleInstants = async (
  db: Db,
  key: Readonly<{ plantId: number; deviceId: number }>,
  { fromMs, toMs }: Readonly<{ fromMs: number; toMs: number }>,
): Promise<readonly number[]> => (await readColumns(db, key, [], fromMs, toMs)).atMs

export type Gap = Readonly<{ fromMs: number; toMs: number }>

/** Gaps of more than three intervals without a point; from the last point before to the first after. */
export function gapsOf(points: readonly Readonly<{ atMs: number }>[], intervalMs: number): readonly Gap[] {
  return points.flatMap(({ atMs: toMs }, i) => {
    const fromMs = points[i - 1]?.atMs ?? toMs
    return toMs - fromMs > 3 * intervalMs ? [{ fromMs, toMs }] : []
  })
}
