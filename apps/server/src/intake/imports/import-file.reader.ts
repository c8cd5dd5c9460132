import { Refusal } from '@heliograph/domain/errors.ts'
import type { MeterRule } from '@heliograph/domain/meter.ts'
import type { GivePart } from '../../platform/file-reader/file-reader.ts'
import { type Site, sunWeightOf } from '../../platform/sun/sun.ts'
import { readFileSheets } from '../../platform/tables/file-sheets.reader.ts'
import { type FileSheet, importLimits } from '../../platform/tables/tables.ts'
import { type Between, type ImportFlow, type ImportMapping, isFit, type Overlap } from './mapping.ts'
import type { KnownData } from './overlap.ts'
import type { PackedSamples } from './packed-samples.ts'
import { type EnergyDays, type ImportResult, type ReadTable, readTable, toSamples } from './to-samples.ts'
import { type FoundTable, type TablePlace, tableAt } from './understand/find-tables.ts'
import { understand } from './understand/understand.ts'

/** Facts of the plant that a file is for; they cross to another process. */
export type ImportFacts = Readonly<{
  zone: string
  /** 0: unknown. */
  capacityWp: number
  nowMs: number
  rules: Readonly<Record<ImportFlow, MeterRule>>
  site: Site
}>

export type FileSketch = Readonly<{
  heads: readonly string[]
  /** The first rows, for the person to look at. */
  samples: readonly (readonly string[])[]
  rowCount: number
  mapping: ImportMapping
  /** The maker whose file it is, and the name of the export. */
  format: Readonly<{ id: string; maker: string; variant: string }> | null
  /** The tables of the file, by the line that names their columns. */
  tables: readonly (TablePlace & Readonly<{ name: string; heads: readonly string[]; rowCount: number }>)[]
  /** The lines around the heading, which can be moved to any of them. */
  lines: readonly Readonly<{ line: number; cells: readonly string[] }>[]
  /** Words that occur in the column of names. */
  names: readonly string[]
}>

const SHOWN_ROWS = 12
const SHOWN_LINES = 20
const MOST_TABLES = 20
const MOST_NAMES = 60

const unreadable = (reason: string): Refusal => new Refusal('IMPORT_UNREADABLE', { reason })

/** Probable content of a file. @param question.place where the heading stands, if a person says it @throws Refusal IMPORT_UNREADABLE (`reason`) */
export async function sketchImport(
  question: Readonly<{ bytes: Uint8Array; facts: ImportFacts; place?: TablePlace | undefined }>,
): Promise<FileSketch> {
  const sheets = await readFileSheets(question.bytes)
  const found = understand(sheets, question.facts, question.place)
  if (found === undefined) throw unreadable(sheets.some(({ rows }) => rows.length > 0) ? 'noTimes' : 'noTable')
  const { table, tables, mapping, format } = found
  return {
    heads: table.heads,
    samples: table.rows.slice(0, SHOWN_ROWS).map((row) => row.map(String)),
    rowCount: table.rows.length,
    mapping,
    format: format === undefined ? null : { id: format.id, maker: format.maker, variant: format.variant },
    tables: tables.slice(0, MOST_TABLES).map(({ sheet, headLine, heads, rows }) => ({
      sheet,
      headLine,
      heads,
      rowCount: rows.length,
      name: sheets[sheet]?.name ?? '',
    })),
    lines: linesAround(sheets[mapping.sheet], mapping.headLine),
    names: listNames(table, mapping.nameColumn),
  }
}

function linesAround(sheet: FileSheet | undefined, headLine: number): FileSketch['lines'] {
  if (sheet === undefined) return []
  const at = Math.max(0, sheet.lines.indexOf(headLine) - SHOWN_LINES / 2)
  return sheet.rows
    .slice(at, at + SHOWN_LINES)
    .map((cells, i) => ({ line: sheet.lines[at + i] ?? 0, cells: cells.slice(0, 30).map(String) }))
}

