/** The value of a cell in an exported table. */
export type Cell = string | number | boolean | null

export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Spreadsheets would run such a text as a formula, some also in full width (＝＋－＠); an apostrophe makes it plain text
 * (OWASP, CSV injection).
 */
const beginsFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Escapes as RFC 4180. Numbers stay unchanged: their sign starts no formula. */
export function toCsvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = beginsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`
