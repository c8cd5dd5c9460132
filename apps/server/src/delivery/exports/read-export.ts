import { Refusal } from '@heliograph/domain/errors.ts'
import {
  type ExportDefinition,
  type ExportFileType,
  exportLimits,
  isDocument,
} from '@heliograph/domain/plant-export.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { getFacts, type PlantFacts } from '../../fleet/plants/plants.ts'
import { requireAlarmAt } from '../../insight/alarms/alarms.ts'
import type { Db } from '../../platform/db/database.ts'
import { makeFleetReport, makeLetter, makePlantReport, makeProof, type ReportPeriod } from '../reports/reports.ts'
import { readAlarms } from './alarm-rows.ts'
import { checkDefinition } from './check-definition.ts'
import type { ExportRows } from './export-columns.ts'
import type { ExportFile } from './export-file.ts'
import { translateExport } from './export-texts.ts'
import { mayExport } from './may-export.ts'
import { findDevices, readPoints } from './point-rows.ts'
import { readPowers } from './power-rows.ts'
import { readStatistics } from './statistics-rows.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { writeXlsx } from './write-xlsx.ts'

export const mimeTypes: Readonly<Record<ExportFileType, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Its bytes do not get smaller. */
export const isPacked = ({ fileType }: ExportDefinition): boolean => fileType === 'xlsx' || fileType === 'pdf'

export const toFileName = (plantId: number | null, { kind, step, from, to, fileType }: ExportDefinition): string =>
  `${plantId === null ? 'plants' : `plant-${plantId}`}-${kind}-${step}${step === 'total' ? '' : `-${from}-${to}`}.${fileType}`

/** The same for a reader who knows the plant by its name, without characters that file systems refuse. */
export const toReadersName = (
  plant: string,
  { from, to, fileType }: Pick<ExportDefinition, 'from' | 'to' | 'fileType'>,
) => `${`${plant} ${from === to ? from : `${from} ${to}`}`.replace(/[\u200b<>:"/\\|?*]/g, '')}.${fileType}`

type Given = Readonly<{
  plantId: number | null
  /** Holder of the plants, where all are meant. */
  userId: number
  organizationId: number | null
  definition: ExportDefinition
  nowMs: number
  /** Of a report: whose brand it has. */
  host: string
  publicUrl: string
  /** Of a signed document: where the key is kept. */
  primary?: Db
  signal?: AbortSignal
  onProgress?: (share: number, rows: number) => Promise<void>
}>

/** Checks an export as far as that is possible before it is read. @throws Refusal PARAM_ERROR, EXPORT_TOO_LONG, NOT_FOUND */
export async function requireExportable(db: Db, plantId: number | null, definition: ExportDefinition): Promise<void> {
  checkDefinition(definition)
  if (plantId === null) {
    if (definition.kind !== 'report') throw new Refusal('PARAM_ERROR', { field: 'kind' })
    return
  }
  if (definition.kind === 'proof') return requireAlarmAt(db, plantId, definition.alertId ?? '')
  if (definition.kind !== 'points') return
  const devices = await findDevices(db, plantId, definition.deviceIds)
  if (devices.length > exportLimits.devices) throw new Refusal('TOO_MANY', { most: exportLimits.devices })
  checkDefinition(definition, devices.length)
}

/**
 * The bytes of an export, read while they are written: the memory does not grow with the range.
 * @throws Refusal as `requireExportable`
 */
export async function readExport(db: Db, options: Given): Promise<AsyncIterable<string | Uint8Array>> {
  const { plantId, definition, nowMs, onProgress } = options
  await requireExportable(db, plantId, definition)
  if (plantId === null || isDocument(definition.kind)) return readDocument(db, options)
  const facts = await getFacts(db, plantId)
  const translate = translateExport(definition.language)
  const rows = await readRows(db, facts, options, translate)
  const file: ExportFile = {
    ...rows,
    zone: definition.zone === 'UTC' ? 'UTC' : facts.zone,
    style: { separator: definition.separator, decimalMark: definition.decimalMark },
    about: describe(facts, definition, translate, nowMs),
    words: {
      utcOffset: translate('exports.column.utcOffset'),
      data: translate('exports.sheet.data'),
      about: translate('exports.sheet.about'),
    },
    ...(onProgress ? { onProgress } : {}),
  }
  const { fileType } = definition
  return fileType === 'xlsx' ? writeXlsx(file) : fileType === 'json' ? writeJson(file) : writeCsv(file)
}

const toPeriod = ({ step, from, to }: ExportDefinition): ReportPeriod => ({
  step: step === 'month' ? 'month' : 'day',
  from,
  to,
})

const readDocument = async (db: Db, options: Given): Promise<AsyncIterable<Uint8Array>> => {
  const { plantId, definition, host, publicUrl, nowMs, signal, onProgress } = options
  const order = {
    period: toPeriod(definition),
    language: definition.language,
    host,
    publicUrl,
    nowMs,
    signal,
    userId: options.userId,
    hasAlarms: plantId !== null && (await mayExport(db, options, 'viewPlantAlert', nowMs)),
    onProgress: onProgress && ((share: number) => onProgress(share, 0)),
  }
  if (definition.kind === 'proof') {
    const { primary } = options
    if (plantId === null || definition.alertId === undefined || primary === undefined)
      throw new Refusal('PARAM_ERROR', { field: 'kind' })
    const hasDevices = await mayExport(db, options, 'viewPlantDevice', nowMs)
    return makeProof({ reads: db, primary }, plantId, definition.alertId, { ...order, holder: options, hasDevices })
  }
  if (plantId === null) return makeFleetReport(db, options, order)
  return definition.kind === 'letter' ? makeLetter(db, plantId, order) : makePlantReport(db, plantId, order)
}

async function readRows(
  db: Db,
  facts: PlantFacts,
  { definition, nowMs, signal }: Given,
  translate: Translate,
): Promise<ExportRows> {
  switch (definition.kind) {
    case 'report':
    case 'letter':
    case 'proof':
      throw new Error('A document has no rows')
    case 'statistics':
      return readStatistics(db, facts, definition, translate, nowMs)
    case 'power':
      return readPowers(db, facts.plantId, definition, translate, nowMs)
    case 'alarms':
      return readAlarms(db, facts, definition, nowMs)
    case 'points':
      return readPoints(db, facts, definition, translate, signal)
  }
}

const describe = (
  { name, zone }: PlantFacts,
  { kind, step, from, to }: ExportDefinition,
  translate: Translate,
  nowMs: number,
): ExportFile['about'] => [
  [translate('exports.about.plant'), name],
  [translate('exports.about.content'), `${translate(`exports.kind.${kind}`)}, ${translate(`exports.step.${step}`)}`],
  [translate('exports.about.days'), step === 'total' ? translate('exports.step.total') : `${from} – ${to} (${zone})`],
  [translate('exports.about.created'), new Date(nowMs).toISOString()],
  [translate('exports.about.signs'), translate('exports.about.signs.are')],
]
