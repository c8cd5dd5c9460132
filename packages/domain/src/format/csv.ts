/** Cells of CSV files: escaped as RFC 4180, and safe to open in a spreadsheet. */

import { roundFloat } from './round-floats.ts'

/** The value of a cell; null is an empty one. */
export type CsvCell = string | number | boolean | null

export const csvSeparators = [',', ';', '\t'] as const
export type CsvSeparator = (typeof csvSeparators)[number]
export const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** How the cells of a file are separated, and their numbers written. */
export type CsvStyle = Readonly<{ separator: CsvSeparator; decimalMark: DecimalMark }>
export const plainCsv: CsvStyle = { separator: ',', decimalMark: '.' }

/** The mark by which a spreadsheet reads the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Spreadsheets would run such a text as a formula, some also in full width (＝＋－＠); an apostrophe makes it plain text
 * (OWASP, CSV injection).
 */
const beginsFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Escapes one cell. Numbers are free of binary dust and keep their sign, which starts no formula; the decimal mark is the
 * style's.
 */
export function toCsvCell(cell: CsvCell, { separator, decimalMark }: CsvStyle = plainCsv): string {
  if (cell === null) return ''
  if (typeof cell === 'number') {
    const text = String(roundFloat(cell)).replace('.', decimalMark)
    return separator === decimalMark && text.includes(decimalMark) ? `"${text}"` : text
  }
  if (typeof cell !== 'string') return String(cell)
  const text = beginsFormula.test(cell) ? `'${cell}` : cell
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of cells with its end, CR LF. */
export const toCsvLine = (cells: readonly CsvCell[], style: CsvStyle = plainCsv): string =>
  `${cells.map((cell) => toCsvCell(cell, style)).join(style.separator)}\r\n`
