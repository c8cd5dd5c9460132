import type { FamilyHandlers } from './handler.ts'
import { requireHolder } from './require-holder.ts'
import { toSeconds } from './scales.ts'

export const deviceScanHandlers = {
  'GET /maintain-s/station/{id}/targets/scan': async ({ params, context }) => {
    requireHolder(context.membership)
    const { scans, agents } = context.services
    const scan = await scans.find(params.id)
    return {
      networks: scans.networks().map(({ network, isOpen }) => ({ network, isOpen })),
      agentNetworks: (await agents.list(params.id)).flatMap(({ id: agentId, name, isOnline, report }) =>
        (report.networks ?? []).map((network) => ({ agentId, name, network, isOnline })),
      ),
      mayOpen: context.session.isAdmin,
      scan: scan && {
        id: scan.id,
        network: scan.network,
        agentId: scan.agentId,
        state: scan.state,
        progress: scan.progress,
        startedAt: toSeconds(scan.startedAtMs),
        hits: scan.hits,
      },
    }
  },
  'POST /maintain-s/station/{id}/targets/scan': async ({ params, body, context }) => {
    requireHolder(context.membership)
    const { userId } = context.session
    return { id: await context.services.scans.start({ plantId: params.id, userId, ...body }) }
  },
  'POST /maintain-s/station/{id}/targets/scan/cancel': async ({ params, context }) => {
    requireHolder(context.membership)
    await context.services.scans.cancel(params.id)
    return { success: true }
  },
  'POST /maintain-s/operating/device-networks': async ({ body, context }) => {
    await context.services.scans.setNetwork({ ...body, userId: context.session.userId })
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
