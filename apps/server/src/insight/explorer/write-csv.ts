import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { BYTE_ORDER_MARK, type CsvCell, toCsvLine } from '@heliograph/domain/format/csv.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { addDays, dayBounds, type Interval, localDate } from '@heliograph/domain/time.ts'
import type { Resolution } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { stepFor } from './choose-step.ts'
import type { Wanted } from './plan-series.ts'
import { type ReadSeries, readLines } from './read-series.ts'

/** Days that are in memory at once, and days of a file. */
const pages: Readonly<Record<Resolution, Readonly<{ days: number; most: number }>>> = {
  sample: { days: 1, most: 400 },
  hour: { days: 31, most: 3_660 },
  day: { days: 366, most: 22_000 },
  month: { days: 22_000, most: 22_000 },
  year: { days: 22_000, most: 22_000 },
}

/** @throws Refusal PARAM_ERROR for a range that is too long for its step */
export function chooseFileStep(every: Resolution | undefined, { fromMs, toMs }: Interval): Resolution {
  const step = every ?? stepFor(toMs - fromMs)
  if (toMs - fromMs > pages[step].most * DAY_MS) throw new Refusal('PARAM_ERROR', { field: 'from' })
  return step
}

/** Lines of a CSV file, a few days at a time: the local time of the first plant, the same in UTC, a column per line. */
export async function* writeCsv(
  db: Db,
  wanted: readonly Wanted[],
  range: Interval,
  step: Resolution,
  nowMs: number,
): AsyncGenerator<string> {
  const zone = wanted[0]?.plant.zone ?? 'UTC'
  yield BYTE_ORDER_MARK + toCsvLine([`Time (${zone})`, 'Time (UTC)', ...wanted.map(nameColumn)])
  const how = { step, isAsked: true, most: undefined }
  for (const page of cutPages(range, zone, pages[step].days)) {
    const rows = joinRows(await readLines(db, wanted, page, how, nowMs))
    if (rows.length > 0)
      yield rows
        .map(([atMs, cells]) => toCsvLine([formatTimestamp(atMs, zone), new Date(atMs).toISOString(), ...cells]))
        .join('')
  }
}

const nameColumn = ({ plant, device, quantity, perKw }: Wanted): string => {
  const unit = perKw === null ? quantity.unit : `${quantity.unit}/kW`
  return `${[plant.name, ...(device ? [device.name] : [])].join(' / ')} / ${quantity.id} (${unit})`
}

function* cutPages({ fromMs, toMs }: Interval, zone: string, days: number): Generator<Interval> {
  let startMs = fromMs
  for (let date = addDays(localDate(fromMs, zone), days); startMs < toMs; date = addDays(date, days)) {
    const endMs = Math.min(toMs, dayBounds(date, zone).fromMs)
    if (endMs > startMs) yield { fromMs: startMs, toMs: endMs }
    startMs = Math.max(startMs, endMs)
  }
}

function joinRows(lines: readonly ReadSeries[]): readonly (readonly [number, readonly CsvCell[]])[] {
  const rows = new Map<number, CsvCell[]>()
  lines.forEach(({ points, wanted }, column) => {
    for (const { atMs, value } of points) {
      // A break in a line is no measurement.
      if (value === null) continue
      const row = rows.get(atMs) ?? lines.map(() => null)
      row[column] = Number(value.toFixed(wanted.perKw === null ? wanted.quantity.decimals : 4))
      rows.set(atMs, row)
    }
  })
  return [...rows].sort(([a], [b]) => a - b)
}
