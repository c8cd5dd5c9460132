import { Refusal } from '@heliograph/domain/errors.ts'
import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { type ExportDefinition, exportDayLimits, exportLimits, fileTypesOf } from '@heliograph/domain/plant-export.ts'
import { daysBetween, isDate } from '@heliograph/domain/time.ts'
import type { ScheduleEvery } from './schedule-times.ts'

/** The right that an export needs beside seeing the plant. */
export const rightOf = ({ kind }: Pick<ExportDefinition, 'kind'>): PlantRight => rights[kind] ?? 'viewPlantInfo'

const rights: Readonly<Partial<Record<ExportDefinition['kind'], PlantRight>>> = {
  points: 'viewPlantDevice',
  alarms: 'viewPlantAlert',
  proof: 'viewPlantAlert',
}

/** One alarm happens once, and a letter is of a month. @throws Refusal PARAM_ERROR */
export function requireRepeatable({ kind }: Pick<ExportDefinition, 'kind'>, every: ScheduleEvery = 'month'): void {
  if (kind === 'proof') throw new Refusal('PARAM_ERROR', { field: 'kind' })
  if (kind === 'letter' && every !== 'month') throw new Refusal('PARAM_ERROR', { field: 'every' })
}

/**
 * Rules beyond the types: real dates in their order, a step that the kind has, and not too much at once.
 * @param devices how many devices it reads, where that is known already
 * @throws Refusal PARAM_ERROR (`field`), EXPORT_TOO_LONG (`days`, `limit`)
 */
export function checkDefinition(definition: ExportDefinition, devices = 1): void {
  const { kind, step, from, to, quantities, fileType, alertId } = definition
  for (const [field, date] of Object.entries({ from, to }))
    if (!isDate(date) || date < '1970' || date >= '2200') throw new Refusal('PARAM_ERROR', { field: `${field}` })
  if (to < from) throw new Refusal('PARAM_ERROR', { field: 'to' })
  if (kind === 'letter' && (!from.endsWith('-01') || to.slice(0, 7) !== from.slice(0, 7)))
    throw new Refusal('PARAM_ERROR', { field: 'from' })
  if ((alertId === undefined) === (kind === 'proof')) throw new Refusal('PARAM_ERROR', { field: 'alertId' })
  if (!fileTypesOf(kind).includes(fileType)) throw new Refusal('PARAM_ERROR', { field: 'fileType' })
  const most = exportDayLimits[kind][step]
  if (most === undefined) throw new Refusal('PARAM_ERROR', { field: 'step' })
  if (kind === 'points' && quantities.length === 0) throw new Refusal('PARAM_ERROR', { field: 'quantities' })
  const days = daysBetween(from, to) + 1
  const isFine = kind === 'points' && step === 'sample'
  const limit = isFine ? Math.min(most, Math.floor(exportLimits.deviceDays / Math.max(1, devices))) : most
  if (days > limit && step !== 'total') throw new Refusal('EXPORT_TOO_LONG', { days, limit })
}
