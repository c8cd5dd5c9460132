import { Refusal } from '@heliograph/domain/errors.ts'
import { parse } from 'csv-parse/sync'
import { importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

/** @param keepsEmpty of a picture an empty line is a row, too @throws Refusal IMPORT_UNREADABLE (`reason`) */
export function readCsv(bytes: Uint8Array, keepsEmpty = false): string[][] {
  // Spreadsheets are told so that digits are no number: ="0042".
  const text = decode(bytes).replace(/(^|[;,\t|\n])=(?="[^"\r\n]*")/g, '$1')
  let [rows, cells] = [0, 0]
  const bound = (row: string[]): string[] => {
    rows += 1
    cells += row.length
    if (rows > importLimits.rows + 1 || cells > importLimits.cells) throw unreadable('tooManyRows')
    return row.map((cell) => cell.replace(/^="(.*)"$/, '$1').slice(0, importLimits.cellLength))
  }
  try {
    return parse(text, {
      bom: true,
      delimiter: guessSeparator(text),
      relax_column_count: true,
      skip_empty_lines: !keepsEmpty,
      trim: true,
      max_record_size: importLimits.columns * importLimits.cellLength,
      on_record: bound,
    }) as unknown as string[][]
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable('noCsv')
  }
}

/** UTF-8, or what older programs of Windows write. */
function decode(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw unreadable('noCsv')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first line with any has most of; a comma or two may also stand in a title. */
function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .split(/\r?\n/)
    .slice(0, MOST_LINES_ABOVE)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const mostOf = (line: string) =>
    [';', '\t', '|', ',']
      .map((one) => ({ one, count: line.split(one).length - 1 }))
      .reduce((best, next) => (next.count > best.count ? next : best))
  const found = lines.map(mostOf).filter(({ count }) => count > 0)
  const [first] = found
  const isTitle = first?.one === ',' && first.count <= 2
  const clear = isTitle ? found.find(({ one, count }) => one !== ',' && count >= 2) : undefined
  return (clear ?? first)?.one ?? ';'
}
/** Titles and empty lines before the heading. */
const MOST_LINES_ABOVE = 15
