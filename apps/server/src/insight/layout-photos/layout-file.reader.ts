import { Refusal } from '@heliograph/domain/errors.ts'
import { type FileGrid, MOST_FILE_GROUPS, MOST_FILE_MODULES } from '@heliograph/domain/layout-file/file-grid.ts'
import { readLayoutSheet } from '@heliograph/domain/layout-file/read-layout-sheet.ts'
import { importLimits, readSheets } from '../../platform/tables/table.reader.ts'

const unreadable = (reason: string): Refusal => new Refusal('IMPORT_UNREADABLE', { reason })
/** Makers' workbooks come with sheets that show how to fill in the others. */
const isExample = (name: string): boolean => /demo|example|beispiel|instruction|readme|示例|说明/i.test(name)

/**
 * The groups of modules that a CSV or XLSX file describes. Its bytes say what it is, not its name.
 * @throws Refusal IMPORT_UNREADABLE (`reason`), TOO_MANY (`most`)
 */
export async function readLayout({ bytes }: Readonly<{ bytes: Uint8Array }>): Promise<readonly FileGrid[]> {
  if (bytes.length > importLimits.bytes) throw unreadable('tooLarge')
  const grids = await readTables(bytes)
  if (grids.length === 0) throw unreadable('noLayout')
  const modules = grids.reduce((sum, { cells }) => sum + cells.length, 0)
  if (modules > MOST_FILE_MODULES) throw new Refusal('TOO_MANY', { most: MOST_FILE_MODULES })
  if (grids.length > MOST_FILE_GROUPS) throw new Refusal('TOO_MANY', { most: MOST_FILE_GROUPS })
  return grids
}

async function readTables(bytes: Uint8Array): Promise<readonly FileGrid[]> {
  const sheets = await readSheets(toUtf8(bytes), { isWanted: (name) => !isExample(name), mostLines: MOST_LINES })
  const read = sheets.map(({ name, lines }) => readLayoutSheet(lines, name))
  const grids = read.flatMap((item) => (item === 'noPlaces' ? [] : item))
  if (grids.length === 0 && read.includes('noPlaces')) throw unreadable('noPlaces')
  return grids
}

/** Text that Excel calls "Unicode text" is UTF-16. */
function toUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  return encoding === null ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes))
}

/** A line per module, and some for headings. */
const MOST_LINES = 2 * MOST_FILE_MODULES
