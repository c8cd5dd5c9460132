import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Cell, FileSheet } from '../../../platform/tables/tables.ts'
import { meaningOf } from './column-meaning.ts'
import { monthOf } from './date-words.ts'
import { readMoment } from './moment.ts'
import { plainWords } from './plain-words.ts'

/**
 * A table whose columns are times of a day, days of a month, months of a year, or dates, as one with a row for each value;
 * undefined: it is none. Its columns: what stood before the times, then the time and the value.
 */
export function unpivot(sheet: FileSheet): FileSheet | undefined {
  return unpivotMeters(sheet) ?? unpivotColumns(sheet)
}

type TimeHead = Readonly<{ column: number; text: string; kind: 'clock' | 'hour' | 'month' | 'day' | 'date' }>

const MOST_ABOVE = 12
const pad = (value: number): string => String(value).padStart(2, '0')
const clockText = (ms: number): string =>
  `${pad(Math.floor(ms / (60 * MINUTE_MS)))}:${pad(Math.floor(ms / MINUTE_MS) % 60)}`

function unpivotColumns(sheet: FileSheet): FileSheet | undefined {
  for (const [at, row] of sheet.rows.slice(0, MOST_ABOVE).entries()) {
    const times = readTimeHeads(row, sheet.rows.slice(at + 1, at + 4))
    if (times === undefined) continue
    const [{ kind, column: first }] = times as [TimeHead]
    const wanted = new Set(times.map(({ column }) => column))
    const labels = row.map((_, column) => column).filter((column) => column < first && !wanted.has(column))
    const year = kind === 'month' ? yearAbove(sheet, at, labels[0]) : undefined
    const rows: (readonly Cell[])[] = [
      [...labels.map((column) => row[column] || `#${column + 1}`), headOf[kind], titleOf(sheet, at)],
    ]
    const lines: number[] = [sheet.lines[at] ?? 1]
    for (let i = at + 1; i < sheet.rows.length; i++) {
      const cells = sheet.rows[i] as readonly Cell[]
      const before = labels.map((column) => cells[column] ?? '')
      if (before.every((cell) => cell === '') && kind !== 'date') continue
      for (const { column, text } of times) {
        const value = cells[column] ?? ''
        if (value === '') continue
        rows.push(year === undefined ? joinTime(before, text, kind, value) : joinDay(before, text, year, value))
        lines.push(sheet.lines[i] as number)
      }
    }
    return { name: sheet.name, rows, lines }
  }
  return undefined
}

const headOf = { clock: 'Clock', hour: 'Clock', month: 'Month', day: 'Date', date: 'Date' } as const

/** Over the times: the nearest line that says what the values are, else all of them. */
function titleOf(sheet: FileSheet, at: number): string {
  const above = sheet.rows
    .slice(Math.max(0, at - 3), at)
    .map((row) => row.filter((cell) => cell !== '').join(' '))
    .filter((text) => text !== '')
  const meanings = above.map((text) => ({ text, ...meaningOf(text) })).filter(({ flow }) => flow !== undefined)
  const named = meanings.findLast(({ unit }) => unit !== undefined) ?? meanings.at(-1)
  return (named?.text ?? above.join(' ')).slice(0, 120) || sheet.name || 'Value'
}

/** The year over a table of months whose rows are days; undefined: they are none. */
function yearAbove(sheet: FileSheet, at: number, first: number | undefined): string | undefined {
  if (first === undefined) return undefined
  const days = sheet.rows.slice(at + 1, at + 32).map((row) => Number(row[first]))
  if (days.length < 28 || days.some((day, i) => day !== i + 1)) return undefined
  const above = sheet.rows.slice(0, at + 1).map((row) => row.join(' '))
  return above.map((text) => /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(text)?.[0]).findLast((found) => found !== undefined)
}

const joinDay = (before: readonly Cell[], month: string, year: string, value: Cell): readonly Cell[] => [
  '',
  ...before.slice(1),
  `${year}-${month}-${pad(Number(before[0]))}`,
  value,
]

/** Year and month stand apart: 2026 beside June is 2026-06. */
function joinTime(before: readonly Cell[], text: string, kind: TimeHead['kind'], value: Cell): readonly Cell[] {
  if (kind === 'month' || kind === 'day') {
    const at = before.findIndex((cell) =>
      (kind === 'month' ? /^(?:19|20)\d{2}$/ : /^(?:19|20)\d{2}\D\d{1,2}$|\p{L}.*\d{4}$/u).test(String(cell)),
    )
    const base = at < 0 ? '' : String(before[at])
    const month = kind === 'month' ? undefined : readMoment(base)
    const whole = month === undefined ? `${base}-${text}` : `${month.numbers[0]}-${pad(month.numbers[1] ?? 0)}-${text}`
    return [...before.map((cell, i) => (i === at ? '' : cell)), whole, value]
  }
  return [...before, text, value]
}

