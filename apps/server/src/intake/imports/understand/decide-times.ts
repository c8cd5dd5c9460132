import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isZone, presentZoneName } from '@heliograph/domain/time.ts'
import type { Cell } from '../../../platform/tables/tables.ts'
import { isHead } from '../formats/find-format.ts'
import type { MakerFormat } from '../formats/format.ts'
import type { ImportMapping, TimeFormat } from '../mapping.ts'
import { readClock, readOffset } from '../read-times.ts'
import { timeWords } from './column-words.ts'
import { type FoundTable, findTimeColumn, readTimeCell } from './find-tables.ts'
import { type DateOrder, dateOf, type Moment, orders } from './moment.ts'
import { plainWords } from './plain-words.ts'

export type DecidedTimes = Pick<
  ImportMapping,
  'timeColumn' | 'clockColumn' | 'endColumn' | 'offsetColumn' | 'timeFormat' | 'zone'
> &
  Readonly<{
    /** Orders that all rows fit as well; empty: it is decided. */
    openOrders: readonly TimeFormat[]
    /** Columns that hold times or offsets and no values. */
    taken: ReadonlySet<number>
    isHourEnding: boolean
  }>

const SAMPLE = 300

/** Which columns hold the times and how they are written. All rows count. */
export function decideTimes(
  table: FoundTable,
  {
    plantZone,
    nowMs,
    hasComma,
    format,
  }: Readonly<{ plantZone: string; nowMs: number; hasComma: boolean; format?: MakerFormat | undefined }>,
): DecidedTimes | undefined {
  const { rows, heads } = table
  const namedColumn = format?.time === undefined ? -1 : heads.findIndex((head) => isHead(format.time ?? [], head))
  let timeColumn = namedColumn < 0 ? findTimeColumn([heads, ...rows]) : namedColumn
  if (timeColumn < 0) return undefined
  const step = Math.max(1, Math.floor(rows.length / SAMPLE))
  const some = rows.filter((_, i) => i % step === 0)
  const share = (column: number, test: (cell: Cell) => boolean): number => {
    const full = some.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return full.length < some.length / 2 ? 0 : full.filter(test).length / full.length
  }
  const columns = heads.map((_, column) => column)
  const taken = new Set<number>([timeColumn])
  const hasClock = share(timeColumn, (cell) => {
    const moment = readTimeCell(cell)
    return moment !== undefined && (!Number.isNaN(moment.clockMs) || moment.shape === 'epoch')
  })
  let clockColumn: number | null = null
  let endColumn: number | null = null
  let isHourEnding = false
  const midnights = share(timeColumn, (cell) => readTimeCell(cell)?.clockMs === 0)
  const clocks = columns.filter((column) => column !== timeColumn && share(column, isClock) > 0.9)
  if (hasClock < 0.5 || midnights === 1) {
    const found =
      clocks.find((column) => new Set(some.map((row) => row[column])).size > 1) ?? findHours(table, some, timeColumn)
    if (found !== undefined) {
      clockColumn = found
      taken.add(found)
      const second = clocks.find((column) => column > found)
      if (second !== undefined) endColumn = second
      else if (isEndHead(heads[found] ?? '')) isHourEnding = true
      const hours = rows
        .map((row) => row[found])
        .filter((cell) => cell !== undefined && /^(?:he|h)?\s?\d{1,2}$/i.test(String(cell)))
      if (hours.length > rows.length / 2)
        isHourEnding ||= hours.every((hour) => Number(String(hour).replace(/\D/g, '')) >= 1)
    }
  }
  for (const clock of clocks) taken.add(clock)
  for (const column of columns) {
    if (taken.has(column)) continue
    const isTime = share(column, (cell) => typeof cell === 'string' && isFullTime(readTimeCell(cell))) > 0.9
    if (isTime) taken.add(column)
  }
  const offsetColumn = columns.find((column) => !taken.has(column) && share(column, isOffset) > 0.9) ?? null
  if (offsetColumn !== null) taken.add(offsetColumn)
  const moments = rows.map((row) => readTimeCell(row[timeColumn] ?? ''))
  const texts = some.map((row) => String(row[timeColumn] ?? ''))
  const decided = decideOrder(moments, clockOf(rows, clockColumn), {
    nowMs,
    possible: possibleOrders(heads[timeColumn] ?? '', texts),
    isMonthFirstRare: hasComma || noMonthFirst.test(plainWords(heads[timeColumn] ?? '')),
  })
  // Dates that fit several orders are written as their maker writes them.
  const { timeFormat, openOrders } =
    format?.timeFormat !== undefined && decided.openOrders.includes(format.timeFormat)
      ? { timeFormat: format.timeFormat, openOrders: [] }
      : decided
  const order: DateOrder = timeFormat === 'dmy' || timeFormat === 'mdy' ? timeFormat : 'iso'
  if (endColumn === null && clockColumn === null) {
    const pair = findPair(
      table,
      columns.filter((column) => taken.has(column) && column !== offsetColumn),
      timeColumn,
      order,
    )
    if (pair !== undefined) [timeColumn, endColumn] = pair
  }
  for (const column of [endColumn]) if (column !== null) taken.add(column)
  return {
    timeColumn,
    clockColumn,
    endColumn,
    offsetColumn,
    timeFormat,
    openOrders,
    taken,
    isHourEnding,
    zone: format?.zone ?? decideZone(heads[timeColumn] ?? '', heads[clockColumn ?? timeColumn] ?? '', plantZone),
  }
}

