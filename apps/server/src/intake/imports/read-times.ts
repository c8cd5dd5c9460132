import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { toInstant } from '@heliograph/domain/format/parse-time.ts'
import { addDays, dayBounds, monthBounds, offsetMinutes, yearBounds } from '@heliograph/domain/time.ts'
import type { Cell } from '../../platform/tables/tables.ts'
import type { ImportMapping } from './mapping.ts'
import type { FoundTable } from './understand/find-tables.ts'
import { type DateOrder, dateOf, type Moment, readMoment, splitSpan } from './understand/moment.ts'
import { readNumberText } from './understand/numbers.ts'

/** Where the rows of a table lie in time; NaN: a row has no time. */
export type RowTimes = Readonly<{
  atMs: Float64Array
  /** The end that a row names itself, or that its day, month or year has; NaN: it follows from the rows beside it. */
  endMs: Float64Array
  /** Rows name a day, a month or a year, with no clock or with midnight. */
  isCalendar: boolean
  /** And no clock at all: a counter was read in the course of the day, its energy is that day's. */
  isDateOnly: boolean
}>
export type TimeMapping = Pick<
  ImportMapping,
  'timeColumn' | 'clockColumn' | 'endColumn' | 'offsetColumn' | 'timeFormat' | 'zone'
>

export const orderOf = (format: ImportMapping['timeFormat']): DateOrder =>
  format === 'dmy' || format === 'mdy' ? format : 'iso'

/** Reads the times of all rows, in whatever order they stand. */
export function readTimes(table: FoundTable, mapping: TimeMapping): RowTimes {
  const { rows } = table
  const { timeColumn, clockColumn, endColumn, offsetColumn, zone } = mapping
  const order = orderOf(mapping.timeFormat)
  const walls = new Float64Array(rows.length).fill(Number.NaN)
  const offsets = new Float64Array(rows.length).fill(Number.NaN)
  const ends = new Float64Array(rows.length).fill(Number.NaN)
  const shapes: (Moment['shape'] | undefined)[] = []
  const ahead: (boolean | undefined)[] = []
  let calendar = 0
  for (const [i, row] of rows.entries()) {
    const { from, to } = readCell(row[timeColumn] ?? '')
    const wall = from && toWall(from, clockColumn === null ? undefined : row[clockColumn], order)
    shapes.push(from?.shape)
    ahead.push(from?.isAhead)
    if (from === undefined || wall === undefined) continue
    const { wallMs, hasClock } = wall
    if (!hasClock) calendar += 1
    walls[i] = wallMs
    offsets[i] =
      from.shape === 'epoch'
        ? 0
        : hasClock
          ? offsetColumn === null
            ? from.offsetMs
            : readOffset(row[offsetColumn])
          : Number.NaN
    const end = endColumn === null ? to : readCell(row[endColumn] ?? '').from
    const endMs = end && toEnd(end, wallMs, order)
    if (endMs !== undefined) ends[i] = endMs
  }
  const known = walls.reduce((count, wall) => count + (Number.isNaN(wall) ? 0 : 1), 0)
  const isDateOnly = calendar * 2 > known
  const isCalendar =
    isDateOnly ||
    (known > 1 &&
      walls.every((wall, i) => Number.isNaN(wall) || (wall % DAY_MS === 0 && Number.isNaN(offsets[i] as number))))
  const instants = toInstants(rows, walls, offsets, ahead, zone)
  const endMs = ends.map((end, i) =>
    Number.isNaN(end) || Number.isNaN(walls[i] as number)
      ? Number.NaN
      : (instants[i] as number) + spanOf(walls[i] as number, end, instants[i] as number, offsets[i] as number, zone),
  )
  if (isCalendar) addCalendarEnds(walls, shapes, instants, endMs, zone)
  return { atMs: instants, endMs, isCalendar, isDateOnly }
}

type Wall = Readonly<{ wallMs: number; hasClock: boolean }>

const textOf = (cell: Cell): string =>
  typeof cell === 'number' && Number.isInteger(cell) ? String(cell) : typeof cell === 'string' ? cell : ''

function readCell(cell: Cell): Readonly<{ from?: Moment | undefined; to?: Moment | undefined }> {
  const text = textOf(cell)
  if (text === '') return {}
  const from = readMoment(text)
  if (from !== undefined || text.length < 10) return { from }
  const span = splitSpan(text)
  return span === undefined ? {} : { from: readMoment(span[0]), to: readMoment(span[1]) }
}

