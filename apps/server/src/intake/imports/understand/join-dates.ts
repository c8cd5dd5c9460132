import type { Cell, FileSheet } from '../../../platform/tables/tables.ts'
import { timeWords } from './column-words.ts'
import { monthOf } from './date-words.ts'
import { plainWords } from './plain-words.ts'

const MOST_ABOVE = 12
const pad = (value: number): string => String(value).padStart(2, '0')

type Part = 'year' | 'month' | 'day'
const tests: Readonly<Record<Part, (cell: Cell) => boolean>> = {
  year: (cell) => /^(?:19|20)\d{2}$/.test(String(cell)),
  month: (cell) => monthIn(cell) !== undefined,
  day: (cell) => /^\d{1,2}$/.test(String(cell)) && Number(cell) >= 1 && Number(cell) <= 31,
}
const monthIn = (cell: Cell): number | undefined => {
  const text = String(cell)
  if (/^\d{1,2}$/.test(text)) return Number(text) >= 1 && Number(text) <= 12 ? Number(text) : undefined
  return monthOf.get(plainWords(text).replace(/[.\s]/g, ''))
}

const aloneYear = /^(?:\p{L}{2,12}\s*:?\s*)?((?:19|20)\d{2})$/u

/** A sheet whose rows name a month alone, under a line that names its year; undefined: it is none. */
export function joinYears(sheet: FileSheet): FileSheet | undefined {
  let year: string | undefined
  let count = 0
  const rows = sheet.rows.map((row) => {
    const full = row.filter((cell) => cell !== '')
    const [, named] = full.length === 1 ? (aloneYear.exec(String(full[0])) ?? []) : []
    if (named !== undefined) year = named
    const [cell = ''] = row
    const month = /^\p{L}/u.test(String(cell)) && full.length > 1 ? monthIn(cell) : undefined
    if (year === undefined || month === undefined) return row
    count += 1
    return [`${year}-${pad(month)}`, ...row.slice(1)]
  })
  return count > 1 ? { ...sheet, rows } : undefined
}

/** A sheet whose year, month and day stand in columns of their own, with the date in the first of them; undefined: it is none. */
export function joinDates(sheet: FileSheet): FileSheet | undefined {
  const headAt = sheet.rows.slice(0, MOST_ABOVE).findIndex((row) => findParts(row) !== undefined)
  const parts = headAt < 0 ? undefined : findParts(sheet.rows[headAt] as readonly Cell[])
  if (parts === undefined) return undefined
  const { year, month, day } = parts
  const body = sheet.rows.slice(headAt + 1)
  const isDate = (row: readonly Cell[]): boolean =>
    tests.year(row[year] ?? '') && tests.month(row[month] ?? '') && (day === undefined || tests.day(row[day] ?? ''))
  if (body.filter(isDate).length <= body.length / 2) return undefined
  const rows = body.map((row) => {
    if (!isDate(row)) return row
    const date = `${row[year]}-${pad(monthIn(row[month] ?? '') ?? 0)}${day === undefined ? '' : `-${pad(Number(row[day]))}`}`
    return row.map((cell, i) => (i === year ? date : i === month || i === day ? '' : cell))
  })
  return { ...sheet, rows: [...sheet.rows.slice(0, headAt + 1), ...rows] }
}

/** The columns of a line that are called year, month and day, and nothing else. */
function findParts(
  row: readonly Cell[],
): Readonly<{ year: number; month: number; day: number | undefined }> | undefined {
  const find = (words: RegExp): number =>
    row.findIndex((cell) => {
      const text = plainWords(String(cell))
      return text.length <= 12 && !/[\s/]/.test(text.trim()) && words.test(text)
    })
  const [year, month, day] = [find(timeWords.yearAlone), find(timeWords.monthAlone), find(timeWords.dayAlone)]
  if (year === undefined || year < 0 || month === undefined || month < 0 || year === month) return undefined
  return { year, month, day: day === undefined || day < 0 || day === month ? undefined : day }
}
