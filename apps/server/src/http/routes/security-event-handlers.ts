import { listSecurityEvents } from '../../people/security-events/security-events.ts'
import type { FamilyHandlers } from './handler.ts'

export const securityEventHandlers = {
  'GET /maintain-s/operating/security-events': async ({ query, context }) => {
    const { total, items } = await listSecurityEvents(context.db, query)
    return { total, data: items }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
