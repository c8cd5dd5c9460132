import { Refusal } from '@heliograph/domain/errors.ts'
import { readTable } from '../../platform/tables/table.reader.ts'
import { guessMapping } from './guess-mapping.ts'
import { type ImportFlow, type ImportMapping, isFit } from './mapping.ts'
import { type PackedSamples, packSamples } from './packed-samples.ts'
import { type ImportResult, toSamples } from './to-samples.ts'

export type FileSketch = Readonly<{
  heads: readonly string[]
  /** The first rows, for the person to look at. */
  samples: readonly (readonly string[])[]
  rowCount: number
  mapping: ImportMapping
}>

const SHOWN_ROWS = 12

/** Probable content of a file. @throws Refusal IMPORT_UNREADABLE (`reason`) */
export async function sketchImport(question: Readonly<{ bytes: Uint8Array; zone: string }>): Promise<FileSketch> {
  const table = await readTable(question.bytes)
  const { heads, rows } = table
  return {
    heads,
    samples: rows.slice(0, SHOWN_ROWS),
    rowCount: rows.length,
    mapping: guessMapping(table, question.zone),
  }
}

/** The days on which a plant has energies of its own, by flow. */
export type KnownDays = ReadonlyMap<string, ReadonlySet<ImportFlow>>
export type ReadImport = Omit<ImportResult, 'samples'> &
  Readonly<{ records: number; knownDays: number; samples: PackedSamples | undefined }>

/** Samples that a file adds. @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`) */
export async function readImport(
  question: Readonly<{
    bytes: Uint8Array
    mapping: ImportMapping
    zone: string
    known: KnownDays
    withSamples: boolean
  }>,
): Promise<ReadImport> {
  const { bytes, mapping, zone, known, withSamples } = question
  const table = await readTable(bytes)
  checkMapping(mapping, table.heads.length)
  const isKnown = (date: string, flow: ImportFlow): boolean => known.get(date)?.has(flow) === true
  const { samples, ...result } = toSamples(table, mapping, zone, mapping.overlap === 'skip' ? isKnown : () => false)
  if (samples.length === 0 && result.leftOutRows === 0) throw new Refusal('IMPORT_UNREADABLE', { reason: 'noRows' })
  const whole =
    mapping.overlap === 'skip' && result.leftOutRows > 0 ? toSamples(table, mapping, zone, () => false) : result
  const knownDays = [...whole.days].filter(([date, energies]) =>
    (Object.keys(energies) as ImportFlow[]).some((flow) => isKnown(date, flow)),
  ).length
  return { ...result, knownDays, records: samples.length, samples: withSamples ? packSamples(samples) : undefined }
}

/** Whether a file can be read this way. @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE (`reason`) */
export async function checkImport(question: Readonly<{ bytes: Uint8Array; mapping: ImportMapping }>): Promise<void> {
  checkMapping(question.mapping, (await readTable(question.bytes)).heads.length)
}

function checkMapping({ columns, timeColumn }: ImportMapping, width: number): void {
  const places = [timeColumn, ...columns.map(({ column }) => column)]
  const isDouble =
    new Set(columns.map(({ flow }) => flow)).size < columns.length || new Set(places).size < places.length
  const isOutside = places.some((place) => place < 0 || place >= width)
  if (columns.length === 0 || isDouble || isOutside || columns.some(({ form, unit }) => !isFit(form, unit)))
    throw new Refusal('PARAM_ERROR', { field: 'mapping.columns' })
}