const isClock = (cell: Cell): boolean => {
  if (typeof cell === 'number' || isOffset(cell)) return false
  const moment = readTimeCell(cell)
  return moment?.shape === 'none' || /^(?:1899-12-3\d|1900-01-0\d)T/.test(cell)
}
const isFullTime = (moment: Moment | undefined): boolean =>
  moment !== undefined && moment.shape !== 'none' && moment.shape !== 'year'
const isOffset = (cell: Cell): boolean => /[a-z:]/i.test(String(cell)) && !Number.isNaN(readOffset(cell))
export const isEndHead = (head: string): boolean => {
  const words = plainWords(head).replaceAll('_', ' ')
  return timeWords.end.test(words) && !timeWords.start.test(words)
}

/** A column of whole hours under a heading that says so, each day anew. */
function findHours({ heads }: FoundTable, some: readonly (readonly Cell[])[], timeColumn: number): number | undefined {
  const column = heads.findIndex((head, at) => {
    if (at === timeColumn || !timeWords.hour.test(plainWords(head))) return false
    const cells = some.map((row) => row[at] ?? '')
    return (
      cells.every(
        (cell) =>
          /^(?:he|h)?\s?\d{1,2}(?:\.0)?$/i.test(String(cell)) && Number(String(cell).replace(/[^\d.]/g, '')) <= 25,
      ) && new Set(cells).size > 1
    )
  })
  return column < 0 ? undefined : column
}

const clockOf =
  (rows: FoundTable['rows'], column: number | null) =>
  (i: number): number =>
    column === null ? Number.NaN : (readClock(rows[i]?.[column]) ?? Number.NaN)

/** Two columns of times of which the one ends where the next row of the other begins. */
function findPair(
  { rows, heads }: FoundTable,
  columns: readonly number[],
  timeColumn: number,
  order: DateOrder,
): readonly [number, number] | undefined {
  const wallOf = (column: number, row: number): number => {
    const moment = readTimeCell(rows[row]?.[column] ?? '')
    if (moment === undefined) return Number.NaN
    if (moment.shape === 'epoch') return moment.numbers[0] as number
    return (dateOf(moment, order) ?? Number.NaN) + (moment.clockMs || 0)
  }
  for (const other of columns) {
    if (other === timeColumn) continue
    const [from, to] = wallOf(other, 0) >= wallOf(timeColumn, 0) ? [timeColumn, other] : [other, timeColumn]
    let [count, positive, joined] = [0, 0, 0]
    const step = Math.max(1, Math.floor(rows.length / SAMPLE))
    for (let i = 0; i < rows.length; i += step) {
      const [start, end] = [wallOf(from, i), wallOf(to, i)]
      if (Number.isNaN(start) || Number.isNaN(end)) continue
      count += 1
      if (end > start && end - start <= 400 * DAY_MS) positive += 1
      if (end > start && [wallOf(from, i + 1), wallOf(from, i - 1)].some((next) => Math.abs(next - end) <= MINUTE_MS))
        joined += 1
    }
    const isNamed = isEndHead(heads[to] ?? '')
    if (count > 0 && positive === count && (joined > 0.6 * count || isNamed)) return [from, to]
  }
  return undefined
}