function toWall(moment: Moment, clock: Cell | undefined, order: DateOrder): Wall | undefined {
  if (moment.shape === 'epoch') return { wallMs: moment.numbers[0] as number, hasClock: true }
  const dayMs = dateOf(moment, order)
  if (dayMs === undefined) return undefined
  const own = Number.isNaN(moment.clockMs) || clock !== undefined ? readClock(clock) : moment.clockMs
  if (clock !== undefined && own === undefined) return undefined
  return own === undefined ? { wallMs: dayMs, hasClock: false } : { wallMs: dayMs + own, hasClock: true }
}

/** A clock, or the hour alone. */
export function readClock(cell: Cell | undefined): number | undefined {
  if (cell === undefined || cell === '') return undefined
  const text = String(cell)
  const hour = /^(?:he|h)?\s?(\d{1,2})(?:\.0)?$/i.exec(text)?.[1]
  if (hour !== undefined) return Number(hour) <= 24 ? Number(hour) * HOUR_MS : undefined
  // A part of a day, as workbooks keep a clock.
  if (typeof cell === 'number') return cell >= 0 && cell < 1 ? Math.round(cell * 1440) * MINUTE_MS : undefined
  const packed = /^([01]\d|2[0-4])([0-5]\d)(?:00)?$/.exec(text)
  if (packed !== null) return Number(packed[1]) * HOUR_MS + Number(packed[2]) * MINUTE_MS
  const moment = readMoment(splitSpan(text)?.[0] ?? text) ?? readMoment(`2001-01-01T${text.slice(11)}`)
  return moment === undefined || Number.isNaN(moment.clockMs) ? undefined : moment.clockMs
}

function toEnd(moment: Moment, fromMs: number, order: DateOrder): number | undefined {
  if (moment.shape === 'epoch') return moment.numbers[0]
  const dayMs = dateOf(moment, order)
  if (dayMs !== undefined) return dayMs + (Number.isNaN(moment.clockMs) ? DAY_MS : moment.clockMs)
  if (Number.isNaN(moment.clockMs)) return undefined
  const sameDay = Math.floor(fromMs / DAY_MS) * DAY_MS + moment.clockMs
  return sameDay > fromMs ? sameDay : sameDay + DAY_MS
}

/** How long the interval of a row is: the clocks may change within a long one. */
function spanOf(fromWall: number, toWallMs: number, atMs: number, offsetMs: number, zone: string): number {
  const span = toWallMs - fromWall
  if (!(span > 0)) return Number.NaN
  if (!Number.isNaN(offsetMs) || span < 6 * HOUR_MS) return span
  return toInstant(toWallMs, zone, atMs) - atMs
}

/** `UTC+02:00`, `+0200`: ms ahead of UTC; NaN: it is none. */
export function readOffset(cell: Cell | undefined): number {
  const [, sign, hours = '0', minutes = '0'] =
    /^\(?(?:utc|gmt)?\s?([+-])(\d{1,2}):?(\d{2})?\)?$/i.exec(String(cell ?? '')) ?? []
  if (sign === undefined) return /^(?:utc|gmt|z)$/i.test(String(cell ?? '')) ? 0 : Number.NaN
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes || 0) * MINUTE_MS)
}

