import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { parseTime, toInstant } from '@heliograph/domain/format/parse-time.ts'
import { energyBetween } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { ImportTable } from '../../platform/tables/tables.ts'
import { countToday } from './count-today.ts'
import { factorOf, type ImportColumn, type ImportFlow, type ImportMapping, powerOf } from './mapping.ts'
import { believe, createOddValues, type LeftOutValues } from './odd-values.ts'

export type ImportSample = Readonly<{ atMs: number; values: Values }>

/** Samples that a file adds, before anything is stored. */
export type ImportResult = Readonly<{
  /** Ascending; the energies are lifetime counters, as a device would send them. */
  samples: readonly ImportSample[]
  /** Wh by day at the plant and flow. */
  days: ReadonlyMap<string, Readonly<Partial<Record<ImportFlow, number>>>>
  fromMs: number
  toMs: number
  /** The usual distance of two rows, ms. */
  stepMs: number
  /** Rows without a time, out of order, or without any value. */
  unreadRows: number
  /** Rows of days that the plant knows already. */
  leftOutRows: number
  /** The first line of the file that could not be read, for the person; the heading is line 1. */
  firstUnreadLine: number | null
  leftOutValues: readonly LeftOutValues[]
}>

/** Before the end of an interval that ends at midnight, so that its energy belongs to the day that it was made. */
const INSIDE_MS = 1_000
/** Without night rows the first row of a morning must not be spread over the night. */
const GAP_FACTOR = 1.5

/** `line`: of the file. */
type Row = Readonly<{ atMs: number; line: number; values: readonly (number | null)[] }>
type Interval = Readonly<{ fromMs: number; toMs: number }>
/** The counter that a column becomes, and the last reading of its own. */
type Meter = { totalWh: number; last: number | undefined }

/**
 * Turns rows into readings of a device: powers and energies of intervals become counters, counters stay what they are.
 * @param isKnown whether the plant has own data of a flow on a day, which wins
 */
export function toSamples(
  table: ImportTable,
  mapping: ImportMapping,
  plantZone: string,
  isKnown: (date: string, flow: ImportFlow) => boolean,
): ImportResult {
  const { columns, stamp } = mapping
  const { rows: all, unreadRows, firstUnreadLine } = readRows(table, mapping)
  const stepMs = usualStep(all)
  const isCounter = columns.every(({ form }) => form === 'total' || form === 'today')
  const { rows, leftOutValues } = leaveOutOdd(table, mapping, all, (i) =>
    intervalOf(all, i, stepMs, isCounter ? 'end' : stamp),
  )
  const days = new Map<string, Partial<Record<ImportFlow, number>>>()
  const samples: ImportSample[] = []
  const meters = columns.map((): Meter => ({ totalWh: 0, last: undefined }))
  const daily = columns.map(({ form, unit }, c) => {
    const wh = (value: number | null | undefined): number | null => (value == null ? null : value * factorOf[unit])
    const read = (): Parameters<typeof countToday>[0] => rows.map(({ atMs, values }) => ({ atMs, wh: wh(values[c]) }))
    return form === 'today' ? countToday(read(), plantZone, stepMs) : []
  })
  let leftOutRows = 0
  let endMs = Number.NEGATIVE_INFINITY
  for (const [i, row] of rows.entries()) {
    const interval = intervalOf(rows, i, stepMs, isCounter ? 'end' : stamp)
    const date = localDate(isCounter ? row.atMs : interval.fromMs, plantZone)
    const before: Partial<Record<QuantityId, number>> = {}
    const after: Partial<Record<QuantityId, number>> = {}
    const energies = days.get(date) ?? {}
    let isLeftOut = false
    for (const [c, column] of columns.entries()) {
      const { flow, form } = column
      const value = row.values[c] ?? null
      const meter = meters[c]
      if (value === null || meter === undefined) continue
      const energyWh = daily[c]?.[i] ?? energyOf(column, value, interval, meter)
      meter.last = value * factorOf[column.unit]
      if (isKnown(date, flow)) {
        isLeftOut = true
        continue
      }
      const total = flowCounters[flow].total
      // A lifetime counter knows what was made in a gap; of the rest nothing is known.
      if (form !== 'total') before[total] = meter.totalWh
      meter.totalWh += energyWh
      energies[flow] = (energies[flow] ?? 0) + energyWh
      after[total] = meter.totalWh
      const power = powerOf[flow]
      if (power !== undefined && !isCounter) after[power] = (energyWh * HOUR_MS) / (interval.toMs - interval.fromMs)
    }
    if (isLeftOut) leftOutRows += 1
    if (Object.keys(after).length === 0) continue
    days.set(date, energies)
    // Else the energy of this interval would be divided over the gap before it.
    if (interval.fromMs > endMs && Object.keys(before).length > 0)
      samples.push({ atMs: interval.fromMs, values: before })
    endMs = interval.toMs
    samples.push({ atMs: isCounter ? row.atMs : interval.toMs - INSIDE_MS, values: after })
  }
  return {
    samples,
    days,
    stepMs,
    unreadRows,
    leftOutRows,
    firstUnreadLine,
    leftOutValues,
    fromMs: samples[0]?.atMs ?? 0,
    toMs: samples.at(-1)?.atMs ?? 0,
  }
}

