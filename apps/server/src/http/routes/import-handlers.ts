import type { ImportMappingWire } from '@heliograph/contract/maintain-s/imports.ts'
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
  const { days, fromMs, toMs, stepMs, leftOutValues, unread, refusedWh, months, differences, best, worst, ...rest } =
    preview
  const totals: Record<string, number> = {}
  for (const energies of days.values())
    for (const [flow, wh] of Object.entries(energies)) totals[flow] = (totals[flow] ?? 0) + wh
  const toDay = (day: ImportPreview['best']) =>
    day && { date: day.date, file: day.fileWh / 1000, possible: toKwh(day.possibleWh) }
  return {
    ...rest,
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

function requireZone(zone: string): void {
  if (!isZone(zone)) throw new Refusal('PARAM_ERROR', { field: 'body.mapping.zone' })
}

export const importHandlers = {
  'POST /maintain-s/station/{id}/import': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    const given = { name: body.name, bytes: Buffer.from(body.content, 'base64'), nowMs }
    const sender = senderOf(context)
    return toSketch(await uploadFile(db, { plantId: params.id, userId: session.userId }, given, sender))
  },
  'POST /maintain-s/station/{id}/import/{importId}/table': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    const orderer = { plantId: params.id, userId: session.userId }
    return toSketch(await openTable(db, orderer, params.importId, { place: body, nowMs }, senderOf(context)))
  },
  'POST /maintain-s/station/{id}/import/{importId}/preview': async ({ params, body, context }) => {
    requireZone(body.mapping.zone)
    const preview = await previewImport(
      context.db,
      { plantId: params.id },
      params.importId,
      { mapping: body.mapping, nowMs: context.nowMs },
      senderOf(context),
    )
    return toPreview(preview)
  },
  'POST /maintain-s/station/{id}/import/{importId}': async ({ params, body, context }) => {
    requireZone(body.mapping.zone)
    await startImport(
      context.db,
      context.services.historyImports,
      { plantId: params.id, userId: context.session.userId },
      params.importId,
      { mapping: body.mapping, nowMs: context.nowMs },
      senderOf(context),
    )
    return { success: true }
  },
  'GET /maintain-s/station/{id}/import': async ({ params, context }) => ({
    data: (await listImports(context.db, params.id)).map(
      ({ energyWh, fromMs, toMs, createdAtMs, leftOutValues, ...rest }) => ({
        ...rest,
        leftOutValues: [...leftOutValues],
        energy: toKwh(energyWh),
        from: toSecondsOrNull(fromMs),
        to: toSecondsOrNull(toMs),
        createdAt: toSeconds(createdAtMs),
      }),
    ),
  }),
  'DELETE /maintain-s/station/{id}/import/{importId}': async ({ params, context }) => {
    await undoImport(context.db, context.services.recounts, params.id, params.importId, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
