import type { Candidate } from '@heliograph/collect/way.ts'
import type { AgentCandidate, AgentRequest } from '@heliograph/contract/agent-s/agent.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Asked } from '../../intake/agents/agents.ts'
import type { FamilyHandlers } from './handler.ts'
import { requireHolder } from './require-holder.ts'

const toWire = ({ opens, ...candidate }: Candidate): AgentCandidate => ({ ...candidate, opens: JSON.stringify(opens) })

/** @throws Refusal PARAM_ERROR for data that is no JSON */
function ofWire({ opens, firmware, role, logger, ...candidate }: AgentCandidate): Candidate {
  try {
    return {
      ...candidate,
      ...(firmware !== undefined && { firmware }),
      ...(role !== undefined && { role }),
      ...(logger !== undefined && { logger }),
      opens: JSON.parse(opens) as unknown,
    }
  } catch {
    throw new Refusal('PARAM_ERROR', { field: 'opens' })
  }
}

function toRequest(id: number, asked: Asked): AgentRequest {
  switch (asked.kind) {
    case 'probe':
      return { ...asked, id, settings: (asked.settings ?? {}) as Record<string, unknown> }
    case 'scan':
      return { kind: 'scan', id, network: asked.network }
    case 'read':
      return { kind: 'read', id, targetId: asked.targetId }
  }
}

/** Calls of agents. */
export const agentHandlers: FamilyHandlers<'agent-s'> = {
  'POST /agent-s/pair': async ({ body, context }) => {
    const { token, name } = await context.services.agents.pair(body)
    return { token, name, nowMs: context.nowMs }
  },
  'POST /agent-s/poll': async ({ body, context }) => {
    const { version, targets, requests } = await context.services.agents.poll(context.agent, {
      ...body,
      left: context.left(),
    })
    return {
      nowMs: context.services.agents.now(),
      version,
      targets: targets?.map((target) => ({ ...target, devices: target.devices.map(toWire) })) ?? null,
      requests: requests.map(({ id, asked }) => toRequest(id, asked)),
    }
  },
  'POST /agent-s/report': async ({ body: { targets, ...report }, context }) => {
    await context.services.agents.report(context.agent, { report, targets: targets as never })
    return { nowMs: context.services.agents.now() }
  },
  'POST /agent-s/readings': async ({ body, context }) => {
    const refused = await context.services.agents.readings(context.agent, body.readings)
    return { nowMs: context.services.agents.now(), refused }
  },
  'POST /agent-s/request/{id}': async ({ params, body, context }) => {
    const isCanceled = await context.services.agents.answer(context.agent, params.id, {
      ...body,
      found: body.found?.map(ofWire),
      hits: body.hits?.map((hit) => ({ ...hit, devices: hit.devices.map(ofWire) })),
    })
    return { nowMs: context.services.agents.now(), isCanceled }
  },
}

/** Agents of a plant, for people. */
export const agentPageHandlers = {
  'GET /maintain-s/station/{id}/agents': async ({ params, context }) => {
    const agents = await context.services.agents.list(params.id)
    return {
      data: agents.map(({ report, ...agent }) => ({
        ...agent,
        version: report.version ?? '',
        platform: report.platform ?? '',
        waiting: report.waiting ?? 0,
        bytes: report.bytes ?? 0,
        dropped: report.dropped ?? 0,
        refused: report.refused ?? 0,
        clockOffsetMs: report.clockOffsetMs ?? null,
        networks: [...(report.networks ?? [])],
      })),
    }
  },
  'POST /maintain-s/station/{id}/agents/pairing': async ({ params, body, context }) => {
    requireHolder(context.membership)
    const { userId } = context.session
    return context.services.agents.addPairing({ plantId: params.id, userId, ...body })
  },
  'DELETE /maintain-s/station/{id}/agents/{agentId}': async ({ params, context }) => {
    requireHolder(context.membership)
    await context.services.agents.remove(params.id, params.agentId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
