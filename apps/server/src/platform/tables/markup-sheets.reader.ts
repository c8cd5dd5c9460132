import { Parser } from 'htmlparser2'
import { type FileSheet, importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

/** Whether a text is HTML, or the XML of Excel 2003, as portals send it under the name of a workbook. */
export const isMarkup = (text: string): boolean =>
  /^\uFEFF?\s*<(?:!--|\?xml|(?:!doctype|html|head|body|meta|style|table|div|center|workbook)\b)/i.test(
    text.slice(0, 200),
  )

type OpenTable = { rows: string[][]; row: string[] | undefined; cell: { text: string; span: number } | undefined }

const DEEPEST = 20
const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The tables of a page, one a sheet; one inside of another is a sheet of its own. @throws Refusal IMPORT_UNREADABLE (`reason`) */
export function readMarkupSheets(text: string): readonly FileSheet[] {
  const found: string[][][] = []
  const open: OpenTable[] = []
  let [cells, isAside] = [0, false]
  const endCell = (table: OpenTable): void => {
    if (table.row === undefined || table.cell === undefined) return
    const { text: content, span } = table.cell
    const words = content.replace(/\s+/g, ' ').trim().slice(0, importLimits.cellLength)
    table.row.push(words, ...Array<string>(span - 1).fill(''))
    table.cell = undefined
    cells += span
    if (cells > importLimits.cells || table.row.length > importLimits.cells / 1_000) throw unreadable('tooManyRows')
  }
  const endRow = (table: OpenTable): void => {
    endCell(table)
    if (table.row === undefined) return
    table.rows.push(table.row)
    table.row = undefined
    if (table.rows.length > importLimits.rows) throw unreadable('tooManyRows')
  }
  const openings: Readonly<Record<string, (table: OpenTable, attributes: Readonly<Record<string, string>>) => void>> = {
    tr: (table) => {
      endRow(table)
      table.row = []
    },
    td: (table, { colspan, index }) => {
      endCell(table)
      table.row ??= []
      // Excel leaves out empty cells and says where the next one stands.
      const at = Math.min(Number(index) || 0, importLimits.columns)
      while (table.row.length < at - 1) table.row.push('')
      table.cell = { text: '', span: Math.max(1, Math.min(Number(colspan) || 1, importLimits.columns)) }
    },
  }
  const parser = new Parser(
    {
      onopentag: (full, named) => {
        const name = bare(full)
        if (name === 'style' || name === 'script') isAside = true
        if (name === 'table') {
          if (open.length >= DEEPEST) throw unreadable('noTable')
          open.push({ rows: [], row: undefined, cell: undefined })
          return
        }
        const table = open.at(-1)
        if (table === undefined) return
        const attributes = Object.fromEntries(Object.entries(named).map(([key, value]) => [bare(key), value]))
        openings[sameAs[name] ?? name]?.(table, attributes)
        if (name === 'br' && table.cell !== undefined) table.cell.text += ' '
      },
      ontext: (part) => {
        const cell = open.at(-1)?.cell
        if (cell !== undefined && !isAside && cell.text.length < 2 * importLimits.cellLength) cell.text += part
      },
      onclosetag: (full) => {
        const name = sameAs[bare(full)] ?? bare(full)
        const table = open.at(-1)
        if (name === 'style' || name === 'script') isAside = false
        if (table === undefined) return
        if (name === 'td') endCell(table)
        else if (name === 'tr') endRow(table)
        else if (name === 'table') {
          endRow(table)
          found.push(table.rows)
          open.pop()
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(text)
  const sheets = found.map((rows) => {
    const full = [...rows.entries()].filter(([, row]) => row.some((cell) => cell !== ''))
    return { name: '', rows: full.map(([, row]) => row), lines: full.map(([at]) => at + 1) }
  })
  const some = sheets.filter(({ rows }) => rows.length > 0).slice(0, importLimits.files)
  if (some.length === 0) throw unreadable('noTable')
  return some
}

const sameAs: Readonly<Record<string, string>> = { row: 'tr', cell: 'td', th: 'td' }
