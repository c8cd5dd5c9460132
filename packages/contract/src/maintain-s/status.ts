import { deviceGroups, reasonKinds, statuses } from '@heliograph/domain/status.ts'
import { z } from 'zod'
import { epochMs, epochSeconds } from '../page.ts'

export const status = z.enum(statuses)

/** Why a device or plant has its status; the source of the badge text (domain/status.ts). */
export const statusReason = z.object({
  kind: z.enum(reasonKinds),
  /** Applies to this many devices of this many in their group. */
  count: z.number().int(),
  total: z.number().int(),
  group: z.enum(deviceGroups),
  since: epochSeconds.nullable(),
  /** The first few of them. */
  devices: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The fault code, as the device writes it. */
  code: z.string().nullable(),
})
export type StatusReason = z.infer<typeof statusReason>

/** The same in calls of our own. */
export const reason = statusReason.omit({ since: true }).extend({ sinceMs: epochMs.nullable() })
