import type { ExportSchedule, PlantExport } from '../../delivery/exports/exports.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

export const toDefinition = (definition: PlantExport['definition']) => ({
  ...definition,
  deviceIds: [...definition.deviceIds],
  quantities: [...definition.quantities],
})

export const toWireSchedule = ({ nextAtMs, definition, recipients, ...rest }: ExportSchedule) => ({
  ...rest,
  recipients: [...recipients],
  definition: toDefinition(definition),
  nextAt: toSeconds(nextAtMs),
})

export const toWireExport = ({ requestedAtMs, finishedAtMs, expiresAtMs, definition, ...rest }: PlantExport) => ({
  ...rest,
  definition: toDefinition(definition),
  requestedAt: toSeconds(requestedAtMs),
  finishedAt: toSecondsOrNull(finishedAtMs),
  expiresAt: toSecondsOrNull(expiresAtMs),
})
