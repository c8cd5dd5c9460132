import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { BYTE_ORDER_MARK, toCsvLine } from '@heliograph/domain/format/csv.ts'
import { formatOffset } from '@heliograph/domain/format/timestamp.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { type Cell, type Column, roundCell } from './export-columns.ts'
import { type ExportFile, headsOf } from './export-file.ts'

/** One heading line with units and zone, then the rows. */
export async function* writeCsv(file: ExportFile): AsyncGenerator<string> {
  const { columns, pages, zone, style, onProgress } = file
  yield BYTE_ORDER_MARK + toCsvLine(headsOf(file), style)
  let count = 0
  for await (const { rows, share } of pages) {
    count += rows.length
    if (rows.length > 0) yield rows.map((cells) => toCsvLine(toTexts(cells, columns, zone), style)).join('')
    await onProgress?.(share, count)
  }
}

function toTexts(cells: readonly Cell[], columns: readonly Column[], zone: string): readonly Cell[] {
  const texts: Cell[] = []
  for (const [i, column] of columns.entries()) {
    const cell = cells[i] ?? null
    if (column.kind === 'instant' && typeof cell === 'number') texts.push(...instantTexts(cell, zone))
    // An instant that is not known leaves its offset empty too.
    else if (column.kind === 'instant' && zone !== 'UTC') texts.push(null, null)
    else texts.push(roundCell(cell, column))
  }
  return texts
}

/** `2026-10-25 02:30:00` and `UTC+02:00`, which tells the hour apart that occurs twice; in UTC with a Z instead. */
export function instantTexts(atMs: number, zone: string): readonly string[] {
  if (zone === 'UTC') return [new Date(atMs).toISOString().replace('.000Z', 'Z')]
  const minutes = offsetMinutes(atMs, zone)
  const local = new Date(atMs + minutes * MINUTE_MS).toISOString()
  return [`${local.slice(0, 10)} ${local.slice(11, 19)}`, formatOffset(minutes)]
}