function listNames({ rows }: FoundTable, nameColumn: number | null): readonly string[] {
  if (nameColumn === null) return []
  const names = new Set<string>()
  for (const row of rows) {
    names.add(String(row[nameColumn] ?? ''))
    if (names.size >= MOST_NAMES) break
  }
  return [...names]
}

/** How the files of an import go together, and what they do with the data of the plant. */
export type ImportChoice = Readonly<{ overlap: Overlap; between: Between | null }>

export type ReadImport = Omit<ImportResult, 'samples'> &
  Readonly<{
    records: number
    /** All that the files say, also of days that are left out. */
    fileDays: EnergyDays
    files: readonly Readonly<{ heads: readonly string[]; rowCount: number; isMostUnread: boolean }>[]
    samples: PackedSamples | undefined
  }>

/**
 * Samples and energies that files add, each of which is read for itself.
 * @param question.mappings of the files, in their order
 * @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`)
 */
export async function readImport(
  question: Readonly<{
    mappings: readonly ImportMapping[]
    choice: ImportChoice
    facts: ImportFacts
    known: KnownData
    withSamples: boolean
  }>,
  file: GivePart,
): Promise<ReadImport> {
  const { choice, facts, known, withSamples } = question
  const tables: ReadTable[] = []
  let rows = 0
  for (const [place, mapping] of question.mappings.entries()) {
    const table = await openTable(await file(place), mapping, place)
    rows += table.rows.length
    if (rows > importLimits.rows) throw unreadable(place === 0 ? 'tooManyRows' : 'tooManyTogether')
    tables.push(readTable({ table, mapping }, facts.nowMs))
  }
  const { zone, rules, site } = facts
  const plant = { zone, ruleOf: (flow: ImportFlow) => rules[flow], sun: sunWeightOf(site) }
  const between = choice.between ?? 'once'
  const { samples, ...result } = toSamples(tables, plant, { between, beside: { overlap: choice.overlap, known } })
  const records = samples.atMs.length
  if (records === 0 && result.leftOutRows === 0) throw unreadable('noRows')
  const whole = result.leftOutRows > 0 ? toSamples(tables, plant, { between }) : result
  return {
    ...result,
    fileDays: whole.days,
    records,
    files: tables.map(({ heads, rowCount }, place) => ({
      heads,
      rowCount,
      isMostUnread: countUnread(result.unread, place) > rowCount / 2,
    })),
    samples: withSamples ? samples : undefined,
  }
}

/** A row without a value is read: it says that nothing was measured. */
const countUnread = (unread: ImportResult['unread'], file: number): number =>
  unread.reduce((sum, rows) => sum + (rows.file === file && rows.reason !== 'noValue' ? rows.count : 0), 0)

/** @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`) */
async function openTable(bytes: Uint8Array, mapping: ImportMapping, file: number): Promise<FoundTable> {
  const table = tableAt(await readFileSheets(bytes), mapping)
  if (table === undefined) throw new Refusal('PARAM_ERROR', { field: `files.${file}.mapping.headLine` })
  checkMapping(mapping, table.heads.length, file)
  return table
}

function checkMapping(mapping: ImportMapping, width: number, file: number): void {
  const { columns, timeColumn, clockColumn, endColumn, offsetColumn, nameColumn } = mapping
  const times = [timeColumn, clockColumn, endColumn, offsetColumn, nameColumn].filter((place) => place !== null)
  const keys = columns.map(({ column, name }) => `${column} ${name ?? ''}`)
  const isDouble = new Set(keys).size < keys.length || columns.some(({ column }) => times.includes(column))
  const isOutside = [...times, ...columns.map(({ column }) => column)].some((place) => place < 0 || place >= width)
  const isNamed = columns.some(({ name }) => name !== null) && nameColumn === null
  const isWrong = columns.some(
    ({ form, unit, signs, flow }) =>
      !isFit(form, unit) ||
      (signs !== 'positive' && (form === 'total' || form === 'today')) ||
      (signs === 'both' && (flow === 'generation' || flow === 'load')),
  )
  if (columns.length === 0 || isDouble || isOutside || isNamed || isWrong)
    throw new Refusal('PARAM_ERROR', { field: `files.${file}.mapping.columns` })
}
