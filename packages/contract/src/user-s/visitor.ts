import { z } from 'zod'
import { anyone, endpoint } from '../endpoint.ts'

/** Calls about a visitor, before anyone signs in. */
export const visitorCalls = {
  'GET /user-s/acc/country-info': endpoint({
    summary: "The visitor's country, where a trusted proxy names it",
    opensSuspended: true,
    right: anyone,
    reply: z.object({ countryCode: z.string().nullable() }),
  }),
  'GET /user-s/acc/client-ip': endpoint({
    summary: "The visitor's address as this server sees it",
    opensSuspended: true,
    right: anyone,
    /** Clients take the first of a list with commas. */
    reply: z.object({ ip: z.string() }),
  }),
} as const
