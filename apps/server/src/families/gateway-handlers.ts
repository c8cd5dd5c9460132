import { networkInterfaces } from 'node:os'
import { cleanLine } from '@heliograph/domain/text.ts'
import { decideUnproven, type LoggerTrust, readTrust, setSources } from '../ingest/ingest.ts'
import {
  countPlantLoggers,
  listPlantLoggers,
  listServerAddresses,
  listUnclaimed,
  registerLoggers,
  removeLogger,
  renameLogger,
} from '../loggers/loggers.ts'
import { toCollectorRow, toEditableGateway, toForeignRow, toUnclaimedRow } from './gateway-wire.ts'
import type { FamilyHandlers } from './handler.ts'

export const gatewayHandlers = {
  'GET /maintain-s/power/system/{id}/gateway': async ({ params, query, context }) => {
    const { db, nowMs } = context
    const mayEdit = context.membership.rights.includes('editPlant')
    const [loggers, total, trust] = await Promise.all([
      listPlantLoggers(db, params.id, { withNetwork: false, nowMs, ...query }),
      countPlantLoggers(db, params.id),
      mayEdit ? readTrust(db, params.id) : new Map<number, LoggerTrust>(),
    ])
    return { total, data: loggers.map((logger) => toEditableGateway(logger, trust.get(logger.id))) }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}': async ({ params, body, context }) => {
    const name = cleanLine(body.gatewayName)
    const before = await renameLogger(context.db, { plantId: params.id, loggerId: params.gid }, name)
    return { changes: before === name ? [] : [{ field: 'gatewayName', before, after: name }] }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/sources': async ({ params, body, context }) => {
    const wanted = { allowedSources: body.allowedSources, isStrict: body.strict }
    const before = await setSources(context.db, { plantId: params.id, loggerId: params.gid }, wanted)
    const fields = [
      ['allowedSources', before.allowedSources.join(' '), wanted.allowedSources.join(' ')],
      ['strict', Number(before.isStrict), Number(wanted.isStrict)],
    ] as const
    const changes = fields.filter(([, was, is]) => was !== is)
    return { changes: changes.map(([field, was, is]) => ({ field, before: was, after: is })) }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/unproven': async ({ params, body, context }) => {
    const place = { plantId: params.id, loggerId: params.gid }
    return { records: await decideUnproven(context.db, place, body.decision) }
  },
  'DELETE /maintain-s/power/system/{id}/gateway': async ({ params, body, context }) => {
    const name = await removeLogger(context.db, { plantId: params.id, loggerId: body.gatewayId })
    return { changes: [{ field: 'gatewayName', before: name, after: null }] }
  },
  'POST /maintain-s/power/system/{id}/v2/gateway': async ({ params, body, context }) => {
    const serials = body.registerItems.map(({ deviceSn }) => deviceSn)
    const given = { plantId: params.id, userId: context.session.userId, serials }
    const registrations = await registerLoggers(context.db, given)
    return {
      data: registrations.map(({ serial, result, waitingRecords }) => ({ deviceSn: serial, result, waitingRecords })),
    }
  },
  'GET /maintain-s/operating/station/{id}/collector': async ({ params, query, context }) => {
    const withNetwork = context.membership.rights.includes('addPlantDevice')
    const { db, nowMs } = context
    const [loggers, total] = await Promise.all([
      listPlantLoggers(db, params.id, { withNetwork, nowMs, ...query }),
      countPlantLoggers(db, params.id),
    ])
    const { publicUrl } = context.services
    const own = { publicUrl, visitor: context.client.address, interfaces: networkInterfaces() }
    const peer = withNetwork ? context.services.foreignPeers.find(context.client.address) : undefined
    return {
      total,
      data: loggers.map(toCollectorRow),
      loggerPort: context.loggerPort,
      loggerAddresses: withNetwork ? [...listServerAddresses(own)] : [],
      foreignPeer: peer === undefined ? null : toForeignRow(peer),
    }
  },
  'GET /maintain-s/operating/collector/foreign': async ({ query, context }) => {
    const all = context.services.foreignPeers.list()
    const from = (query.page - 1) * query.size
    return { total: all.length, data: all.slice(from, from + query.size).map(toForeignRow) }
  },
  'GET /maintain-s/operating/collector/unclaimed': async ({ query, context }) => {
    const { total, items } = await listUnclaimed(context.db, query.page, query.size)
    return { total, data: items.map(toUnclaimedRow) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
