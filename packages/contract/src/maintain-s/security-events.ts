import { securityEventKinds } from '@heliograph/domain/security-event.ts'
import { z } from 'zod'
import { administrator, endpoint } from '../endpoint.ts'
import { epochSeconds, list, pageQuery } from '../page.ts'

const kind = z.enum(securityEventKinds)

export const securityEventRow = z.object({
  id: z.number().int(),
  /** The first and the last of `count` equal events within some seconds. */
  at: epochSeconds,
  lastAt: epochSeconds,
  count: z.number().int(),
  kind,
  /** The code of the refusal. */
  reason: z.string(),
  /** Method and path, without values. */
  call: z.string(),
  /** Null: no account, or deleted. */
  account: z.string().nullable(),
  /** Of a name that no account has: equal names have equal hashes. */
  nameHash: z.string(),
  address: z.string(),
})

export const securityEventCalls = {
  'GET /maintain-s/operating/security-events': endpoint({
    summary: 'Refused sign-ins, rights, peers and tokens on this server, newest first',
    right: administrator,
    cost: 3,
    query: pageQuery.extend({ kind: kind.optional() }),
    reply: list(securityEventRow),
  }),
} as const
