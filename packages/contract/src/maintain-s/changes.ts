import { z } from 'zod'

/** The changes of an edit: the wire's names, and the values before and after. Kept in the audit log. */
export const changes = z.array(
  z.object({
    field: z.string(),
    before: z.union([z.string(), z.number(), z.null()]),
    after: z.union([z.string(), z.number(), z.null()]),
  }),
)
export type Changes = z.infer<typeof changes>