/** Wh that a row adds. */
function energyOf({ form, unit }: ImportColumn, value: number, interval: Interval, { last }: Meter): number {
  const base = value * factorOf[unit]
  if (form === 'power')
    return energyBetween({ atMs: interval.fromMs, powerW: base }, { atMs: interval.toMs, powerW: base })
  if (form === 'energy') return base
  return last === undefined ? 0 : Math.max(0, base - last)
}

/** A physically impossible value is no value; the rest of its row counts. */
function leaveOutOdd(
  table: ImportTable,
  { columns }: ImportMapping,
  rows: readonly Row[],
  intervalAt: (i: number) => Interval,
): Readonly<{ rows: readonly Row[]; leftOutValues: readonly LeftOutValues[] }> {
  const odd = createOddValues(table.heads)
  const kept = rows.map((row, i): Row => {
    const { fromMs, toMs } = intervalAt(i)
    const values = row.values.map((value, c) => {
      const column = columns[c]
      if (value === null || column === undefined) return null
      const believed = believe(column, value, toMs - fromMs)
      if (believed === undefined) odd.note(column.column, table.rows[row.line - 2]?.[column.column] ?? '', row.line)
      return believed ?? null
    })
    return { ...row, values }
  })
  return { rows: kept, leftOutValues: odd.list() }
}

type ReadRows = Readonly<{ rows: readonly Row[]; unreadRows: number; firstUnreadLine: number | null }>

function readRows({ rows: lines }: ImportTable, mapping: ImportMapping): ReadRows {
  const rows: Row[] = []
  let unreadRows = 0
  let firstUnreadLine: number | null = null
  let lastMs = Number.NEGATIVE_INFINITY
  for (const [i, cells] of lines.entries()) {
    const time = parseTime(cells[mapping.timeColumn] ?? '', mapping.timeFormat)
    const atMs = time && ('atMs' in time ? time.atMs : toInstant(time.wallMs, mapping.zone, lastMs))
    const values = mapping.columns.map(({ column }) => readNumber(cells[column] ?? '', mapping.decimalMark))
    if (atMs === undefined || atMs <= lastMs || atMs < 0 || values.every((value) => value === null)) {
      unreadRows += 1
      firstUnreadLine ??= i + 2
      continue
    }
    lastMs = atMs
    rows.push({ atMs, line: i + 2, values })
  }
  return { rows, unreadRows, firstUnreadLine }
}

/** null: empty, or no number. */
function readNumber(text: string, decimalMark: ImportMapping['decimalMark']): number | null {
  const plain = decimalMark === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** The most frequent distance of two rows, at most a day. */
function usualStep(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const [i, { atMs }] of rows.entries()) {
    const step = atMs - (rows[i - 1]?.atMs ?? atMs)
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return Math.min(most?.[0] ?? HOUR_MS, 25 * HOUR_MS)
}

/** A shorter distance to the neighbor is the interval, a longer one is a gap. */
function intervalOf(rows: readonly Row[], i: number, stepMs: number, stamp: ImportMapping['stamp']): Interval {
  const atMs = rows[i]?.atMs ?? 0
  const neighbor = rows[stamp === 'start' ? i + 1 : i - 1]?.atMs
  const distance = neighbor === undefined ? stepMs : Math.abs(neighbor - atMs)
  const length = distance <= GAP_FACTOR * stepMs ? distance : stepMs
  return stamp === 'start' ? { fromMs: atMs, toMs: atMs + length } : { fromMs: atMs - length, toMs: atMs }
}
