import { Readable } from 'node:stream'
import { Refusal } from '@heliograph/domain/errors.ts'
import { parse } from 'csv-parse'
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import readWorkbookSheets, { readSheet } from 'read-excel-file/node'

/** A file as text cells; dates of a workbook are written as `2026-03-01T12:00:00`. */
export type ImportTable = Readonly<{ heads: readonly string[]; rows: readonly (readonly string[])[] }>

export const importLimits = {
  bytes: 10_000_000,
  rows: 600_000,
  columns: 100,
  /** A small file may unpack to a huge one. */
  unpackedBytes: 60_000_000,
  entries: 200,
} as const

const LONGEST_CELL = 200

/**
 * Reads a CSV file or the first sheet of a workbook; its first row names the columns.
 * @throws Refusal IMPORT_UNREADABLE (`reason`)
 */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  if (bytes.length > importLimits.bytes) throw unreadable('tooLarge')
  const all = isZip(bytes) ? await readWorkbook(bytes) : await readCsv(bytes)
  const [heads = [], ...rows] = all.filter((cells) => cells.some((cell) => cell !== ''))
  if (heads.length < 2 || rows.length === 0) throw unreadable('noTable')
  if (heads.length > importLimits.columns) throw unreadable('tooManyColumns')
  return { heads: heads.map((head, i) => head || `#${i + 1}`), rows }
}

/** Cells as text, with nothing said of what they mean. */
export type Sheet = Readonly<{ name: string; isHidden: boolean; lines: readonly (readonly string[])[] }>
const MOST_SHEETS = 20

/** All sheets of a workbook, or the one of a CSV file, whose name is empty. @throws Refusal IMPORT_UNREADABLE (`reason`) */
export async function readSheets(bytes: Uint8Array): Promise<readonly Sheet[]> {
  if (bytes.length > importLimits.bytes) throw unreadable('tooLarge')
  if (!isZip(bytes)) return [{ name: '', isHidden: false, lines: await readCsv(bytes, true) }]
  const sheets = await readWorkbookSheets(repack(bytes)).catch(() => {
    throw unreadable('noWorkbook')
  })
  const hidden = hiddenSheets(bytes)
  return sheets.slice(0, MOST_SHEETS).map(({ sheet, data }) => ({
    ...{ name: sheet, isHidden: hidden.has(sheet) },
    lines: data.map((cells) => cells.map(toExactText)),
  }))
}

/** A number has fifteen digits in a workbook: of a longer one the rest is lost, and it is written so. */
const toExactText = (cell: unknown): string =>
  typeof cell === 'number' && Math.abs(cell) >= 1e15 ? cell.toExponential() : toText(cell)

/** Names of the sheets that the workbook does not show. */
function hiddenSheets(bytes: Uint8Array): ReadonlySet<string> {
  const [book] = Object.values(unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' }))
  const tags = new TextDecoder().decode(book?.subarray(0, MOST_BOOK_BYTES)).match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? []
  const hidden = tags.filter((tag) => /\sstate=["'](?:hidden|veryHidden)["']/.test(tag))
  return new Set(hidden.flatMap((tag) => unescapeXml(/\sname="([^"]*)"/.exec(tag)?.[1] ?? '')))
}
const MOST_BOOK_BYTES = 1_000_000
const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const unreadable = (reason: string): Refusal => new Refusal('IMPORT_UNREADABLE', { reason })

/** @param keepsEmpty of a picture an empty line is a row, too */
async function readCsv(bytes: Uint8Array, keepsEmpty = false): Promise<string[][]> {
  // Spreadsheets are told so that digits are no number: ="0042".
  const text = decode(bytes).replace(/(^|[;,\t|\n])=(?="[^"\r\n]*")/g, '$1')
  const parser = parse({
    bom: true,
    delimiter: guessSeparator(text),
    relax_column_count: true,
    skip_empty_lines: !keepsEmpty,
    trim: true,
    max_record_size: importLimits.columns * LONGEST_CELL,
  })
  const rows: string[][] = []
  try {
    for await (const row of Readable.from(slices(text)).pipe(parser) as AsyncIterable<string[]>) {
      if (rows.length > importLimits.rows) throw unreadable('tooManyRows')
      rows.push(row.map((cell) => cell.replace(/^="(.*)"$/, '$1').slice(0, LONGEST_CELL)))
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable('noCsv')
  }
  return rows
}

/** In pieces: other requests have their turn between them. */
async function* slices(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 200_000) {
    yield text.slice(at, at + 200_000)
    await new Promise<void>((resolve) => setImmediate(resolve))
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

async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const repacked = repack(bytes)
  const sheet = await readSheet(repacked).catch(() => {
    throw unreadable('noWorkbook')
  })
  if (sheet.length > importLimits.rows) throw unreadable('tooManyRows')
  return sheet.map((cells) => cells.map(toText))
}

/**
 * Unpacks within bounds and packs again: a workbook may lie about the sizes of its parts, and then its reader would
 * fill the memory. Parts are cut at the size that they declare.
 */
function repack(bytes: Uint8Array): Buffer {
  let total = 0
  let entries = 0
  const isWanted = ({ name, originalSize }: UnzipFileInfo): boolean => {
    entries += 1
    total += originalSize
    if (entries > importLimits.entries || total > importLimits.unpackedBytes) throw unreadable('tooLarge')
    return /\.(xml|rels)$/.test(name)
  }
  try {
    return Buffer.from(zipSync(unzipSync(bytes, { filter: isWanted }), { level: 0 }))
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable('noWorkbook')
  }
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 19)
  return String(cell).trim().slice(0, LONGEST_CELL)
}
