import { z } from 'zod'

/** What an edit changed: the names of the wire, the values before and after. It stands in the audit log. */
export const changes = z.array(
  z.object({
    field: z.string(),
    before: z.union([z.string(), z.number(), z.null()]),
    after: z.union([z.string(), z.number(), z.null()]),
  }),
)
export type Changes = z.infer<typeof changes>
