import { Refusal } from '@heliograph/domain/errors.ts'
import type { MeterRule } from '@heliograph/domain/meter.ts'
import { readFileSheets } from '../../platform/tables/file-sheets.reader.ts'
import type { FileSheet } from '../../platform/tables/tables.ts'
import { factorOf, type ImportFlow, type ImportMapping, isFit } from './mapping.ts'
import type { KnownData } from './overlap.ts'
import type { PackedSamples } from './packed-samples.ts'
import { readSeries } from './read-series.ts'
import { type EnergyDays, type ImportResult, toSamples } from './to-samples.ts'
import { type FoundTable, type TablePlace, tableAt } from './understand/find-tables.ts'
import { understand } from './understand/understand.ts'

/** Facts of the plant that a file is for; they cross to another process. */
export type ImportFacts = Readonly<{
  zone: string
  /** 0: unknown. */
  capacityWp: number
  nowMs: number
  rules: Readonly<Record<ImportFlow, MeterRule>>
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

export type ReadImport = Omit<ImportResult, 'samples'> &
  Readonly<{
    records: number
    /** All that the file says, also of days that are left out. */
    fileDays: EnergyDays
    rowCount: number
    samples: PackedSamples | undefined
  }>

/** Samples and energies that a file adds. @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`) */
export async function readImport(
  question: Readonly<{
    bytes: Uint8Array
    mapping: ImportMapping
    facts: ImportFacts
    known: KnownData
    withSamples: boolean
  }>,
): Promise<ReadImport> {
  const { bytes, mapping, facts, known, withSamples } = question
  const table = await openTable(bytes, mapping)
  const plant = { zone: facts.zone, nowMs: facts.nowMs, ruleOf: (flow: ImportFlow) => facts.rules[flow] }
  const { samples, ...result } = toSamples(table, mapping, plant, { overlap: mapping.overlap, known })
  const records = samples.atMs.length
  if (records === 0 && result.leftOutRows === 0) throw unreadable('noRows')
  const whole = result.leftOutRows > 0 ? toSamples(table, mapping, plant) : result
  return {
    ...result,
    fileDays: whole.days,
    records,
    rowCount: table.rows.length,
    samples: withSamples ? samples : undefined,
  }
}

/**
 * Whether most rows of a file can be read this way.
 * @param question.nowMs rows later than this are refused
 * @returns its headings
 * @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`)
 */
export async function checkImport(
  question: Readonly<{ bytes: Uint8Array; mapping: ImportMapping; nowMs: number }>,
): Promise<readonly string[]> {
  const { bytes, mapping, nowMs } = question
  const table = await openTable(bytes, mapping)
  const { unread } = readSeries(table, mapping, (unit) => factorOf[unit], nowMs)
  // A row without a value is read: it says that nothing was measured.
  const unreadRows = unread.reduce((sum, { reason, count }) => sum + (reason === 'noValue' ? 0 : count), 0)
  if (unreadRows > table.rows.length / 2) throw unreadable('mostUnread')
  return table.heads
}

/** @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`) */
async function openTable(bytes: Uint8Array, mapping: ImportMapping): Promise<FoundTable> {
  const table = tableAt(await readFileSheets(bytes), mapping)
  if (table === undefined) throw new Refusal('PARAM_ERROR', { field: 'mapping.headLine' })
  checkMapping(mapping, table.heads.length)
  return table
}

function checkMapping(mapping: ImportMapping, width: number): void {
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
    throw new Refusal('PARAM_ERROR', { field: 'mapping.columns' })
}
