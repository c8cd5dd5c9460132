/** The numbers of a chart as a table: on screen, on the clipboard, in the file. */
export type TableCell = string | number | null

export type TableData = Readonly<{
  /** Heading of the first column. */
  rowName: string
  columns: readonly Readonly<{ id: string; name: string; unit: string; decimals: number }>[]
  rows: readonly Readonly<{
    key: string
    /** As shown. */
    name: string
    /** As in the file, where it must be exact: `2026-09-12 13:05:00+02:00`. */
    exact: string
    /** In the unit of the column, not scaled; null where nothing was measured. */
    cells: readonly TableCell[]
    note?: string
  }>[]
  /** The whole of all rows, on screen only: a spreadsheet adds up itself. */
  total?: Readonly<{ name: string; cells: readonly TableCell[] }>
}>

// A spreadsheet runs a text that starts like a formula, also in full width; our numbers may start with a minus.
const risky = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

function toCell(value: TableCell, separator: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const safe = risky.test(value) ? `'${value}` : value
  return safe.includes(separator) || /["\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const round = (value: TableCell, decimals: number): TableCell =>
  typeof value === 'number' ? Number(value.toFixed(decimals)) : value

const headOf = ({ rowName, columns }: TableData): readonly string[] => [
  rowName,
  ...columns.map(({ name, unit }) => (unit === '' ? name : `${name} (${unit})`)),
]

function write(data: TableData, separator: string, lineEnd: string): string {
  const line = (cells: readonly TableCell[]): string => cells.map((cell) => toCell(cell, separator)).join(separator)
  const notes = data.rows.some(({ note }) => note !== undefined)
  return [
    line([...headOf(data), ...(notes ? [''] : [])]),
    ...data.rows.map(({ exact, cells, note }) =>
      line([
        exact,
        ...data.columns.map(({ decimals }, index) => round(cells[index] ?? null, decimals)),
        ...(notes ? [note ?? ''] : []),
      ]),
    ),
  ].join(lineEnd)
}

/** RFC 4180, with the mark that makes spreadsheets read UTF-8. Decimal points, base units, missing values empty. */
export const toCsv = (data: TableData): string => `\uFEFF${write(data, ',', '\r\n')}\r\n`

/** For the clipboard: tab-separated columns, as spreadsheets paste them. */
export const toTabs = (data: TableData): string => write(data, '\t', '\n')

/** A file name that every system accepts: `lindenhof-roof-2026-09-12.csv`. */
export function toFileName(parts: readonly string[], extension: string): string {
  const words = parts.map((part) =>
    part
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  )
  return `${words.filter(Boolean).join('-').slice(0, 100) || 'chart'}.${extension}`
}
