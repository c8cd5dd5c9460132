import { listSecurityEvents } from '../../people/security-events/security-events.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds } from './scales.ts'

const toMsOrUndefined = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

export const securityEventHandlers = {
  'GET /maintain-s/operating/security-events': async ({ query, context }) => {
    const { total, items } = await listSecurityEvents(context.db, {
      ...query,
      kind: query.kind,
      fromMs: toMsOrUndefined(query.from),
      toMs: toMsOrUndefined(query.to),
      address: query.address,
    })
    return {
      total,
      data: items.map(({ atMs, lastMs, ...event }) => ({ ...event, at: toSeconds(atMs), lastAt: toSeconds(lastMs) })),
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
