import { alarmChanges, messageKinds } from '@heliograph/domain/messages/message-kinds.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { lan } from '../language.ts'
import { done, epochMs, id, list, MAX_PAGE_SIZE, PAGE_SIZE } from '../page.ts'

/** The kinds as the field's own call for the badge names them. */
export const messageTypes = ['ALERT', 'SYSTEM', 'SHARE'] as const

const kind = z.enum(messageKinds)
const ids = z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) })

const messageEntry = z.object({
  /** The rule of an alarm, else the event (domain/messages/message-kinds.ts). */
  what: z.string(),
  plantId: id.nullable(),
  plantName: z.string(),
  /** In the language that was asked for, without the name of an alarm's plant. */
  text: z.string(),
  atMs: epochMs,
  /** Values for its text: numbers in base units, names. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  alarm: z.object({ id: z.string(), change: z.enum(alarmChanges), level: z.number().int() }).nullable(),
})

const message = z.object({
  id,
  kind,
  /** 0 tip, 1 warning, 2 fault. */
  level: z.number().int(),
  /** Null: about several plants, or about none. */
  plantId: id.nullable(),
  plantCount: z.number().int(),
  /** In the language that was asked for. */
  title: z.string(),
  firstAtMs: epochMs,
  lastAtMs: epochMs,
  isRead: z.boolean(),
  /** How many events it is about; the first ones follow. */
  count: z.number().int(),
  entries: z.array(messageEntry),
})
export type MessageRow = z.infer<typeof message>

export const messageCalls = {
  'GET /message-s/message/unreaded/total': endpoint({
    summary: 'The number of unread messages',
    features: ['message'],
    right: signedIn,
    query: z.object({
      /** Comma-separated; absent: all. */
      msgTypes: z
        .string()
        .max(60)
        .regex(new RegExp(`^(?:${messageTypes.join('|')})(?:,(?:${messageTypes.join('|')}))*$`))
        .optional(),
    }),
    reply: z.number().int(),
  }),
  'GET /message-s/message/unreaded/counts': endpoint({
    summary: 'The number of unread messages of each kind',
    features: ['message'],
    right: signedIn,
    reply: z.object({ alarm: z.number().int(), system: z.number().int(), sharing: z.number().int() }),
  }),
  'POST /message-s/message/search': endpoint({
    summary: 'Messages of one kind, newest first',
    features: ['message'],
    right: signedIn,
    reads: true,
    body: z.strictObject({
      kind,
      /** Of the texts in the reply. */
      language: lan,
      unreadOnly: z.boolean().default(false),
      page: z.number().int().min(1).max(100_000).default(1),
      size: z.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
    }),
    reply: list(message),
  }),
  'POST /message-s/message/read': endpoint({
    summary: 'Marks messages as read, or as unread',
    undo: 'act',
    features: ['message'],
    right: signedIn,
    body: ids.extend({ isRead: z.boolean().default(true) }),
    reply: done,
  }),
  'POST /message-s/message/readAll': endpoint({
    summary: 'Marks all messages of a kind as read; without a kind all',
    undo: 'act',
    features: ['message'],
    right: signedIn,
    body: z.strictObject({ kind: kind.optional() }),
    reply: done,
  }),
  'DELETE /message-s/message': endpoint({
    summary: 'Deletes messages',
    undo: 'final',
    features: ['message'],
    right: signedIn,
    body: ids,
    reply: done,
  }),
  'POST /message-s/message/mute': endpoint({
    summary: "Silences a plant's alarm messages for the caller until an instant, for good (null), or no longer (0)",
    undo: 'act',
    features: ['message'],
    right: signedIn,
    body: z.strictObject({ plantId: id, untilMs: z.number().int().min(0).max(253_402_300_799_000).nullable() }),
    reply: done,
  }),
} as const
