import { type Cell, type Column, roundCell } from './export-columns.ts'
import type { ExportFile } from './export-file.ts'
import { instantTexts } from './write-csv.ts'

/** One object: what the file is about, its columns, and its rows as objects, one per line. */
export async function* writeJson({ columns, pages, zone, about, onProgress }: ExportFile): AsyncGenerator<string> {
  const head = {
    about: Object.fromEntries(about),
    zone,
    columns: columns.map(({ id, name, unit }) => ({ id, name, unit: unit === '' ? null : unit })),
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "rows": [`
  let count = 0
  for await (const { rows, share } of pages) {
    if (rows.length > 0)
      yield rows.map((cells, i) => `${count + i === 0 ? '' : ','}\n${toLine(cells, columns, zone)}`).join('')
    count += rows.length
    await onProgress?.(share, count)
  }
  yield '\n]}\n'
}

const toLine = (cells: readonly Cell[], columns: readonly Column[], zone: string): string =>
  JSON.stringify(
    Object.fromEntries(
      columns.map((column, i): [string, Cell] => {
        const cell = cells[i] ?? null
        const isInstant = column.kind === 'instant' && typeof cell === 'number'
        return [column.id, isInstant ? toIso(cell, zone) : roundCell(cell, column)]
      }),
    ),
  )

/** ISO 8601 with the offset. */
const toIso = (atMs: number, zone: string): string =>
  instantTexts(atMs, zone).join('').replace(' ', 'T').replace('UTC', '')
