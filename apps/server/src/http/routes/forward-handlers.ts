import { listForwards, startForward, stopForward } from '../../intake/ingest/ingest.ts'
import type { FamilyHandlers } from './handler.ts'

export const forwardHandlers = {
  'GET /maintain-s/power/system/{id}/forwards': async ({ params, context }) => {
    const loggers = await listForwards(context.db, params.id, context.nowMs)
    return {
      clouds: context.services.loggerClouds.map(({ id, isEncrypted }) => ({ cloud: id, encrypted: isEncrypted })),
      loggers: loggers.map(({ id, address, name, forward }) => ({
        loggerId: id,
        serial: address,
        name,
        forward: forward ?? null,
      })),
    }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/forward': async ({ params, body, context }) => {
    const { db, nowMs, services } = context
    const place = { plantId: params.id, loggerId: params.gid }
    const before = await startForward(db, place, { cloud: body.cloud, clouds: services.loggerClouds, nowMs })
    return { changes: before === body.cloud ? [] : [{ field: 'cloud', before, after: body.cloud }] }
  },
  'DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward': async ({ params, context }) => {
    const before = await stopForward(context.db, { plantId: params.id, loggerId: params.gid })
    return { changes: before === null ? [] : [{ field: 'cloud', before, after: null }] }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
