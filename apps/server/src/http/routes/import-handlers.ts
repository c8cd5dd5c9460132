import type { ImportMappingWire, ImportOrderWire } from '@heliograph/contract/maintain-s/imports.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isZone } from '@heliograph/domain/time.ts'
import {
  type ImportPreview,
  listImports,
  openTable,
  previewImport,
  startImport,
  type UploadedFile,
  undoImport,
  uploadFile,
} from '../../intake/imports/imports.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'
import { senderOf } from './sender-of.ts'

const MOST_DAYS = 400

const toEnergies = <F extends string>(energies: Readonly<Partial<Record<F, number>>>): Partial<Record<F, number>> =>
  Object.fromEntries(
    Object.entries<number | undefined>(energies).map(([flow, wh]) => [flow, (wh ?? 0) / 1000]),
  ) as Partial<Record<F, number>>

const toMapping = (mapping: UploadedFile['mapping']): ImportMappingWire => ({
  ...mapping,
  columns: [...mapping.columns],
  questions: mapping.questions.map((item) => ({ ...item, choices: [...item.choices] })),
})
const toSketch = ({ heads, samples, mapping, saved, tables, lines, names, ...rest }: UploadedFile) => ({
  ...rest,
  heads: [...heads],
  samples: samples.map((row) => [...row]),
  mapping: toMapping(mapping),
  saved: saved === null ? null : toMapping(saved),
  tables: tables.map((item) => ({ ...item, heads: [...item.heads] })),
  lines: lines.map(({ line, cells }) => ({ line, cells: [...cells] })),
  names: [...names],
})

function toPreview(preview: ImportPreview) {
  const {
    days,
    fromMs,
    toMs,
    stepMs,
    leftOutValues,
    unread,
    refusedWh,
    months,
    differences,
    best,
    worst,
    files,
    ...rest
  } = preview
  const totals: Record<string, number> = {}
  for (const energies of days.values())
    for (const [flow, wh] of Object.entries(energies)) totals[flow] = (totals[flow] ?? 0) + wh
  const toDay = (day: ImportPreview['best']) =>
    day && { date: day.date, file: day.fileWh / 1000, possible: toKwh(day.possibleWh) }
  return {
    ...rest,
    files: files.map(({ rowCount, isMostUnread }) => ({ rowCount, isMostUnread })),
    leftOutValues: [...leftOutValues],
    from: rest.records === 0 ? null : toSeconds(fromMs),
    to: rest.records === 0 ? null : toSeconds(toMs),
    stepS: stepMs / 1000,
    days: [...days].slice(-MOST_DAYS).map(([date, energies]) => ({ date, energies: toEnergies(energies) })),
    dayCount: days.size,
    totals: toEnergies(totals),
    refused: toEnergies(refusedWh),
    unread: unread.map((item) => ({ ...item })),
    months: months.map(({ month, flows }) => ({
      month,
      flows: mapValues(flows, ({ fileWh, plantWh, afterWh }) => ({
        file: toKwh(fileWh),
        plant: toKwh(plantWh),
        after: toKwh(afterWh),
      })),
    })),
    differences: differences.map(({ fileWh, plantWh, ...same }) => ({
      ...same,
      file: fileWh / 1000,
      plant: plantWh / 1000,
    })),
    best: toDay(best),
    worst: toDay(worst),
  }
}

const mapValues = <K extends string, A, B>(
  record: Readonly<Partial<Record<K, A>>>,
  to: (value: A) => B,
): Partial<Record<K, B>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value as A)])) as Partial<Record<K, B>>

function requireZones({ files }: ImportOrderWire): void {
  const wrong = files.findIndex(({ mapping }) => !isZone(mapping.zone))
  if (wrong >= 0) throw new Refusal('PARAM_ERROR', { field: `body.files.${wrong}.mapping.zone` })
  if (new Set(files.map(({ id }) => id)).size < files.length) throw new Refusal('PARAM_ERROR', { field: 'body.files' })
}

export const importHandlers = {
  'POST /maintain-s/station/{id}/import': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    const given = { name: body.name, bytes: Buffer.from(body.content, 'base64'), nowMs }
    const sender = senderOf(context)
    return toSketch(await uploadFile(db, { plantId: params.id, userId: session.userId }, given, sender))
  },
  'POST /maintain-s/station/{id}/import/{fileId}/table': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    const orderer = { plantId: params.id, userId: session.userId }
    return toSketch(await openTable(db, orderer, params.fileId, { place: body, nowMs }, senderOf(context)))
  },
  'POST /maintain-s/station/{id}/import/preview': async ({ params, body, context }) => {
    requireZones(body)
    const { db, nowMs } = context
    return toPreview(await previewImport(db, { plantId: params.id }, body, nowMs, senderOf(context)))
  },
  'POST /maintain-s/station/{id}/import/start': async ({ params, body, context }) => {
    requireZones(body)
    const { db, services, session, nowMs } = context
    const orderer = { plantId: params.id, userId: session.userId }
    const given = { order: body, nowMs }
    return { id: await startImport(db, services.historyImports, orderer, given, senderOf(context)) }
  },
  'GET /maintain-s/station/{id}/import': async ({ params, context }) => ({
    data: (await listImports(context.db, params.id, context.nowMs)).map(
      ({ energyWh, fromMs, toMs, createdAtMs, leftOutValues, remainingMs, fileNames, ...rest }) => ({
        ...rest,
        fileNames: [...fileNames],
        remainingS: remainingMs === null ? null : remainingMs / 1000,
        leftOutValues: [...leftOutValues],
        energy: toKwh(energyWh),
        from: toSecondsOrNull(fromMs),
        to: toSecondsOrNull(toMs),
        createdAt: toSeconds(createdAtMs),
      }),
    ),
  }),
  'DELETE /maintain-s/station/{id}/import/{importId}': async ({ params, context }) => {
    const { historyImports: orders, recounts } = context.services
    await undoImport(context.db, { orders, recounts }, params.id, params.importId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
