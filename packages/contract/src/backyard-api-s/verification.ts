import { z } from 'zod'
import { anyone, endpoint } from '../endpoint.ts'

export const verificationCalls = {
  'GET /backyard-api-s/config/slide-verify/enable': endpoint({
    summary: 'Whether the CAPTCHA has a slider: never here',
    opensSuspended: true,
    right: anyone,
    reply: z.object({ enable: z.boolean() }),
  }),
  'GET /backyard-api-s/config/gee-test/enable': endpoint({
    summary: 'Whether a CAPTCHA is used at all (after failures). It is our own proof of work, not the GeeTest cloud',
    opensSuspended: true,
    right: anyone,
    unprefixed: true,
    reply: z.object({ enable: z.boolean() }),
  }),
  'GET /backyard-api-s/config/human-check': endpoint({
    summary: 'A new CAPTCHA to solve: proof of work (ALTCHA)',
    opensSuspended: true,
    right: anyone,
    costly: true,
    /** The level that HUMAN_CHECK_REQUIRED gave. */
    query: z.object({ level: z.coerce.number().int().min(1).max(5).default(1) }),
    reply: z.object({ work: z.record(z.string(), z.unknown()) }),
  }),
} as const
