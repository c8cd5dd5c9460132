import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatOffset } from '@heliograph/domain/format/timestamp.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { streamZip, type ZipEntry } from '../../platform/file-jobs/file-jobs.ts'
import { type Cell, type Column, roundCell } from './export-columns.ts'
import { type ExportFile, headsOf } from './export-file.ts'
import {
  BOLD_STYLE,
  contentTypes,
  DATE_STYLE,
  packageRelations,
  SHEET_END,
  sheetStart,
  stylesXml,
  toColumnName,
  toXmlText,
  workbookRelations,
  workbookXml,
  XML_FILE,
} from './xlsx-parts.ts'

/** The most rows of a sheet in a spreadsheet program. */
const MOST_ROWS = 1_048_576
/** 1970-01-01 as the day number of a spreadsheet. */
const EPOCH_DAY = 25_569

/** A workbook: the data, on further sheets where one is full, and a sheet about the file. */
export const writeXlsx = (file: ExportFile, mostRows = MOST_ROWS): AsyncIterable<Uint8Array> =>
  streamZip(entriesOf(file, mostRows))

type Cursor = { rows: readonly (readonly Cell[])[]; at: number; isEnd: boolean; count: number }

async function* entriesOf(file: ExportFile, mostRows: number): AsyncGenerator<ZipEntry> {
  const iterator = file.pages[Symbol.asyncIterator]()
  const cursor: Cursor = { rows: [], at: 0, isEnd: false, count: 0 }
  const names: string[] = []
  try {
    do {
      const number = names.length + 1
      names.push(number === 1 ? file.words.data : `${file.words.data} ${number}`)
      yield { name: `xl/worksheets/sheet${number}.xml`, content: writeSheet(file, iterator, cursor, mostRows) }
    } while (!cursor.isEnd)
  } finally {
    await iterator.return?.()
  }
  names.push(file.words.about)
  yield { name: `xl/worksheets/sheet${names.length}.xml`, content: writeAbout(file) }
  const rest: readonly (readonly [string, string])[] = [
    ['xl/styles.xml', stylesXml],
    ['xl/workbook.xml', workbookXml(names)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(names.length)],
    ['_rels/.rels', packageRelations],
    ['[Content_Types].xml', contentTypes(names.length)],
  ]
  for (const [name, text] of rest) yield { name, content: once(text) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** Writes rows until the sheet is full or nothing is left. */
async function* writeSheet(
  file: ExportFile,
  iterator: AsyncIterator<Readonly<{ rows: Cursor['rows']; share: number }>>,
  cursor: Cursor,
  mostRows: number,
): AsyncGenerator<string> {
  const { columns, zone, onProgress } = file
  const heads = headsOf(file)
  const letters = heads.map((_, i) => toColumnName(i))
  yield `${XML_FILE}${sheetStart(heads.map((head) => Math.min(40, Math.max(12, head.length + 2))))}<row r="1">${heads
    .map((head, i) => textCell(`${letters[i]}1`, head, BOLD_STYLE))
    .join('')}</row>`
  let row = 1
  while (row < mostRows) {
    if (cursor.at >= cursor.rows.length) {
      const next = await iterator.next()
      if (next.done === true) {
        cursor.isEnd = true
        break
      }
      cursor.rows = next.value.rows
      cursor.at = 0
      cursor.count += next.value.rows.length
      await onProgress?.(next.value.share, cursor.count)
      continue
    }
    const end = Math.min(cursor.rows.length, cursor.at + mostRows - row)
    let text = ''
    for (; cursor.at < end; cursor.at++) text += writeRow(cursor.rows[cursor.at] ?? [], columns, zone, letters, ++row)
    yield text
  }
  yield SHEET_END
}

function writeRow(
  cells: readonly Cell[],
  columns: readonly Column[],
  zone: string,
  letters: readonly string[],
  row: number,
): string {
  let text = `<row r="${row}">`
  let place = 0
  for (const [i, column] of columns.entries()) {
    const cell = cells[i] ?? null
    const isInstant = column.kind === 'instant'
    if (isInstant && typeof cell === 'number') {
      const minutes = zone === 'UTC' ? 0 : offsetMinutes(cell, zone)
      const days = (cell + minutes * MINUTE_MS) / DAY_MS + EPOCH_DAY
      text += `<c r="${letters[place]}${row}" s="${DATE_STYLE}"><v>${Math.round(days * 1e9) / 1e9}</v></c>`
      if (zone !== 'UTC') text += textCell(`${letters[place + 1]}${row}`, formatOffset(minutes))
    } else if (cell !== null) {
      const value = roundCell(cell, column)
      if (typeof value === 'number') text += `<c r="${letters[place]}${row}"><v>${value}</v></c>`
      else if (value !== null) text += textCell(`${letters[place]}${row}`, value)
    }
    place += isInstant && zone !== 'UTC' ? 2 : 1
  }
  return `${text}</row>`
}

async function* writeAbout({ about, columns, zone }: ExportFile): AsyncGenerator<string> {
  const rows = [
    ...about.map(([name, value]) => [name, value]),
    ...columns.map(({ name, unit, kind }) => [name, kind === 'instant' ? zone : unit]),
  ]
  const body = rows.map(
    ([name = '', value = ''], i) =>
      `<row r="${i + 1}">${textCell(`A${i + 1}`, name, BOLD_STYLE)}${textCell(`B${i + 1}`, value)}</row>`,
  )
  yield `${XML_FILE}${sheetStart([40, 60], false)}${body.join('')}${SHEET_END}`
}

/** A text in place: a spreadsheet never reads it as a formula. */
const textCell = (place: string, text: string, style?: number): string =>
  `<c r="${place}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${toXmlText(text)}</t></is></c>`
