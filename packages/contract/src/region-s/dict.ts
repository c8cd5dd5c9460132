import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { list } from '../page.ts'

export const dictCalls = {
  'GET /region-s/dict/listTimezone/all': endpoint({
    summary: 'Every time zone that a plant may have, with its offset of now in minutes east of UTC',
    right: signedIn,
    reply: list(z.object({ key: z.string(), offset: z.number().int() })),
  }),
} as const