/** Rows in the doubled hour of autumn follow each other; a file may run backwards. */
function toInstants(
  rows: FoundTable['rows'],
  walls: Float64Array,
  offsets: Float64Array,
  ahead: readonly (boolean | undefined)[],
  zone: string,
): Float64Array {
  const instants = new Float64Array(walls.length).fill(Number.NaN)
  let [rises, falls, before] = [0, 0, Number.NaN]
  for (const wall of walls) {
    if (wall > before) rises += 1
    else if (wall < before) falls += 1
    if (!Number.isNaN(wall)) before = wall
  }
  const isBackwards = falls > rises
  // Rows of several things for each time: the same thing again is of the second hour.
  const isRepeating = rises + falls < 0.8 * (walls.length - 1)
  const seen = new Map<string, string>()
  let lastMs = Number.NEGATIVE_INFINITY
  let plain = { from: 1, to: 0, offsetMs: 0 }
  for (let n = 0; n < walls.length; n++) {
    const i = isBackwards ? walls.length - 1 - n : n
    const wall = walls[i] as number
    if (Number.isNaN(wall)) continue
    const offset = offsets[i] as number
    if (!Number.isNaN(offset)) instants[i] = wall - offset
    else {
      if (!(wall >= plain.from && wall < plain.to)) plain = plainStretch(wall, zone)
      if (plain.to > plain.from) instants[i] = wall - plain.offsetMs
      else {
        const isOpen = ahead[i] === undefined && !isRepeating
        const after = isOpen ? nearBefore(lastMs, wall, zone) : Number.NEGATIVE_INFINITY
        const first = toInstant(
          wall,
          zone,
          isRepeating && isSecond(rows[i] ?? [], wall, seen) ? Number.POSITIVE_INFINITY : after,
        )
        // Clocks that are ahead show the doubled hour first.
        instants[i] = ahead[i] === false ? toInstant(wall, zone, first) : first
      }
    }
    lastMs = instants[i] as number
  }
  return instants
}

/** Whether the words of a row stood beside this clock before, and other numbers. */
function isSecond(row: readonly Cell[], wall: number, seen: Map<string, string>): boolean {
  const words = row.filter((cell) => typeof cell === 'string' && readNumberText(cell) === undefined)
  const key = `${wall} ${words.join('\t')}`
  const before = seen.get(key)
  if (before === undefined) seen.set(key, row.join('\t'))
  return before !== undefined && before !== row.join('\t')
}

/** Only a row of the same night says which of the two hours is meant. */
function nearBefore(lastMs: number, wall: number, zone: string): number {
  const firstMs = toInstant(wall, zone, Number.NEGATIVE_INFINITY)
  return lastMs >= firstMs && lastMs - firstMs <= HOUR_MS ? lastMs : Number.NEGATIVE_INFINITY
}

/** The days around a wall clock on which the clocks do not change. */
function plainStretch(wall: number, zone: string): { from: number; to: number; offsetMs: number } {
  const day = Math.floor(wall / DAY_MS) * DAY_MS
  const [before, after] = [day - DAY_MS, day + 2 * DAY_MS].map((atMs) => offsetMinutes(atMs, zone) * MINUTE_MS) as [
    number,
    number,
  ]
  return before === after ? { from: day, to: day + DAY_MS, offsetMs: before } : { from: day, to: day, offsetMs: before }
}

const isoDay = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10)

/** A day, a month or a year is as long as it is; days further apart than a day last until the next one. */
function addCalendarEnds(
  walls: Float64Array,
  shapes: readonly (Moment['shape'] | undefined)[],
  instants: Float64Array,
  endMs: Float64Array,
  zone: string,
): void {
  const days = [...new Set([...walls].filter((wall) => !Number.isNaN(wall)))].sort((a, b) => a - b)
  const gaps = days.slice(1).map((day, i) => (day - (days[i] as number)) / DAY_MS)
  const usual = mostFrequent(gaps)
  const isMonthly =
    days.length > 1 && usual >= 27 && usual <= 32 && days.every((day) => new Date(day).getUTCDate() === 1)
  const isYearly = days.length > 1 && usual >= 365 && days.every((day) => isoDay(day).endsWith('01-01'))
  for (const [i, wall] of walls.entries()) {
    if (Number.isNaN(wall)) continue
    const date = isoDay(wall)
    const own =
      shapes[i] === 'year' || isYearly
        ? yearBounds(date.slice(0, 4), zone)
        : shapes[i] === 'month' || isMonthly
          ? monthBounds(date.slice(0, 7), zone)
          : dayBounds(date, zone)
    instants[i] = own.fromMs
    if (Number.isNaN(endMs[i] as number))
      endMs[i] =
        usual > 1.5 && usual < 27 && shapes[i] !== 'month' && shapes[i] !== 'year'
          ? dayBounds(addDays(date, Math.round(usual) - 1), zone).toMs
          : own.toMs
  }
}

/** The smaller one of two that are as frequent; 1: there is none. */
function mostFrequent(gaps: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  let [best, most] = [1, 0]
  for (const [gap, count] of counts) if (count > most || (count === most && gap < best)) [best, most] = [gap, count]
  return best
}
