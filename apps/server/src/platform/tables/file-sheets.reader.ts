import { readCsvText } from './csv.reader.ts'
import { decodeText } from './decode-text.reader.ts'
import { isGreenButton, readGreenButton } from './green-button.reader.ts'
import { type Cell, type FileSheet, importLimits } from './import-table.ts'
import { readJsonSheets } from './json-sheets.reader.ts'
import { isZip } from './table.reader.ts'
import { unreadable } from './unreadable.ts'
import { openBook } from './workbook.reader.ts'
import { openZip, type ZipParts } from './zip-parts.reader.ts'

/**
 * All sheets of what people bring: text of any encoding and separator, JSON, a workbook, or several of these in a ZIP.
 * @throws Refusal IMPORT_UNREADABLE (`reason`)
 */
export async function readFileSheets(bytes: Uint8Array): Promise<readonly FileSheet[]> {
  if (bytes.length > importLimits.bytes) throw unreadable('tooLarge')
  if (!isZip(bytes)) return readText(bytes)
  const zip = await openZip(bytes)
  return isBook(zip) ? readBook(zip) : readArchive(zip)
}

const isBook = (zip: ZipParts): boolean => zip.has('[Content_Types].xml') || zip.has('xl/workbook.xml')

/** First bytes of a workbook of Excel until 2003. */
const oldBook = [0xd0, 0xcf, 0x11, 0xe0]

async function readText(bytes: Uint8Array, name = ''): Promise<readonly FileSheet[]> {
  if (oldBook.every((byte, i) => bytes[i] === byte)) throw unreadable('oldWorkbook')
  const text = decodeText(bytes)
  if (isGreenButton(text)) return [toSheet(name, [...(await readGreenButton(text)).entries()])]
  const found = readJsonSheets(text)
  if (found !== undefined) return found.map((sheet) => ({ ...sheet, name }))
  return [toSheet(name, [...readCsvText(text, true).entries()])]
}

/** Lines without any text are left out, and are known by the numbers of the others. */
function toSheet(name: string, lines: readonly (readonly [number, readonly Cell[]])[]): FileSheet {
  const full = lines.filter(([, cells]) => cells.some((cell) => cell !== ''))
  return { name, rows: full.map(([, cells]) => cells), lines: full.map(([at]) => at + 1) }
}

async function readBook(zip: ZipParts): Promise<readonly FileSheet[]> {
  const { sheets, read } = await openBook(zip)
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const found: FileSheet[] = []
  let cells = 0
  for (const sheet of (visible.length > 0 ? visible : sheets).slice(0, importLimits.sheets)) {
    const rows = await read(sheet, { hasNumbers: true })
    const read1 = toSheet(sheet.name, [...rows])
    cells += read1.rows.reduce((sum, row) => sum + row.length, 0)
    if (cells > importLimits.cells) throw unreadable('tooManyRows')
    found.push(read1)
  }
  return found
}

/** The files of an archive, each with the sheets that it has. What lies in an archive inside of it is not read. */
async function readArchive(zip: ZipParts): Promise<readonly FileSheet[]> {
  const names = zip.names().filter((name) => !/(^|\/)(?:__MACOSX\/|\.)|\/$/.test(name))
  if (names.length === 0 || names.length > importLimits.files) throw unreadable('noTable')
  const found: FileSheet[] = []
  let left: number = importLimits.unpackedBytes
  for (const name of names.sort()) {
    const bytes = await zip.read(name, left)
    left -= bytes.length
    const inner = isZip(bytes) ? await openZip(bytes) : undefined
    if (inner !== undefined && !isBook(inner)) continue
    const sheets = inner === undefined ? await readText(bytes, name) : await readBook(inner)
    found.push(...sheets.map((sheet) => ({ ...sheet, name: [name, sheet.name].filter(Boolean).join(' · ') })))
    const rows = found.reduce((sum, sheet) => sum + sheet.rows.length, 0)
    if (rows > importLimits.rows) throw unreadable('tooManyRows')
  }
  return found
}