/** The order of the numbers of a date that all rows fit. */
function decideOrder(
  moments: readonly (Moment | undefined)[],
  clock: (row: number) => number,
  {
    nowMs,
    possible,
    isMonthFirstRare,
  }: Readonly<{ nowMs: number; possible: readonly DateOrder[]; isMonthFirstRare: boolean }>,
): Readonly<{ timeFormat: TimeFormat; openOrders: readonly TimeFormat[] }> {
  const doubtful = moments.filter((item) => item?.shape === 'open' || item?.shape === 'short')
  const known = moments.find((item) => item !== undefined)
  if (doubtful.length === 0) {
    const epoch = known?.shape === 'epoch' ? (known.isSeconds ? 'epochS' : 'epochMs') : 'iso'
    return { timeFormat: epoch, openOrders: [] }
  }
  const rateFit = (order: DateOrder) => {
    const walls = moments.map((item) =>
      item?.shape === 'open' || item?.shape === 'short' ? dateOf(item, order) : undefined,
    )
    const good = walls.filter(
      (wall) => wall !== undefined && wall <= nowMs + DAY_MS && wall > Date.UTC(1990, 0, 1),
    ).length
    return { order, good, walls: walls.map((wall, i) => (wall ?? Number.NaN) + (moments[i]?.clockMs || clock(i) || 0)) }
  }
  const likely = possible.map(rateFit)
  // An order that dots rule out is taken all the same where no other one fits.
  const fits = likely.some(({ good }) => good > doubtful.length / 2) ? likely : orders.map(rateFit)
  const most = Math.max(...fits.map(({ good }) => good))
  const best = fits.filter(({ good }) => good === most && most > 0)
  const [first] = best
  if (first === undefined) return { timeFormat: 'dmy', openOrders: [] }
  if (best.length === 1) return { timeFormat: first.order, openOrders: [] }
  const all = best.map((item) => ({ ...item, ...rate(item.walls) }))
  // No file has one row a year on the same day, when it can be read in another way.
  const rated = all.some(({ isYearly }) => !isYearly) ? all.filter(({ isYearly }) => !isYearly) : all
  if (rated.length === 1 && rated[0] !== undefined) return { timeFormat: rated[0].order, openOrders: [] }
  // Only one of them goes on over midnight, or from day to day, as measured rows do.
  const goingOn = rated.filter(({ isEven }) => isEven)
  const chosen = goingOn.length === 1 ? goingOn[0] : undefined
  const isSure = chosen !== undefined && rated.every((item) => item === chosen || !item.isMonthly)
  // Where a comma or the language says day first, and the days say month first, nobody knows.
  const isContradicted = isMonthFirstRare && chosen?.order === 'mdy'
  if (chosen !== undefined && isSure && !isContradicted) return { timeFormat: chosen.order, openOrders: [] }
  const usual = rated.filter(({ order }) => order !== 'mdy')
  if (isMonthFirstRare && !isContradicted && usual.length === 1 && usual[0] !== undefined)
    return { timeFormat: usual[0].order, openOrders: [] }
  // All rows say the same in both: 05.05.2026.
  if (rated.every((item) => item.walls.every((wall, i) => wall === first.walls[i] || Number.isNaN(wall))))
    return { timeFormat: first.order, openOrders: [] }
  return {
    timeFormat: (chosen ?? rated.find(({ order }) => order === 'dmy') ?? first).order,
    openOrders: rated.map(({ order }) => order),
  }
}

