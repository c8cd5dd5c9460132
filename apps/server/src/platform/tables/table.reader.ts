import { readCsv } from './csv.reader.ts'
import { type ImportTable, importLimits, type Sheet } from './import-table.ts'
import { unreadable } from './unreadable.ts'
import { openWorkbook } from './workbook.reader.ts'

export { importLimits } from './import-table.ts'

/**
 * Reads a CSV file or the first sheet of a workbook; its first row names the columns.
 * @throws Refusal IMPORT_UNREADABLE (`reason`)
 */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  if (bytes.length > importLimits.bytes) throw unreadable('tooLarge')
  const all = isZip(bytes) ? await readFirstSheet(bytes) : readCsv(bytes)
  const [heads = [], ...rows] = all.filter((cells) => cells.some((cell) => cell !== ''))
  if (heads.length < 2 || rows.length === 0) throw unreadable('noTable')
  if (heads.length > importLimits.columns) throw unreadable('tooManyColumns')
  return { heads: heads.map((head, i) => head || `#${i + 1}`), rows }
}

async function readFirstSheet(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const { sheets, read } = await openWorkbook(bytes)
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (first === undefined) throw unreadable('noWorkbook')
  // The lines between the rows are of no use here: a sheet may have a million of them.
  return [...(await read(first, {})).values()].map((cells) => cells.map(String))
}

/**
 * The visible sheets of a workbook that are wanted, or the one of a CSV file, whose name is empty; each to its
 * `mostLines`.
 * @throws Refusal IMPORT_UNREADABLE (`reason`)
 */
export async function readSheets(
  bytes: Uint8Array,
  { isWanted, mostLines }: Readonly<{ isWanted: (name: string) => boolean; mostLines: number }>,
): Promise<readonly Sheet[]> {
  if (bytes.length > importLimits.bytes) throw unreadable('tooLarge')
  if (!isZip(bytes)) return [{ name: '', lines: readCsv(bytes, true).slice(0, mostLines) }]
  const { sheets, read } = await openWorkbook(bytes)
  const found: Sheet[] = []
  for (const sheet of sheets
    .filter(({ name, isHidden }) => !isHidden && isWanted(name))
    .slice(0, importLimits.sheets)) {
    const rows = await read(sheet, { mostLines, hasExactNumbers: true })
    const last = [...rows.keys()].reduce((most, at) => Math.max(most, at), -1)
    found.push({
      name: sheet.name,
      lines: Array.from({ length: last + 1 }, (_, at) => (rows.get(at) ?? []).map(String)),
    })
  }
  return found
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b
