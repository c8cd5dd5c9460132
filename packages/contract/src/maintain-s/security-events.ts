import { securityEventKinds } from '@heliograph/domain/security-event.ts'
import { z } from 'zod'
import { administrator, endpoint } from '../endpoint.ts'
import { epochMs, list, pageQuery } from '../page.ts'

/** The end of the year 9999. */
const MOST_MS = 253_402_300_799_000

const kind = z.enum(securityEventKinds)

export const securityEventRow = z.object({
  id: z.number().int(),
  /** The first and the last of `count` equal events within some seconds. */
  atMs: epochMs,
  lastMs: epochMs,
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
    query: pageQuery.extend({
      kind: kind.optional(),
      /** Events that lasted until `fromMs` or later and began before `toMs`. */
      fromMs: z.coerce.number().int().min(0).max(MOST_MS).optional(),
      toMs: z.coerce.number().int().min(0).max(MOST_MS).optional(),
      /** The beginning of an address: `203.0.113.` */
      address: z
        .string()
        .trim()
        .max(64)
        .regex(/^[0-9a-f:.]*$/i)
        .optional(),
    }),
    reply: list(securityEventRow),
  }),
} as const