const pattern = /\b([dtjgn]{1,2}|m{1,2}|[yja]{4})[-/. ]([dtjgn]{1,2}|m{1,2})[-/. ]/i
/** Words over times in languages whose speakers write no month first. */
const noMonthFirst =
  /datum|zeit|\btag\b|fecha|\bdia\b|\bdata\b|czas|tijd|\bhora|heure|horodat|\bjour\b|\bora\b|\bcas\b|zaman|tarih|дата|час|日|时|날|시각|ngay|thoi|vanaf|\bvon\b|\bod\b/u

/** Orders that the heading spells, or that dots leave. */
function possibleOrders(head: string, texts: readonly string[]): readonly DateOrder[] {
  const [, first = '', second = ''] = pattern.exec(head) ?? []
  if (/^m/i.test(second) && /^[dtjgn]{1,2}$/i.test(first)) return ['dmy']
  if (/^m/i.test(first) && second !== '') return ['mdy']
  if (/^[yja]{4}$/i.test(first)) return ['iso']
  const isDotted = texts.some((text) => /^\D{0,12}\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}/.test(text))
  return isDotted ? ['iso', 'dmy'] : orders
}

const LEAST_DAYS = 5

/** isYearly: a row or two a year. isEven: its days follow each other. isMonthly: the same day of each month, or a last one. */
function rate(walls: readonly number[]): Readonly<{ isEven: boolean; isMonthly: boolean; isYearly: boolean }> {
  const days = [...new Set(walls.filter((wall) => !Number.isNaN(wall)).map((wall) => Math.floor(wall / DAY_MS)))].sort(
    (a, b) => a - b,
  )
  const gaps = days.slice(1).map((day, i) => day - (days[i] as number))
  const next = gaps.filter((gap) => gap === 1).length
  const hasClock = walls.some((wall) => wall % DAY_MS >= MINUTE_MS)
  const needed = hasClock ? 1 : LEAST_DAYS
  const isEven = gaps.length >= needed && next >= 0.8 * gaps.length
  const dates = days.map((day) => new Date(day * DAY_MS).getUTCDate())
  const isMonthly =
    !hasClock &&
    gaps.length > 0 &&
    gaps.every((gap) => gap >= 27) &&
    (dates.every((date) => date === 1 || date >= 28) || dates.every((date) => date === dates[0]))
  const isYearly = gaps.length > 0 && gaps.every((gap) => gap >= 300)
  return { isEven, isMonthly, isYearly }
}

/** A zone that the heading names, UTC where it says so, else the plant's. */
function decideZone(head: string, clockHead: string, plantZone: string): string {
  for (const [name] of `${head} ${clockHead}`.matchAll(/[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/+\-\d]+/g)) {
    const zone = presentZoneName(name)
    if (isZone(zone)) return zone
  }
  return timeWords.utc.test(plainWords(`${head} ${clockHead}`).replaceAll('_', ' ')) ? 'UTC' : plantZone
}

/** Start or end of the interval: by the heading, else by the first and last clocks of the days. */
export function decideStamp(head: string, walls: Float64Array, stepMs: number, isHourEnding: boolean): 'start' | 'end' {
  if (isHourEnding || isEndHead(head)) return 'end'
  if (timeWords.start.test(plainWords(head)) || stepMs >= DAY_MS / 2) return 'start'
  const known = walls.filter((wall) => !Number.isNaN(wall)).sort()
  const [first = 0, last = 0] = [known[0], known.at(-1)]
  const isFirst = (wall: number): boolean => wall % DAY_MS === 0
  const isSecond = (wall: number): boolean => Math.abs((wall % DAY_MS) - stepMs) < MINUTE_MS / 2
  return isSecond(first) && isFirst(last) && last - first > HOUR_MS ? 'end' : 'start'
}
