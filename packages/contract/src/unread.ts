import { unreadReasons } from '@heliograph/domain/unread.ts'
import { z } from 'zod'

/** Why records could not be read, the commonest reason first. */
export const undecodedReasons = z.array(
  z.object({
    reason: z.enum(unreadReasons),
    /** Layouts of those payloads in the wire's terms, up to five ('7799' is a sensor type). */
    kinds: z.array(z.string()),
    count: z.number().int(),
  }),
)
export type UndecodedReasons = z.infer<typeof undecodedReasons>
