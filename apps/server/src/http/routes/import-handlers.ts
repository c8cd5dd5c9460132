import type { ImportOrderWire } from '@heliograph/contract/maintain-s/imports.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isZone } from '@heliograph/domain/time.ts'
import {
  type ImportPreview,
  listImports,
  openTable,
  previewImport,
  startImport,
  undoImport,
  uploadFile,
} from '../../intake/imports/imports.ts'
import type { FamilyHandlers } from './handler.ts'
import { senderOf } from './sender-of.ts'

const MOST_DAYS = 400

function toPreview({ days, fromMs, toMs, files, ...rest }: ImportPreview) {
  const totalsWh: Record<string, number> = {}
  for (const energies of days.values())
    for (const [flow, wh] of Object.entries(energies)) totalsWh[flow] = (totalsWh[flow] ?? 0) + wh
  return {
    ...rest,
    files: files.map(({ rowCount, isMostUnread }) => ({ rowCount, isMostUnread })),
    fromMs: rest.records === 0 ? null : fromMs,
    toMs: rest.records === 0 ? null : toMs,
    days: [...days].slice(-MOST_DAYS).map(([date, energiesWh]) => ({ date, energiesWh })),
    dayCount: days.size,
    totalsWh,
  }
}

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
    return uploadFile(db, { plantId: params.id, userId: session.userId }, given, sender)
  },
  'POST /maintain-s/station/{id}/import/{fileId}/table': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    const orderer = { plantId: params.id, userId: session.userId }
    return openTable(db, orderer, params.fileId, { place: body, nowMs }, senderOf(context))
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
    data: await listImports(context.db, params.id, context.nowMs),
  }),
  'DELETE /maintain-s/station/{id}/import/{importId}': async ({ params, context }) => {
    const { historyImports: orders, recounts } = context.services
    await undoImport(context.db, { orders, recounts }, params.id, params.importId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