function readTimeHeads(row: readonly Cell[], below: readonly (readonly Cell[])[]): readonly TimeHead[] | undefined {
  const heads = row.flatMap((cell, column): TimeHead[] => {
    const head = readTimeHead(cell, column)
    return head === undefined ? [] : [head]
  })
  for (const kind of ['clock', 'hour', 'month', 'day', 'date'] as const) {
    const same = heads.filter((head) => head.kind === kind || (kind === 'hour' && head.kind === 'day'))
    if (same.length < leastOf[kind]) continue
    if (kind === 'day' && same.length < 28) continue
    if (kind === 'hour' && (same.length < 23 || same.length > 25)) continue
    const values = below.filter(
      (cells) => same.filter(({ column }) => (cells[column] ?? '') !== '').length > same.length / 4,
    )
    if (values.length === 0) continue
    // A line of values may look like dates or hours, too: those below it then look the same.
    if (
      kind === 'date' &&
      below.some((cells) => same.every(({ column }) => readTimeHead(cells[column] ?? '', column)?.kind === kind))
    )
      continue
    const shifts = kind === 'hour' && same.every(({ text }) => Number(text) >= 1) ? 1 : 0
    return same.map((head) =>
      kind === 'hour' ? { ...head, kind, text: `${pad(Number(head.text) - shifts)}:00` } : head,
    )
  }
  return undefined
}
const leastOf = { clock: 12, hour: 23, month: 12, day: 28, date: 4 } as const

function readTimeHead(cell: Cell, column: number): TimeHead | undefined {
  const text = String(cell).trim()
  const hour = /^(?:h|hr|hour|hour ending|he|stunde|std)?\s?_?0?(\d{1,2})(?:\s?h)?$/i.exec(text)?.[1]
  if (hour !== undefined && Number(hour) <= 31) {
    const isHour = !/^\d+$/.test(text)
    return { column, text: isHour ? hour : pad(Number(hour)), kind: isHour ? 'hour' : 'day' }
  }
  const from = /^(\d{1,2}:\d{2})\s?[-–]\s?\d{1,2}:\d{2}$/.exec(text)?.[1]
  const moment = readMoment(from ?? text)
  if (moment?.shape === 'none') return { column, text: clockText(moment.clockMs), kind: 'clock' }
  const month = monthOf.get(plainWords(text).replace(/[.\s]/g, ''))
  if (month !== undefined) return { column, text: pad(month), kind: 'month' }
  const isDate = moment !== undefined && moment.shape !== 'year' && moment.shape !== 'epoch'
  return isDate ? { column, text, kind: 'date' } : undefined
}

/** NEM12: meters in Australia. 200 names a register, its unit and its step; each 300 is a day of it. */
function unpivotMeters(sheet: FileSheet): FileSheet | undefined {
  const head = sheet.rows.findIndex((row) => String(row[0]) === '100' && /^NEM1[23]$/i.test(String(row[1])))
  if (head !== 0 && !(head < 0 && String(sheet.rows[0]?.[0]) === '200')) return undefined
  const rows: (readonly Cell[])[] = [['Register', 'Date', 'Clock', 'Energy']]
  const lines: number[] = [sheet.lines[0] ?? 1]
  let register = { name: '', unit: 'kWh', stepMs: 30 * MINUTE_MS }
  for (const [i, row] of sheet.rows.entries()) {
    const kind = String(row[0])
    if (kind === '200') {
      const minutes = Number(row[8])
      register = {
        name: [row[1], row[4] ?? row[3]].join(' '),
        unit: String(row[7] ?? 'kWh'),
        stepMs: ([5, 15, 30].includes(minutes) ? minutes : 30) * MINUTE_MS,
      }
    } else if (kind === '300') {
      const count = (24 * 60 * MINUTE_MS) / register.stepMs
      for (let n = 0; n < count; n++) {
        const value = row[2 + n]
        if (value === undefined || value === '') continue
        rows.push([register.name, String(row[1] ?? ''), clockText(n * register.stepMs), `${value} ${register.unit}`])
        lines.push(sheet.lines[i] as number)
      }
    }
  }
  return rows.length > 1 ? { name: sheet.name, rows, lines } : undefined
}
