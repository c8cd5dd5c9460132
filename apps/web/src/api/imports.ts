/** Imports of history in our words, and the calls that upload, preview, store and undo them. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import type { ImportMappingWire, ImportOrderWire } from '@heliograph/contract/maintain-s/imports.ts'
import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import { call } from './call.ts'

export type ImportMapping = DeepReadonly<ImportMappingWire>
export type ImportQuestion = ImportMapping['questions'][number]
/** A sheet, and the line in it that names the columns; 0: none does. */
export type TablePlace = Readonly<{ sheet: number; headLine: number }>
export type ImportColumn = ImportMapping['columns'][number]
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
export type ImportOrder = DeepReadonly<ImportOrderWire>
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

export type UploadedFile = DeepReadonly<CallReply<'POST /maintain-s/station/{id}/import'>>
export type ImportPreview = DeepReadonly<CallReply<'POST /maintain-s/station/{id}/import/preview'>>
/** A month (YYYY-MM) in the file, at the plant now, and at the plant after the import. */
export type MonthCompared = ImportPreview['months'][number]
export type FlowCompared = NonNullable<MonthCompared['flows'][ImportFlow]>
/** Production of a day of the file, and what the plant could make in clear weather. */
export type DayAgainstSky = NonNullable<ImportPreview['best']>
export type HistoryImport = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/import'>['data'][number]>

/** @param content Base64 */
export const uploadHistory = (id: number, name: string, content: string): Promise<UploadedFile> =>
  call('POST /maintain-s/station/{id}/import', { params: { id }, body: { name: name.slice(0, 200), content } })

/** The uploaded file with another line as its heading. */
export const openTable = (id: number, fileId: number, { sheet, headLine }: TablePlace): Promise<UploadedFile> =>
  call('POST /maintain-s/station/{id}/import/{fileId}/table', { params: { id, fileId }, body: { sheet, headLine } })

export const previewImport = (id: number, body: ImportOrder, signal?: AbortSignal): Promise<ImportPreview> =>
  call('POST /maintain-s/station/{id}/import/preview', { params: { id }, body }, { signal })

export const startImport = (id: number, body: ImportOrder) =>
  call('POST /maintain-s/station/{id}/import/start', { params: { id }, body })

export const fetchImports = async (id: number, signal?: AbortSignal): Promise<readonly HistoryImport[]> =>
  (await call('GET /maintain-s/station/{id}/import', { params: { id } }, { signal })).data

export const undoImport = (id: number, importId: number) =>
  call('DELETE /maintain-s/station/{id}/import/{importId}', { params: { id, importId } })
