import { unreadReasons } from '@heliograph/domain/unread.ts'
import { z } from 'zod'

/** Why records could not be read, the commonest reason first. */
export const undecodedReasons = z.array(
  z.object({
    reason: z.enum(unreadReasons),
    /** What those payloads are, up to five: the wire's word for their layout ('7799' is a sensor type). */
    kinds: z.array(z.string()),
    count: z.number().int(),
  }),
)
export type UndecodedReasons = z.infer<typeof undecodedReasons>
