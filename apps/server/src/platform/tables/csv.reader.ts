import Papa from 'papaparse'
import { decodeText } from './decode-text.reader.ts'
import { importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

/** @param keepsEmpty of a picture an empty line is a row, too @throws Refusal IMPORT_UNREADABLE (`reason`) */
export function readCsv(bytes: Uint8Array, keepsEmpty = false): string[][] {
  return readCsvText(decodeText(bytes), keepsEmpty)
}

/** @throws Refusal IMPORT_UNREADABLE (`reason`) */
export function readCsvText(whole: string, keepsEmpty = false): string[][] {
  // A line for spreadsheets, which names the separator.
  const [line, named] = /^\uFEFF?"?sep=(.)"?\r?\n?/i.exec(whole) ?? []
  // Spreadsheets are told so that digits are no number: ="0042".
  const text = (line === undefined ? whole : whole.slice(line.length)).replace(/(^|[;,\t|\n])=(?="[^"\r\n]*")/g, '$1')
  const rows: string[][] = line !== undefined && keepsEmpty ? [['']] : []
  let cells = 0
  Papa.parse<string[]>(text, {
    delimiter: named ?? guessSeparator(text),
    skipEmptyLines: !keepsEmpty,
    step: ({ data, errors }) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw unreadable('noCsv')
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

/** From the most to the least likely where several fit: a comma may also stand in a number or a title. */
const separators = [';', '\t', '|', ','] as const
const LOOKED_AT = 200

/** The separator by which most lines have the same number of cells. */
function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 40_000)
    .split(/\r\n|\n|\r/)
    .slice(0, LOOKED_AT)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '')
  // The last of them may be cut off.
  if (lines.length > 3) lines.pop()
  let best: Readonly<{ separator: string; share: number }> = { separator: ';', share: 0 }
  for (const separator of separators) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(separator).length
      if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    const share = Math.max(0, ...counts.values()) / lines.length
    if (share > best.share + CLEARLY) best = { separator, share }
  }
  return best.separator
}
const CLEARLY = 0.1
