import { BYTE_ORDER_MARK, type CsvCell as Cell, toCsvLine } from '@heliograph/domain/format/csv.ts'
import { roundFloats } from '@heliograph/domain/format/round-floats.ts'

export type Column = Readonly<{ name: string /** The column's name in the header of a CSV file. */; unit?: string }>

/** A table of the archive, read page by page, once per format. */
export type ExportTable = Readonly<{
  /** The path within the archive, without its extension. */
  path: string
  columns: readonly Column[]
  rows: () => AsyncIterable<readonly (readonly Cell[])[]>
  /** True: a table without rows is left out. */
  isOptional?: boolean
}>

export const formats = ['csv', 'json'] as const
export type Format = (typeof formats)[number]

/** Yields the text of a table's file, one piece per page of rows. */
export async function* writeTable(table: ExportTable, format: Format): AsyncGenerator<string> {
  const write = format === 'csv' ? writeCsv(table) : writeJson(table)
  let count = 0
  for await (const page of table.rows()) {
    if (page.length === 0) continue
    const body = write.rows(page, count === 0)
    yield count === 0 ? write.head + body : body
    count += page.length
  }
  if (count > 0) yield write.end
  else if (!table.isOptional) yield write.head + write.end
}

type Writer = Readonly<{
  head: string
  rows: (page: readonly (readonly Cell[])[], isFirst: boolean) => string
  end: string
}>

const writeCsv = ({ columns }: ExportTable): Writer => ({
  head: BYTE_ORDER_MARK + toCsvLine(columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name))),
  rows: (page) => page.map((cells) => toCsvLine(cells)).join(''),
  end: '',
})

/** An array of objects, one per line. */
const writeJson = ({ columns }: ExportTable): Writer => ({
  head: '[',
  rows: (page, isFirst) => {
    const lines = page.map((cells) =>
      roundFloats(JSON.stringify(Object.fromEntries(columns.map(({ name }, i) => [name, cells[i]])))),
    )
    return `${isFirst ? '' : ','}\n${lines.join(',\n')}`
  },
  end: '\n]\n',
})
