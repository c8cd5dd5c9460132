import { Refusal } from '@heliograph/domain/errors.ts'
import { isZone } from '@heliograph/domain/time.ts'
import { listImports, previewImport, startImport, undoImport, uploadFile } from '../../intake/imports/imports.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'
import { senderOf } from './sender-of.ts'

const MOST_DAYS = 400

const toEnergies = <F extends string>(energies: Readonly<Partial<Record<F, number>>>): Partial<Record<F, number>> =>
  Object.fromEntries(
    Object.entries<number | undefined>(energies).map(([flow, wh]) => [flow, (wh ?? 0) / 1000]),
  ) as Partial<Record<F, number>>

function requireZone(zone: string): void {
  if (!isZone(zone)) throw new Refusal('PARAM_ERROR', { field: 'body.mapping.zone' })
}

export const importHandlers = {
  'POST /maintain-s/station/{id}/import': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    const options = { name: body.name, bytes: Buffer.from(body.content, 'base64'), nowMs }
    const { heads, samples, mapping, ...rest } = await uploadFile(
      db,
      { plantId: params.id, userId: session.userId },
      options,
      senderOf(context),
    )
    return {
      ...rest,
      heads: [...heads],
      samples: samples.map((row) => [...row]),
      mapping: { ...mapping, columns: [...mapping.columns] },
    }
  },
  'POST /maintain-s/station/{id}/import/{importId}/preview': async ({ params, body, context }) => {
    requireZone(body.mapping.zone)
    const preview = await previewImport(
      context.db,
      { plantId: params.id },
      params.importId,
      { mapping: body.mapping, withSamples: false },
      senderOf(context),
    )
    const { samples: _, records, days, fromMs, toMs, stepMs, leftOutValues, ...rest } = preview
    const totals: Partial<Record<(typeof body.mapping.columns)[number]['flow'], number>> = {}
    for (const energies of days.values())
      for (const { flow } of body.mapping.columns) totals[flow] = (totals[flow] ?? 0) + (energies[flow] ?? 0)
    return {
      ...rest,
      leftOutValues: [...leftOutValues],
      records,
      from: records === 0 ? null : toSeconds(fromMs),
      to: records === 0 ? null : toSeconds(toMs),
      stepS: stepMs / 1000,
      days: [...days].slice(-MOST_DAYS).map(([date, energies]) => ({ date, energies: toEnergies(energies) })),
      dayCount: days.size,
      totals: toEnergies(totals),
    }
  },
  'POST /maintain-s/station/{id}/import/{importId}': async ({ params, body, context }) => {
    requireZone(body.mapping.zone)
    await startImport(
      context.db,
      context.services.historyImports,
      params.id,
      params.importId,
      body.mapping,
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
