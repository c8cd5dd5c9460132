import type { LanguageCode } from '@heliograph/domain/languages.ts'
import {
  type ExportDefinition,
  type ExportKind,
  exportDayLimits,
  exportLimits,
  fileTypesOf,
  stepsOf,
} from '@heliograph/domain/plant-export.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, addMonths, daysBetween, isDate } from '@heliograph/domain/time.ts'
import type { RangeName } from '../../../address/paths.ts'
import type { ExportDevice } from '../../../api/exports.ts'

/** The whole last month in days: what most people take along for a bill. */
export const startDefinition = (
  today: string,
  language: LanguageCode,
  decimalComma: boolean,
  chosen: Readonly<{ kind?: ExportKind | undefined; range?: RangeName | undefined }> = {},
): ExportDefinition => {
  const start: ExportDefinition = {
    kind: 'statistics',
    step: 'day',
    ...rangeOf(chosen.range ?? 'lastMonth', today),
    deviceIds: [],
    quantities: [],
    fileType: 'xlsx',
    zone: 'plant',
    language,
    ...(decimalComma ? { separator: ';', decimalMark: ',' } : { separator: ',', decimalMark: '.' }),
  }
  return fitDocument(withKind(start, chosen.kind ?? start.kind))
}

/** First and last day of a usual range. */
export function rangeOf(name: RangeName, today: string): Readonly<{ from: string; to: string }> {
  const month = today.slice(0, 7)
  const year = Number(today.slice(0, 4))
  switch (name) {
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last7':
      return { from: addDays(today, -7), to: addDays(today, -1) }
    case 'thisMonth':
      return { from: `${month}-01`, to: today }
    case 'lastMonth':
      return { from: `${addMonths(month, -1)}-01`, to: addDays(`${month}-01`, -1) }
    case 'thisYear':
      return { from: `${year}-01-01`, to: today }
    case 'formerYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  }
}

/** Another kind has other steps: the nearest that it has too. */
export const withKind = (definition: ExportDefinition, kind: ExportKind): ExportDefinition => {
  const steps = stepsOf(kind)
  const types = fileTypesOf(kind)
  const fileType = types.includes(definition.fileType) ? definition.fileType : (types[0] ?? 'csv')
  return {
    ...definition,
    kind,
    fileType,
    step: steps.includes(definition.step) ? definition.step : (steps[0] ?? 'day'),
  }
}

/** A report has rows of days, and of months where it is a year's. A letter is of the month of its first day. */
export function fitDocument(definition: ExportDefinition): ExportDefinition {
  const { kind, from, to } = definition
  if (kind === 'report') return { ...definition, step: daysBetween(from, to) < 31 ? 'day' : 'month' }
  if (kind !== 'letter' || !isDate(from)) return definition
  const month = from.slice(0, 7)
  return { ...definition, from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}

/** The server takes the days of a calendar year, which may not be over. */
const isYear = ({ from, to }: ExportDefinition, today: string): boolean =>
  from.endsWith('-01-01') &&
  (to === `${from.slice(0, 4)}-12-31` || (to >= today && to.slice(0, 4) === from.slice(0, 4)))

export type Problem = 'dates' | 'order' | 'notYear' | 'tooLong' | 'noQuantity' | 'tooManyQuantities'
export type Checked = Readonly<{ days: number; limit: number; problem: Problem | undefined }>

/** Obstacles to an export's order; the server checks the same. @param devices how many it reads */
export function checkExport(definition: ExportDefinition, devices: number, today: string): Checked {
  const { kind, step, from, to, quantities } = definition
  const most = exportDayLimits[kind][step] ?? 0
  const isFine = kind === 'points' && step === 'sample'
  const limit = isFine ? Math.min(most, Math.floor(exportLimits.deviceDays / Math.max(1, devices))) : most
  if (step === 'total') return { days: 0, limit, problem: undefined }
  if (from === '' || to === '') return { days: 0, limit, problem: 'dates' }
  const days = daysBetween(from, to) + 1
  if (days < 1) return { days: 0, limit, problem: 'order' }
  if (days > limit) return { days, limit, problem: 'tooLong' }
  if (kind === 'report' && step === 'month' && !isYear(definition, today)) return { days, limit, problem: 'notYear' }
  if (kind === 'points' && quantities.length === 0) return { days, limit, problem: 'noQuantity' }
  if (quantities.length > exportLimits.quantities) return { days, limit, problem: 'tooManyQuantities' }
  return { days, limit, problem: undefined }
}

/** The quantities that at least one of the chosen devices measured, each once. */
export function quantitiesOf(devices: readonly ExportDevice[], chosen: readonly number[]): readonly QuantityId[] {
  const own = devices.filter(({ deviceId }) => chosen.length === 0 || chosen.includes(deviceId))
  return [...new Set(own.flatMap(({ quantities }) => quantities))]
}

/** A template for another plant: its days stay those of the form, and unknown devices mean all. */
export function applyTemplate(
  now: ExportDefinition,
  template: ExportDefinition,
  devices: readonly ExportDevice[],
): ExportDefinition {
  const deviceIds = template.deviceIds.filter((id) => devices.some(({ deviceId }) => deviceId === id))
  return { ...template, from: now.from, to: now.to, deviceIds, language: now.language }
}
