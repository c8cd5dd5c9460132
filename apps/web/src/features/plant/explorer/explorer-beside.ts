/** Another period beside the chosen one: its bounds, its values on the days of the chosen one, and figures of both. */
import { addDays, addMonths, dayBounds, daysBetween, isDate, localDate } from '@heliograph/domain/time.ts'
import { type Period, shiftPeriod } from '../../../charts/period/period.ts'
import { boundsOf, type Span } from './explorer-address.ts'
import type { ExplorerLine } from './explorer-lines.ts'

export const besides = ['before', 'year'] as const
export type Beside = (typeof besides)[number]
/** Ends the id of a line of the other period. */
const BESIDE = ' beside'
export type Days = Readonly<{ from: string; to: string }>

/** The days of the other period; undefined: all time has none before. */
export function besideBounds(beside: Beside, span: Span, date: string, { from, to }: Days): Days | undefined {
  if (span === 'total') return undefined
  if (span === 'range' || span === 'week') {
    const days = daysBetween(from, to) + 1
    // So that weekdays stand beside weekdays.
    const back = beside === 'before' ? days : span === 'week' ? 364 : daysBetween(monthsBefore(from, 12), from)
    return { from: addDays(from, -back), to: addDays(to, -back) }
  }
  const period: Period = span
  const other =
    beside === 'before' ? shiftPeriod(period, date, -1) : period === 'year' ? undefined : monthsBefore(date, 12)
  if (other === undefined) return undefined
  const bounds = boundsOf(span, other, new URLSearchParams(), other)
  return bounds.from === undefined || bounds.to === undefined ? undefined : { from: bounds.from, to: bounds.to }
}

/** Of February 29 the 28th. */
function monthsBefore(date: string, months: number): string {
  const month = addMonths(date.slice(0, 7), -months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const day = `${month}-${date.slice(8)}`
  return day < last ? day : last
}

/**
 * A line of the other period on the days of the chosen one, as far as that has come: a month that runs stands beside the
 * same days of the one before.
 */
export function alignLine(
  line: ExplorerLine,
  own: Days,
  other: Days,
  { zone, name, isByMonth, nowMs }: Readonly<{ zone: string; name: string; isByMonth: boolean; nowMs: number }>,
): ExplorerLine {
  const endMs = Math.min(dayBounds(own.to, zone).toMs, nowMs)
  return {
    ...line,
    id: `${line.id}${BESIDE}`,
    name: `${line.name} \u00b7 ${name}`,
    stroke: line.stroke === 'dashed' ? 'dotted' : 'dashed',
    points: line.points.flatMap((point) => {
      const date = localDate(point.atMs, zone)
      const months = monthOf(date) - monthOf(other.from)
      const day = isByMonth
        ? `${addMonths(own.from.slice(0, 7), months)}${date.slice(7)}`
        : addDays(own.from, daysBetween(other.from, date))
      // February 29 has no day in most years.
      if (!isDate(day)) return []
      const atMs = dayBounds(day, zone).fromMs + (point.atMs - dayBounds(date, zone).fromMs)
      return atMs < endMs ? [{ ...point, atMs }] : []
    }),
  }
}

const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))

export type Figure = Readonly<{
  id: string
  name: string
  /** sum: energy of the period. mean: of a power, or of another gauge. */
  kind: 'sum' | 'mean'
  /** In the unit of the line. null: not measured. */
  amount: number | null
  /** The sum for each kW of the plant's capacity, or of the device's rating. */
  perKw: number | null
  /** Against its base, %; null: nothing to compare with. */
  change: number | null
}>

/** A tenth of the values may be missing: a week against a month speaks of what was not recorded. */
const COMPARABLE = 0.1

/**
 * Sums and means of the lines: one of the other period against its own line, all others against the first line of the
 * same quantity. Codes and readings of lifetime counters have none.
 */
export function figuresOf(lines: readonly ExplorerLine[]): readonly Figure[] {
  const found = lines.flatMap((line) => {
    const { source, quantity } = line
    if (quantity.kind === 'state' || source.kind === 'state') return []
    if (source.kind !== 'increment' && quantity.kind === 'counter') return []
    const values = line.points.flatMap(({ value }) => (value === null ? [] : [value]))
    const sum = values.reduce((total, value) => total + value, 0)
    const kind = source.kind === 'increment' ? ('sum' as const) : ('mean' as const)
    const amount = values.length === 0 ? null : kind === 'sum' ? sum : sum / values.length
    return [{ line, kind, amount, count: values.length }]
  })
  return found.map((figure): Figure => {
    const { line, kind, amount, count } = figure
    const base = line.id.endsWith(BESIDE)
      ? found.find((item) => `${item.line.id}${BESIDE}` === line.id)
      : found.find((item) => item.kind === kind && item.line.axis === line.axis && item.line.quantity === line.quantity)
    const most = Math.max(count, base?.count ?? 0)
    const isEven = base !== undefined && Math.abs(count - base.count) <= COMPARABLE * most
    // A share of a temperature says nothing, nor does one of a sum below zero.
    const whole = line.quantity.unit === '°C' ? 0 : (base?.amount ?? 0)
    const { divisorKw, ratedKw } = line.source
    return {
      id: line.id,
      name: line.name,
      kind,
      amount,
      perKw: kind === 'sum' && amount !== null && divisorKw === null && ratedKw !== null ? amount / ratedKw : null,
      change: base === figure || !isEven || amount === null || whole <= 0 ? null : (amount / whole - 1) * 100,
    }
  })
}
