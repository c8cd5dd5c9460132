import Papa from 'papaparse'
import { importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

/** @param keepsEmpty of a picture an empty line is a row, too @throws Refusal IMPORT_UNREADABLE (`reason`) */
export function readCsv(bytes: Uint8Array, keepsEmpty = false): string[][] {
  // Spreadsheets are told so that digits are no number: ="0042".
  const text = decode(bytes).replace(/(^|[;,\t|\n])=(?="[^"\r\n]*")/g, '$1')
  const rows: string[][] = []
  let cells = 0
  Papa.parse<string[]>(text, {
    delimiter: guessSeparator(text),
    skipEmptyLines: !keepsEmpty,
    step: ({ data, errors }) => {
      if (errors.some(({ type }) => type === 'Quotes')) throw unreadable('noCsv')
      cells += data.length
      if (rows.length > importLimits.rows || cells > importLimits.cells) throw unreadable('tooManyRows')
      rows.push(data.map(cleanCell))
    },
  })
  // The end of the last line begins no other one.
  if (/[\r\n]$/.test(text) && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

const cleanCell = (text: string): string => {
  // Most cells are as short as they look, and are numbers.
  const cell = text.trim()
  return (cell.startsWith('="') ? cell.replace(/^="(.*)"$/, '$1') : cell).slice(0, importLimits.cellLength)
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
      .map((item) => ({ one: item, count: line.split(item).length - 1 }))
      .reduce((best, next) => (next.count > best.count ? next : best))
  const found = lines.map(mostOf).filter(({ count }) => count > 0)
  const [first] = found
  const isTitle = first?.one === ',' && first.count <= 2
  const clear = isTitle ? found.find(({ one, count }) => one !== ',' && count >= 2) : undefined
  return (clear ?? first)?.one ?? ';'
}
/** Titles and empty lines before the heading. */
const MOST_LINES_ABOVE = 15
