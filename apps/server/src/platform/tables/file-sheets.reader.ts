import { Refusal } from '@heliograph/domain/errors.ts'
import { readCsvText } from './csv.reader.ts'
import { decodeText } from './decode-text.reader.ts'
import { isGreenButton, readGreenButton } from './green-button.reader.ts'
import { type Cell, type FileSheet, importLimits } from './import-table.ts'
import { readJsonSheets } from './json-sheets.reader.ts'
import { isMarkup, readMarkupSheets } from './markup-sheets.reader.ts'
import { isSolarLog, readSolarLog } from './solar-log.reader.ts'
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
  if (isMarkup(text)) return readMarkupSheets(text)
  if (isSolarLog(text)) return [{ ...readSolarLog(text), name }]
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

/** Why a file of an archive is left out: it holds no table. */
const isNoTable = (error: unknown): boolean =>
  error instanceof Refusal && ['noTable', 'noCsv', 'tooManyColumns'].includes(String(error.detail?.reason))

/** The files of an archive, each with the sheets that it has. What lies in an archive inside of it is not read. */
async function readArchive(zip: ZipParts): Promise<readonly FileSheet[]> {
  const all = zip.names().filter((name) => !/(^|\/)(?:__MACOSX\/|\.)|\/$/.test(name))
  // The same table in two formats is read once.
  const csvs = new Set(all.filter((name) => /\.csv$/i.test(name)).map((name) => name.slice(0, -4)))
  const names = all.filter((name) => !(/\.json$/i.test(name) && csvs.has(name.slice(0, -5))))
  if (names.length === 0 || names.length > importLimits.files) throw unreadable('noTable')
  const found: FileSheet[] = []
  let left: number = importLimits.unpackedBytes
  let refusal: unknown = unreadable('noTable')
  for (const name of names.sort()) {
    const bytes = await zip.read(name, left)
    left -= bytes.length
    const inner = isZip(bytes) ? await openZip(bytes) : undefined
    if (inner !== undefined && !isBook(inner)) continue
    try {
      const sheets = inner === undefined ? await readText(bytes) : await readBook(inner)
      found.push(...sheets.map((sheet) => ({ ...sheet, name: [name, sheet.name].filter(Boolean).join(' · ') })))
    } catch (error) {
      // A note or a picture beside the tables is none of them.
      if (!isNoTable(error)) throw error
      refusal = error
    }
    const rows = found.reduce((sum, sheet) => sum + sheet.rows.length, 0)
    if (rows > importLimits.rows) throw unreadable('tooManyRows')
  }
  if (found.length === 0) throw refusal
  return found
}
