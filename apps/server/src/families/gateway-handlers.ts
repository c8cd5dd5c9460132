import { listPlantLoggers, listUnclaimed, registerLoggers } from '../loggers/loggers.ts'
import { toCollectorRow, toUnclaimedRow } from './gateway-wire.ts'
import type { FamilyHandlers } from './handler.ts'

export const gatewayHandlers = {
  'POST /maintain-s/power/system/{id}/v2/gateway': async ({ params, body, context }) => {
    const serials = body.registerItems.map(({ deviceSn }) => deviceSn)
    const given = { plantId: params.id, userId: context.session.userId, serials }
    const registrations = await registerLoggers(context.db, given)
    return {
      data: registrations.map(({ serial, result, waitingRecords }) => ({ deviceSn: serial, result, waitingRecords })),
    }
  },
  'GET /maintain-s/operating/station/{id}/collector': async ({ params, context }) => {
    const withNetwork = context.membership.rights.includes('addPlantDevice')
    const loggers = await listPlantLoggers(context.db, params.id, { withNetwork, nowMs: context.nowMs })
    return { total: loggers.length, data: loggers.map(toCollectorRow), loggerPort: context.loggerPort }
  },
  'GET /maintain-s/operating/collector/unclaimed': async ({ query, context }) => {
    const { total, items } = await listUnclaimed(context.db, query.page, query.size)
    return { total, data: items.map(toUnclaimedRow) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
