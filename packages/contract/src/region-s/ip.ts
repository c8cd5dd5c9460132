import { z } from 'zod'
import { anyone, endpoint } from '../endpoint.ts'

const reply = z.object({
  ip: z.string(),
  /** ISO 3166-1 alpha-2; null for private and unassigned addresses. */
  countryCode: z.string().nullable(),
  /** One of the nine regions. */
  region: z.string().nullable(),
})

export const ipCalls = {
  'GET /region-s/ip/getCountryCode': endpoint({
    summary: "The country of the visitor's own address",
    right: anyone,
    reply,
  }),
  'GET /region-s/ip/searchCountryCode': endpoint({
    summary: 'The country of an address; of several, separated by commas, the first counts',
    right: anyone,
    query: z.object({ ip: z.string().min(2).max(400) }),
    reply,
  }),
} as const
