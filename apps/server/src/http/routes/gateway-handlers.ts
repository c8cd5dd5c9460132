import { networkInterfaces } from 'node:os'
import { claim, registered, registerItems } from '@heliograph/contract/codecs/logger.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import {
  addLabelCodes,
  askRestart,
  countPlantLoggers,
  decideDispute,
  hasLabelCodes,
  listClaims,
  listDisputes,
  listPlantLoggers,
  listServerAddresses,
  listUnclaimed,
  openDispute,
  proveAgain,
  registerLoggers,
  removeLogger,
  removeLoggerOrClaim,
  renameLogger,
  replaceLogger,
  takeBackLogger,
} from '../../fleet/loggers/loggers.ts'
import {
  decideUnproven,
  giveBack,
  type LoggerTrust,
  listAddresses,
  previewTakeBack,
  readTrust,
  setSources,
  takeBack,
} from '../../intake/ingest/ingest.ts'
import { recordWrite } from '../../people/audit/audit.ts'
import { toCollectorRow, toEditableGateway, toForeignRow } from './gateway-wire.ts'
import type { FamilyHandlers, MemberContext, PublicContext } from './handler.ts'
import { toSeconds } from './scales.ts'

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
  'GET /maintain-s/power/system/{id}/gateway/{gid}': async ({ params, context }) => {
    const { db, nowMs } = context
    const withNetwork = context.membership.rights.includes('addPlantDevice')
    const [logger] = await listPlantLoggers(db, params.id, { withNetwork, nowMs, loggerId: params.gid })
    if (logger === undefined) throw new Refusal('NOT_FOUND')
    return { ...toCollectorRow(logger), gatewayId: logger.id, stationId: params.id }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}': async ({ params, body, context }) => {
    const name = cleanLine(body.name)
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
    return { records: await decideUnproven(context.db, context.services.wires, place, body) }
  },
  'GET /maintain-s/power/system/{id}/gateway/{gid}/addresses': ({ params, context }) =>
    listAddresses(context.db, { plantId: params.id, loggerId: params.gid }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/preview': async ({ params, body, context }) => {
    const place = { plantId: params.id, loggerId: params.gid }
    const days = await previewTakeBack(context.db, place, body)
    return { records: days.reduce((sum, { records }) => sum + records, 0), days }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/takeBack': async ({ params, body, context }) => {
    const { db, services, session, nowMs } = context
    const place = { plantId: params.id, loggerId: params.gid }
    return { number: await takeBack(db, services.recounts, place, body, { userId: session.userId, nowMs }) }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/giveBack': async ({ params, body, context }) => {
    const place = { plantId: params.id, loggerId: params.gid }
    await giveBack(context.db, context.services.recounts, place, body.number)
    return {}
  },
  'DELETE /maintain-s/power/system/{id}/gateway': async ({ params, body, context }) => {
    const name = await removeLogger(context.db, { plantId: params.id, loggerId: body.loggerId })
    return { changes: [{ field: 'gatewayName', before: name, after: null }] }
  },
  'DELETE /maintain-s/power/system/{id}/gateway/{sn}': async ({ params, context }) => {
    const { readLabel } = context.services.wires
    const name = await removeLoggerOrClaim(context.db, { plantId: params.id, serial: params.sn, readLabel })
    return { changes: [{ field: 'gatewayName', before: name, after: null }] }
  },
  'POST /maintain-s/power/system/{id}/v2/gateway': async ({ params, body, context }) => {
    const serials = registerItems.fromWire(body.registerItems)
    const options = {
      ...claimantOf(params.id, context),
      serials,
      code: body.secret,
      letters: lettersOf(context),
      viewer: context.session,
    }
    const registrations = await registerLoggers(context.db, options)
    return { data: registrations.map(registered.toWire) }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace': async ({ params, body, context }) => {
    requireAdding(context)
    const { registration, former } = await replaceLogger(context.db, {
      ...claimantOf(params.id, context),
      loggerId: params.gid,
      newSerial: body.serial,
      code: body.secret,
      letters: lettersOf(context),
      viewer: context.session,
    })
    const { result, plant } = registration
    const isDone = result === 'REGISTERED' || result === 'ALREADY_HERE' || result === 'WAITING'
    return {
      result,
      plant,
      changes: isDone ? [{ field: 'gatewayName', before: former, after: body.serial }] : [],
    }
  },
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace/undo': async ({ params, context }) => {
    requireAdding(context)
    const place = { plantId: params.id, loggerId: params.gid, userId: context.session.userId, nowMs: context.nowMs }
    const { name, former } = await takeBackLogger(context.db, place)
    return { changes: [{ field: 'gatewayName', before: name, after: former }] }
  },
  'POST /maintain-s/operating/station/{id}/device/gateway/post/{x}': async ({ params, query, body, context }) => {
    const options = { ...claimantOf(params.id, context), serial: params.x }
    if (query.verificationType === 'RESTART')
      return { proven: false, restartUntil: toSeconds(await askRestart(context.db, options)) }
    const code = query.verificationType === 'CODE' ? body.secret : undefined
    return {
      proven: await proveAgain(context.db, { ...options, code, letters: lettersOf(context) }),
      restartUntil: null,
    }
  },
  'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute': async ({ params, body, context }) => {
    const { nowMs, session, services } = context
    const { readLabel } = services.wires
    const reason = cleanLine(body.reason, 1_000)
    const options = { plantId: params.id, userId: session.userId, serial: params.sn, reason, nowMs, readLabel }
    await openDispute(context.db, options, lettersOf(context))
    return {}
  },
  'GET /maintain-s/operating/station/{id}/collector': async ({ params, query, context }) => {
    const withNetwork = context.membership.rights.includes('addPlantDevice')
    const { db, nowMs } = context
    const [loggers, total] = await Promise.all([
      listPlantLoggers(db, params.id, { withNetwork, nowMs, ...query }),
      countPlantLoggers(db, params.id),
    ])
    const claims = await listClaims(db, params.id)
    const { publicUrl } = context.services
    const own = { publicUrl, visitor: context.client.address, interfaces: networkInterfaces() }
    const peer = withNetwork ? context.services.foreignPeers.find(context.client.address) : undefined
    return {
      total,
      data: loggers.map(toCollectorRow),
      loggerPort: context.loggerPort,
      claims: claims.map(claim.toWire),
      labelCodes: await hasLabelCodes(context.db),
      addressesHidden: context.services.hidesLoggers(),
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
    return { total, data: items.map(({ address, ...logger }) => ({ serial: address, ...logger })) }
  },
  'GET /maintain-s/operating/collector/disputes': async ({ query, context }) => {
    const { total, items } = await listDisputes(context.db, query.page, query.size)
    return { total, data: items }
  },
  'POST /maintain-s/operating/collector/disputes/{disputeId}': async ({ params, body, context }) => {
    const options = { id: params.disputeId, userId: context.session.userId, ...body, nowMs: context.nowMs }
    const { plantId, holderId, serial } = await decideDispute(context.db, options, lettersOf(context))
    // The log of the other plant has it too.
    if (holderId !== null && holderId !== plantId)
      await recordWrite(context.db, {
        session: context.session,
        call: 'POST /maintain-s/operating/collector/disputes/{disputeId}',
        params,
        query: {},
        body,
        result: { id: holderId },
        address: context.client.address,
        nowMs: context.nowMs,
      })
    return { id: plantId, serial }
  },
  'POST /maintain-s/operating/collector/label-codes': async ({ body, context }) => {
    return { invalid: await addLabelCodes(context.db, body.codes, context.services.wires.readLabel) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

/** A logger that leaves for another one is removed and added. @throws Refusal NO_PERMISSION */
function requireAdding({ membership }: MemberContext): void {
  if (!membership.rights.includes('addPlantDevice')) throw new Refusal('NO_PERMISSION')
}

const claimantOf = (plantId: number, { session, place, nowMs, services }: MemberContext) => ({
  plantId,
  userId: session.userId,
  place,
  nowMs,
  readLabel: services.wires.readLabel,
  limits: services.claimLimits,
})

const lettersOf = ({ services, visit: host }: PublicContext) => ({ mail: services.mail, host })
