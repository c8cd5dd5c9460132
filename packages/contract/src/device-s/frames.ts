import { z } from 'zod'
import { endpoint, onDevice } from '../endpoint.ts'
import { epochMs, idParams, list, numberOrNull } from '../page.ts'

/** A payload as it came, and what is read in it. */
export const rawFrame = z.object({
  /** Of its reading; null: none was read. */
  atMs: numberOrNull,
  receivedAtMs: epochMs,
  wire: z.string(),
  kind: z.string(),
  /** Two digits a byte. */
  hex: z.string(),
  /** Why no profile reads it; null: it became values. */
  unread: z.string().nullable(),
  /** By position; one byte may be part of several. */
  parts: z.array(
    z.object({
      at: z.number().int(),
      bytes: z.number().int(),
      name: z.string(),
      raw: numberOrNull,
      value: numberOrNull,
    }),
  ),
})
export type RawFrame = z.infer<typeof rawFrame>

export const frameCalls = {
  'GET /device-s/device/{id}/frames': endpoint({
    summary: 'The payloads of a device of the last day, as far as this server still has them, with their fields',
    // They identify the site, as its networks do.
    right: onDevice('addPlantDevice', 'params.id'),
    cost: 5,
    params: idParams,
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      size: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: list(rawFrame).extend({
      /** Payloads that became values are kept in memory: since then none of them was dropped. */
      keptSinceMs: epochMs,
    }),
  }),
} as const
