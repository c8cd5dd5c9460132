/** What a cell of an exported table holds. */
export type Cell = string | number | boolean | null

export const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets take such a text for a formula and would run it; the apostrophe makes it a text (OWASP, CSV injection). */
const beginsFormula = /^[=+\-@\t\r]/

/** RFC 4180. Numbers are written as they are, their sign is no formula. */
export function toCsvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = beginsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`
