/** Imports of history in our words, and the calls that upload, preview, store and undo them. */
import type { HistoryImportWire, ImportMappingWire, ImportOrderWire } from '@heliograph/contract/maintain-s/imports.ts'
import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type ImportMapping = Readonly<Omit<ImportMappingWire, 'columns' | 'questions'>> &
  Readonly<{ columns: readonly ImportColumn[]; questions: readonly ImportQuestion[] }>
export type ImportQuestion = Readonly<Omit<ImportMappingWire['questions'][number], 'choices'>> &
  Readonly<{ choices: readonly string[] }>
/** A sheet, and the line in it that names the columns; 0: none does. */
export type TablePlace = Readonly<{ sheet: number; headLine: number }>
export type ImportColumn = Readonly<ImportMappingWire['columns'][number]>
export type ImportFlow = ImportColumn['flow']

// Records, so that the compiler asks for a row here when the contract has another one.
const flowRows: Readonly<Record<ImportFlow, true>> = {
  generation: true,
  load: true,
  import: true,
  export: true,
  charge: true,
  discharge: true,
}
export const importFlows = Object.keys(flowRows) as readonly ImportFlow[]
const formRows: Readonly<Record<ImportColumn['form'], true>> = { power: true, energy: true, total: true, today: true }
export const importForms = Object.keys(formRows) as readonly ImportColumn['form'][]
const formatRows: Readonly<Record<ImportMapping['timeFormat'], true>> = {
  iso: true,
  dmy: true,
  mdy: true,
  epochS: true,
  epochMs: true,
}
export const timeFormats = Object.keys(formatRows) as readonly ImportMapping['timeFormat'][]
export type ImportOverlap = ImportOrderWire['overlap']
export type ImportBetween = NonNullable<ImportOrderWire['between']>
/** Uploaded files, how each of them is read, and how they go together with each other and with the plant's data. */
export type ImportOrder = Readonly<{
  files: readonly Readonly<{ id: number; mapping: ImportMapping }>[]
  overlap: ImportOverlap
  between: ImportBetween | null
}>
const betweenRows: Readonly<Record<ImportBetween, true>> = { once: true, add: true }
export const betweens = Object.keys(betweenRows) as readonly ImportBetween[]
const overlapRows: Readonly<Record<ImportOverlap, true>> = {
  keep: true,
  replace: true,
  fill: true,
  add: true,
}
export const overlaps = Object.keys(overlapRows) as readonly ImportOverlap[]
const signRows: Readonly<Record<ImportColumn['signs'], true>> = { positive: true, negative: true, both: true }
const allSigns = Object.keys(signRows) as readonly ImportColumn['signs'][]
/** The flow that goes the other way. */
export const counterFlow: Readonly<Partial<Record<ImportFlow, ImportFlow>>> = {
  import: 'export',
  export: 'import',
  charge: 'discharge',
  discharge: 'charge',
}
/** A counter only rises; production and consumption go one way. */
export const signsOf = ({ flow, form }: ImportColumn): readonly ImportColumn['signs'][] =>
  form === 'total' || form === 'today'
    ? ['positive']
    : allSigns.filter((signs) => signs !== 'both' || counterFlow[flow])
export const unitsOf = (form: ImportColumn['form']): readonly ImportColumn['unit'][] =>
  form === 'power' ? powerUnits : energyUnits

export type UploadedFile = Readonly<{
  id: number
  heads: readonly string[]
  samples: readonly (readonly string[])[]
  rowCount: number
  mapping: ImportMapping
  /** The maker whose file it is; null: nobody known. */
  format: Readonly<{ id: string; maker: string; variant: string }> | null
  /** How this person read the last file of the same headings. */
  saved: ImportMapping | null
  tables: readonly (TablePlace & Readonly<{ name: string; heads: readonly string[]; rowCount: number }>)[]
  /** The lines around the heading. */
  lines: readonly Readonly<{ line: number; cells: readonly string[] }>[]
  /** Words that occur in the column of names. */
  names: readonly string[]
}>
export type UnreadReason = 'noTime' | 'noValue' | 'notNumber' | 'future' | 'sameTime' | 'other'
type Energies = Readonly<Partial<Record<ImportFlow, number>>>
export type FlowCompared = Readonly<{ fileWh: number | null; plantWh: number | null; afterWh: number | null }>
/** A month (YYYY-MM) in the file, at the plant now, and at the plant after the import. */
export type MonthCompared = Readonly<{ month: string; flows: Readonly<Partial<Record<ImportFlow, FlowCompared>>> }>
/** Production of a day of the file, and what the plant could make in clear weather. */
export type DayAgainstSky = Readonly<{ date: string; fileWh: number; possibleWh: number | null }>
export type ImportPreview = Readonly<{
  records: number
  /** In their order; `isMostUnread`: it cannot be imported this way. */
  files: readonly Readonly<{ rowCount: number; isMostUnread: boolean }>[]
  /** Rows that several files have. */
  twiceRows: number
  /** Days on which files say different things. */
  conflictDays: number
  /** Rows that are not imported, by file and reason; the first of them. */
  unread: readonly Readonly<{ file: number; reason: UnreadReason; count: number; line: number }>[]
  leftOutRows: number
  oddValues: HistoryImportWire['leftOutValues']
  /** Days of the file on which the plant has data of its own, and those of them that say something else. */
  sharedDays: number
  differingDays: number
  /** The days that differ most. */
  differences: readonly Readonly<{ date: string; flow: ImportFlow; fileWh: number; plantWh: number }>[]
  /** null: nothing. */
  months: readonly MonthCompared[]
  best: DayAgainstSky | null
  worst: DayAgainstSky | null
  fromMs: number | null
  toMs: number | null
  stepS: number
  days: readonly Readonly<{ date: string; energiesWh: Energies }>[]
  dayCount: number
  totalsWh: Energies
  /** More than the plant can make or take; in no sum. */
  refusedWh: Energies
}>
export type HistoryImport = Readonly<{
  id: number
  fileNames: readonly string[]
  state: HistoryImportWire['state']
  progress: number
  /** Records so far, of `records`. */
  stored: number
  /** null: not known yet. */
  remainingMs: number | null
  /** Values that nothing can have measured, by column; the first one and its line. */
  oddValues: HistoryImportWire['leftOutValues']
  records: number | null
  energyWh: number | null
  fromMs: number | null
  toMs: number | null
  createdAtMs: number
}>

