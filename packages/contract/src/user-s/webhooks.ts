import { tryReasons } from '@heliograph/domain/messages/try-reasons.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { webhookParts } from '@heliograph/domain/webhook-parts.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { done, epochMs, id } from '../page.ts'
import { proof } from '../proof.ts'

const because = { reason: z.enum(tryReasons).nullable(), answer: z.string() }
const part = z.enum(webhookParts)
const quantity = z
  .string()
  .max(64)
  .refine((text): text is QuantityId => isQuantityId(text))

export const webhookRow = z.object({
  id,
  name: z.string(),
  host: z.string(),
  parts: z.array(part),
  /** Of readings; empty: all. */
  quantities: z.array(z.string()),
  plants: z.array(
    z.object({
      plantId: id,
      name: z.string(),
      /** Readings that were too old when the webhook went on, and when that was. */
      dropped: z.number().int(),
      droppedAtMs: epochMs.nullable(),
    }),
  ),
  lastSentAtMs: epochMs.nullable(),
  /** Why the last try failed; null: it did not. */
  lastFailure: z.object(because).nullable(),
  nextTryAtMs: epochMs.nullable(),
  pausedAtMs: epochMs.nullable(),
})

export const webhookCalls = {
  'GET /user-s/acc/webhook': endpoint({
    summary: 'The webhooks of plants that the user made as the current identity',
    right: signedIn,
    reply: z.object({ data: z.array(webhookRow) }),
  }),
  'POST /user-s/acc/webhook': endpoint({
    summary: 'Create a webhook of plants for the current identity; its secret is shown once',
    undo: 'ownWay',
    features: ['accessToken'],
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({
      name: z.string().trim().min(1).max(60),
      url: z
        .string()
        .max(1_000)
        .regex(/^https?:\/\/[^\s"'<>\\]+$/),
      parts: z.array(part).min(1).max(webhookParts.length),
      quantities: z.array(quantity).max(200).default([]),
      plantIds: z.array(id).min(1).max(100),
      proof,
    }),
    reply: z.object({ id, secret: z.string() }),
  }),
  'DELETE /user-s/acc/webhook/{id}': endpoint({
    summary: 'Remove a webhook of plants',
    undo: 'final',
    right: signedIn,
    params: z.object({ id }),
    reply: done,
  }),
  'POST /user-s/acc/webhook/{id}/test': endpoint({
    summary: 'Send an empty event to a webhook of plants now',
    undo: 'unkept',
    right: signedIn,
    cost: 20,
    params: z.object({ id }),
    reply: z.object({ arrived: z.boolean(), ...because }),
  }),
  'POST /user-s/acc/webhook/{id}/resume': endpoint({
    summary: 'Let a paused webhook of plants go on where it stopped',
    undo: 'unkept',
    right: signedIn,
    params: z.object({ id }),
    reply: done,
  }),
}
