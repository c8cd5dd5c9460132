import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { ImportColumn, ImportMapping } from './mapping.ts'
import { type RowTimes, readTimes } from './read-times.ts'
import type { FoundTable } from './understand/find-tables.ts'
import { cellFactor, isNothing, toNumber } from './understand/numbers.ts'

export const unreadReasons = ['noTime', 'noValue', 'notNumber', 'future', 'sameTime', 'other'] as const
/** noTime: no time of this format. notNumber: a text where a value should be. other: a total or a note within the table. sameTime: another row has the same time. */
export type UnreadReason = (typeof unreadReasons)[number]
/** `line`: the first of them. */
export type UnreadRows = Readonly<{ reason: UnreadReason; count: number; line: number }>

/** The values of one column in the order of time, in W or Wh. */
export type Series = Readonly<{
  column: ImportColumn
  /** When a counter was read. */
  atMs: Float64Array
  fromMs: Float64Array
  toMs: Float64Array
  /** In the base unit. */
  values: Float64Array
  /** Of the table. */
  rows: Int32Array
  stepMs: number
}>

/** Without night rows the first row of a morning must not be spread over the night. */
const GAP_FACTOR = 1.5

export type ReadSeries = Readonly<{ series: readonly Series[]; unread: readonly UnreadRows[]; usedRows: number }>

/** Reads the columns of a table as they are mapped. @param factorOf of units to W or Wh @param untilMs rows later than this are refused */
export function readSeries(
  table: FoundTable,
  mapping: ImportMapping,
  factorOf: (unit: ImportColumn['unit']) => number,
  untilMs: number,
  times: RowTimes = readTimes(table, mapping),
): ReadSeries {
  const { rows, lines } = table
  const unread = new Map<UnreadReason, { reason: UnreadReason; count: number; line: number }>()
  const note = (reason: UnreadReason, line: number): void => {
    const before = unread.get(reason)
    if (before === undefined) unread.set(reason, { reason, count: 1, line })
    else {
      before.count += 1
      before.line = Math.min(before.line, line)
    }
  }
  for (const line of table.otherLines) note('other', line)
  const order = sortRows(times, untilMs, (row, reason) => note(reason, lines[row] as number))
  const rowStepMs = usualStep(Float64Array.from(order, (row) => times.atMs[row] as number))
  const used = new Uint8Array(rows.length)
  const hit = new Uint8Array(rows.length)
  const odd = new Uint8Array(rows.length)
  const series = mapping.columns.map((column) => {
    const isOwn = (row: number): boolean =>
      column.name === null ||
      mapping.nameColumn === null ||
      String(rows[row]?.[mapping.nameColumn] ?? '') === column.name
    const [atRows, values] = [new Int32Array(rows.length), new Float64Array(rows.length)]
    let count = 0
    const isCounter = column.form === 'total' || column.form === 'today'
    for (const row of order) {
      if (column.name !== null && !isOwn(row)) continue
      hit[row] = 1
      const cell = rows[row]?.[column.column]
      if (cell === undefined || isNothing(cell)) continue
      const value = toNumber(cell, column.decimalMark)
      if (Number.isNaN(value)) {
        odd[row] = 1
        continue
      }
      const wh = value * (cellFactor(cell) ?? factorOf(column.unit))
      const last = count - 1
      const isSame = last >= 0 && times.atMs[atRows[last] as number] === times.atMs[row]
      if (isSame) {
        // The same row twice counts once; a counter may be read twice in a second.
        if (values[last] !== wh && !isCounter) {
          if (used[row] === 0) note('sameTime', lines[row] as number)
          used[row] = 1
          continue
        }
        if (isCounter) values[last] = wh
        used[row] = 1
        continue
      }
      used[row] = 1
      atRows[count] = row
      values[count++] = wh
    }
    return toSeries(column, atRows.slice(0, count), values.slice(0, count), times, {
      stamp: mapping.stamp,
      untilMs,
      rowStepMs,
    })
  })
  let usedRows = 0
  for (const row of order) {
    if (odd[row] === 1) note('notNumber', lines[row] as number)
    if (used[row] === 1) usedRows += 1
    else if (hit[row] === 1 && odd[row] === 0) note('noValue', lines[row] as number)
  }
  return { series, unread: [...unread.values()], usedRows }
}

/** The rows in the order of time; of those with the same time the order of the file. */
function sortRows(
  { atMs }: RowTimes,
  untilMs: number,
  refuse: (row: number, reason: UnreadReason) => void,
): Int32Array {
  const found = new Int32Array(atMs.length)
  let [count, isSorted, before] = [0, true, Number.NEGATIVE_INFINITY]
  for (const [row, at] of atMs.entries()) {
    if (Number.isNaN(at) || at < 0) refuse(row, 'noTime')
    else if (at > untilMs) refuse(row, 'future')
    else {
      if (at < before) isSorted = false
      before = at
      found[count++] = row
    }
  }
  const order = found.subarray(0, count)
  return isSorted ? order : order.sort((a, b) => (atMs[a] as number) - (atMs[b] as number) || a - b)
}

function toSeries(
  column: ImportColumn,
  atRows: Int32Array,
  values: Float64Array,
  { atMs, endMs, isDateOnly }: RowTimes,
  { stamp, untilMs, rowStepMs }: Readonly<{ stamp: ImportMapping['stamp']; untilMs: number; rowStepMs: number }>,
): Series {
  const at = Float64Array.from(atRows, (row) => atMs[row] as number)
  // Two values or fewer say nothing of the step.
  const stepMs = at.length > 2 ? usualStep(at) : rowStepMs
  const fromMs = new Float64Array(at.length)
  const toMs = new Float64Array(at.length)
  for (let i = 0; i < at.length; i++) {
    const own = endMs[atRows[i] as number] as number
    const [from, to] = Number.isNaN(own) ? intervalOf(at, i, stepMs, stamp) : [at[i] as number, own]
    fromMs[i] = from
    toMs[i] = Math.max(from + 1, Math.min(to, untilMs))
  }
  // A row that names its own end and overlaps with the next row ends there.
  for (let i = 0; i + 1 < at.length; i++)
    if ((toMs[i] as number) > (fromMs[i + 1] as number) && (fromMs[i + 1] as number) > (fromMs[i] as number))
      toMs[i] = fromMs[i + 1] as number
  const readMs = isDateOnly ? toMs.map((to) => to - 1_000) : at
  return {
    column,
    atMs: readMs,
    fromMs,
    toMs,
    values,
    rows: atRows,
    stepMs,
  }
}

/** The most frequent distance of two rows. */
export function usualStep(at: Float64Array): number {
  const counts = new Map<number, number>()
  for (let i = 1; i < at.length; i++) {
    const step = (at[i] as number) - (at[i - 1] as number)
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  let [best, most] = [HOUR_MS, 0]
  for (const [step, count] of counts) if (count > most || (count === most && step < best)) [best, most] = [step, count]
  return best
}

/** A shorter distance to the neighbor is the interval, a longer one is a gap. */
function intervalOf(
  at: Float64Array,
  i: number,
  stepMs: number,
  stamp: ImportMapping['stamp'],
): readonly [number, number] {
  const own = at[i] as number
  const neighbor = at[stamp === 'start' ? i + 1 : i - 1]
  const distance = neighbor === undefined ? stepMs : Math.abs(neighbor - own)
  const length = distance <= GAP_FACTOR * stepMs ? distance : stepMs
  return stamp === 'start' ? [own, own + length] : [own - length, own]
}