/** Energies come in kWh. */
const toWh = <T extends number | null>(kwh: T): T => (kwh === null ? kwh : kwh * 1000) as T

const mapFlows = <A, B>(
  all: Readonly<Partial<Record<ImportFlow, A>>>,
  to: (value: A) => B,
): Readonly<Partial<Record<ImportFlow, B>>> =>
  Object.fromEntries(Object.entries(all).map(([flow, value]) => [flow, to(value as A)]))

const toWire = ({ files, ...choice }: ImportOrder): ImportOrderWire => ({
  ...choice,
  files: files.map(({ id, mapping }) => ({
    id,
    mapping: {
      ...mapping,
      columns: [...mapping.columns],
      questions: mapping.questions.map((item) => ({ ...item, choices: [...item.choices] })),
    },
  })),
})

/** @param content Base64 */
export const uploadHistory = (id: number, name: string, content: string): Promise<UploadedFile> =>
  call('POST /maintain-s/station/{id}/import', { params: { id }, body: { name: name.slice(0, 200), content } })

/** The uploaded file with another line as its heading. */
export const openTable = (id: number, fileId: number, { sheet, headLine }: TablePlace): Promise<UploadedFile> =>
  call('POST /maintain-s/station/{id}/import/{fileId}/table', { params: { id, fileId }, body: { sheet, headLine } })

export async function previewImport(id: number, order: ImportOrder, signal?: AbortSignal): Promise<ImportPreview> {
  const { from, to, leftOutValues, differences, months, best, worst, days, totals, refused, ...same } = await call(
    'POST /maintain-s/station/{id}/import/preview',
    { params: { id }, body: toWire(order) },
    { signal },
  )
  return {
    ...same,
    oddValues: leftOutValues,
    fromMs: toMs(from),
    toMs: toMs(to),
    differences: differences.map(({ file, plant, ...day }) => ({ ...day, fileWh: toWh(file), plantWh: toWh(plant) })),
    months: months.map(({ month, flows }) => ({
      month,
      flows: mapFlows(flows, ({ file, plant, after }) => ({
        fileWh: toWh(file),
        plantWh: toWh(plant),
        afterWh: toWh(after),
      })),
    })),
    best: best && { date: best.date, fileWh: toWh(best.file), possibleWh: toWh(best.possible) },
    worst: worst && { date: worst.date, fileWh: toWh(worst.file), possibleWh: toWh(worst.possible) },
    days: days.map(({ date, energies }) => ({ date, energiesWh: mapFlows(energies, toWh) })),
    totalsWh: mapFlows(totals, toWh),
    refusedWh: mapFlows(refused, toWh),
  }
}

export const startImport = (id: number, order: ImportOrder) =>
  call('POST /maintain-s/station/{id}/import/start', { params: { id }, body: toWire(order) })

export async function fetchImports(id: number, signal?: AbortSignal): Promise<readonly HistoryImport[]> {
  const { data } = await call('GET /maintain-s/station/{id}/import', { params: { id } }, { signal })
  return data.map(({ energy, from, to, createdAt, leftOutValues, remainingS, ...same }) => ({
    ...same,
    oddValues: leftOutValues,
    remainingMs: remainingS === null ? null : remainingS * 1000,
    energyWh: toWh(energy),
    fromMs: toMs(from),
    toMs: toMs(to),
    createdAtMs: createdAt * 1000,
  }))
}

export const undoImport = (id: number, importId: number) =>
  call('DELETE /maintain-s/station/{id}/import/{importId}', { params: { id, importId } })
