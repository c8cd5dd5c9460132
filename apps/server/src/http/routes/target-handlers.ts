import type { TargetReport } from '@heliograph/collect/target-reader.ts'
import type { DeepReadonly } from '@heliograph/contract/calls.ts'
import type { TargetRow } from '@heliograph/contract/maintain-s/target.ts'
import { stateName } from '@heliograph/devices/catalog/faults.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { getQuantity } from '@heliograph/domain/quantities.ts'
import { importHistory, type TargetView } from '../../intake/collect/collect.ts'
import type { FamilyHandlers } from './handler.ts'
import { requireHolder } from './require-holder.ts'
import { senderOf } from './sender-of.ts'

const stateOf = (profileId: string | undefined, code: number): string | null => {
  const profile = profileId === undefined ? undefined : findProfileById(profileId)
  return (profile && stateName(profile, { inverterState: code })) ?? null
}

function toReport(
  report: TargetReport,
  reportedAtMs: number,
  devices: TargetView['devices'],
): DeepReadonly<TargetRow>['report'] {
  const serialOf = (key: string): string => devices.find((device) => device.key === key)?.serial ?? ''
  const { failure, exchanges, live, leftOut, asleep, otherDevices } = report
  return {
    state: report.state,
    reportedAtMs,
    rounds: report.rounds,
    failedRounds: report.failedRounds,
    connections: report.connections,
    failedConnections: report.failedConnections,
    answered: report.answered,
    refused: report.refused,
    silent: report.silent,
    lastHeardMs: report.lastHeardMs ?? null,
    nextTryMs: report.nextTryMs ?? null,
    failure: failure ?? null,
    exchanges: exchanges.toReversed().map((exchange) => ({
      at: exchange.atMs,
      about: exchange.about,
      sent: exchange.sent,
      received: exchange.received,
      outcome: exchange.outcome,
      code: exchange.code ?? null,
    })),
    leftOut: Object.values(leftOut)
      .flat()
      .map(({ code = null, ...part }) => ({ ...part, code })),
    asleep: asleep.map(serialOf),
    otherDevices: Object.entries(otherDevices).map(([key, found]) => ({ expected: serialOf(key), found })),
    live: live.map(({ serial, type, model, profileId, atMs: at, values, complaints }) => ({
      serial,
      type,
      model,
      at,
      values: Object.entries(values).map(([quantity, value]) => ({
        quantity,
        value,
        unit: getQuantity(quantity).unit,
        state: quantity === 'inverterState' ? stateOf(profileId, value) : null,
      })),
      complaints: complaints.map(({ code, quantity, raw }) => ({ code, quantity: quantity ?? null, raw: raw ?? null })),
    })),
  }
}

const toRow = (view: TargetView): DeepReadonly<TargetRow> => ({
  id: view.id,
  loggerId: view.loggerId,
  name: view.name,
  agentId: view.agentId,
  way: view.way,
  host: view.host,
  port: view.port,
  pollSeconds: view.pollSeconds,
  storeSeconds: view.storeSeconds,
  devices: view.devices.map(({ maker, model, serial, firmware, confidence, why, role }) => ({
    maker,
    model,
    serial,
    firmware: firmware ?? '',
    confidence,
    why,
    role: role ?? null,
  })),
  isPaused: view.isPaused,
  movedFrom: view.movedFrom,
  lost: view.lost,
  report: view.report && view.reportedAtMs ? toReport(view.report, view.reportedAtMs, view.devices) : null,
})

export const targetHandlers = {
  'GET /maintain-s/station/{id}/targets': async ({ params, context }) => {
    const { targets } = context.services
    return {
      isOpen: targets.isOpen,
      ways: targets.ways.map(({ id, ports }) => ({ id, ports })),
      loggers: await targets.askable(params.id),
      data: (await targets.list(params.id)).map(toRow),
    }
  },
  'POST /maintain-s/station/{id}/targets/probe': async ({ params, body, context }) => {
    requireHolder(context.membership)
    // The server alone asks the Supervisor, with a token that no person has.
    if (body.settings.isSupervisor !== undefined) throw new Refusal('PARAM_ERROR', { field: 'settings.isSupervisor' })
    return { data: await context.services.targets.probe({ plantId: params.id, ...body }) }
  },
  'POST /maintain-s/station/{id}/targets': async ({ params, body, context }) => {
    requireHolder(context.membership)
    const { userId } = context.session
    return { id: await context.services.targets.add({ plantId: params.id, userId, ...body }) }
  },
  'POST /maintain-s/station/{id}/targets/{targetId}': async ({ params, body, context }) => {
    requireHolder(context.membership)
    await context.services.targets.change({ plantId: params.id, targetId: params.targetId }, body)
    return { success: true }
  },
  'POST /maintain-s/station/{id}/targets/{targetId}/pause': async ({ params, body, context }) => {
    requireHolder(context.membership)
    await context.services.targets.pause({ plantId: params.id, targetId: params.targetId }, body.paused)
    return { success: true }
  },
  'DELETE /maintain-s/station/{id}/targets/{targetId}': async ({ params, context }) => {
    await context.services.targets.remove({ plantId: params.id, targetId: params.targetId })
    return { success: true }
  },
  'POST /maintain-s/station/{id}/targets/{targetId}/read': async ({ params, context }) => {
    requireHolder(context.membership)
    await context.services.targets.read({ plantId: params.id, targetId: params.targetId })
    return { success: true }
  },
  'POST /maintain-s/station/{id}/targets/{targetId}/history': async ({ params, context }) => {
    requireHolder(context.membership)
    const { db, services, session, nowMs } = context
    const histories = await services.targets.history({ plantId: params.id, targetId: params.targetId })
    const options = { plantId: params.id, userId: session.userId, histories, name: 'Home Assistant', nowMs }
    return { importId: await importHistory(db, services.historyImports, options, senderOf(context)) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
