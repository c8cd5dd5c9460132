/** Imports of history in our words, and the calls that upload, preview, store and undo them. */
import type { HistoryImportWire, ImportMappingWire } from '@heliograph/contract/maintain-s/imports.ts'
import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type ImportMapping = Readonly<Omit<ImportMappingWire, 'columns'>> &
  Readonly<{ columns: readonly ImportColumn[] }>
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
export const unitsOf = (form: ImportColumn['form']): readonly ImportColumn['unit'][] =>
  form === 'power' ? powerUnits : energyUnits

export type UploadedFile = Readonly<{
  id: number
  heads: readonly string[]
  samples: readonly (readonly string[])[]
  rowCount: number
  mapping: ImportMapping
}>
export type Energies = Readonly<Partial<Record<ImportFlow, number>>>
export type ImportPreview = Readonly<{
  records: number
  unreadRows: number
  firstUnreadLine: number | null
  leftOutRows: number
  oddValues: HistoryImportWire['leftOutValues']
  knownDays: number
  fromMs: number | null
  toMs: number | null
  stepS: number
  /** kWh by day. */
  days: readonly Readonly<{ date: string; energies: Energies }>[]
  dayCount: number
  totals: Energies
}>
export type HistoryImport = Readonly<{
  id: number
  fileName: string
  state: HistoryImportWire['state']
  progress: number
  /** Values that nothing can have measured, by column; the first one and its line. */
  oddValues: HistoryImportWire['leftOutValues']
  records: number | null
  energyKwh: number | null
  fromMs: number | null
  toMs: number | null
  createdAtMs: number
}>

const toWire = (mapping: ImportMapping): ImportMappingWire => ({ ...mapping, columns: [...mapping.columns] })

/** @param content Base64 */
export const uploadHistory = (id: number, name: string, content: string): Promise<UploadedFile> =>
  call('POST /maintain-s/station/{id}/import', { params: { id }, body: { name: name.slice(0, 200), content } })

export async function previewImport(
  id: number,
  importId: number,
  mapping: ImportMapping,
  signal?: AbortSignal,
): Promise<ImportPreview> {
  const { from, to, leftOutValues, ...same } = await call(
    'POST /maintain-s/station/{id}/import/{importId}/preview',
    { params: { id, importId }, body: { mapping: toWire(mapping) } },
    { signal },
  )
  return { ...same, oddValues: leftOutValues, fromMs: toMs(from), toMs: toMs(to) }
}

export const startImport = (id: number, importId: number, mapping: ImportMapping) =>
  call('POST /maintain-s/station/{id}/import/{importId}', {
    params: { id, importId },
    body: { mapping: toWire(mapping) },
  })

export async function fetchImports(id: number, signal?: AbortSignal): Promise<readonly HistoryImport[]> {
  const { data } = await call('GET /maintain-s/station/{id}/import', { params: { id } }, { signal })
  return data.map(({ energy, from, to, createdAt, leftOutValues, ...same }) => ({
    ...same,
    oddValues: leftOutValues,
    energyKwh: energy,
    fromMs: toMs(from),
    toMs: toMs(to),
    createdAtMs: createdAt * 1000,
  }))
}

export const undoImport = (id: number, importId: number) =>
  call('DELETE /maintain-s/station/{id}/import/{importId}', { params: { id, importId } })
