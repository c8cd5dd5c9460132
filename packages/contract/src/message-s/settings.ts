import { messageChannels } from '@heliograph/domain/messages/message-kinds.ts'
import {
  alarmThresholds,
  digests,
  groupingWindows,
  promiseChannels,
} from '@heliograph/domain/messages/message-settings.ts'
import { tryReasons } from '@heliograph/domain/messages/try-reasons.ts'
import { isZone } from '@heliograph/domain/time.ts'
import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { done, epochMs, id, list, pageQuery } from '../page.ts'

const threshold = z.literal(alarmThresholds)
const channelSettings = z.strictObject({ alarms: threshold, system: z.boolean(), sharing: z.boolean() })
const minute = z.number().int().min(0).max(1439)

/** Messages that a person gets, and how (domain/messages/message-settings.ts). */
export const messageSettings = z.strictObject({
  inApp: channelSettings,
  channels: z.strictObject({
    email: channelSettings,
    push: channelSettings,
    ntfy: channelSettings,
    telegram: channelSettings,
    webhook: channelSettings,
    sms: channelSettings,
  }),
  recovery: z.boolean(),
  escalation: z.boolean(),
  quiet: z
    .strictObject({ fromMinute: minute, toMinute: minute, faultsPass: z.boolean() })
    .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute, { path: ['toMinute'] })
    .nullable(),
  groupMinutes: z.literal(groupingWindows),
  digest: z.enum(digests),
  /** A short message each day, whose absence is the alarm; null or absent: none. */
  promise: z
    .strictObject({ minute, channel: z.enum(promiseChannels) })
    .nullable()
    .default(null),
  zone: z.string().max(60).refine(isZone),
})

const channel = z.enum(messageChannels)

/** Why a try ended as it did, where this server knows it, and what the other side said. */
const because = z.object({ reason: z.enum(tryReasons).nullable(), answer: z.string() })

export const messageAddress = z.object({
  id,
  channel,
  /** Name given by the person, or the contact of the account, a host, a chat. */
  name: z.string(),
  /** Nothing is sent until the person asks; why (`pauseReason`). */
  pausedAtMs: epochMs.nullable(),
  pauseReason: because.nullable(),
  lastSentAtMs: epochMs.nullable(),
})
export type MessageAddress = z.infer<typeof messageAddress>

const plantException = z.object({
  plantId: id,
  plantName: z.string(),
  alarms: threshold.nullable(),
  /** Null: not muted. 0: for good. */
  mutedUntilMs: epochMs.nullable(),
})

const sendingTry = because.extend({
  number: z.number().int(),
  atMs: epochMs,
  tookMs: z.number().int(),
  outcome: z.enum(['sent', 'later', 'refused', 'gone', 'unknown']),
})

export const messageSending = z.object({
  id: z.string(),
  channel,
  addressName: z.string(),
  kind: z.enum(['messages', 'digest', 'test']),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped', 'unknown']),
  messageCount: z.number().int(),
  createdAtMs: epochMs,
  finishedAtMs: epochMs.nullable(),
  nextTryAtMs: epochMs.nullable(),
  tries: z.array(sendingTry),
})
export type MessageSending = z.infer<typeof messageSending>

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`))
const url = z
  .string()
  .max(1_000)
  .regex(/^https?:\/\/[^\s"'<>\\]+$/)
const name = z.string().trim().min(1).max(60)
const addressParams = z.object({ addressId: id })
const token = z
  .string()
  .min(20)
  .max(400)
  .regex(/^[\w.-]+$/)

export const messageSettingsCalls = {
  'GET /message-s/settings': endpoint({
    summary: "The caller's message settings, exceptions and addresses, and the channels that this server offers",
    features: ['message'],
    right: signedIn,
    reply: z.object({
      settings: messageSettings,
      addresses: z.array(messageAddress),
      plants: z.array(plantException),
      /** Channels that this server can use. */
      offers: z.object({
        email: z.boolean(),
        sms: z.boolean(),
        /** The key that browsers subscribe with. */
        pushKey: z.string(),
        /** The bot's name; null: none. */
        telegramBot: z.string().nullable(),
      }),
    }),
  }),
  'POST /message-s/settings': endpoint({
    summary: 'Replaces the message settings',
    undo: { reads: 'GET /message-s/settings', part: 'settings' },
    features: ['message'],
    right: signedIn,
    body: messageSettings,
    reply: done,
  }),
  'POST /message-s/settings/plant': endpoint({
    summary: 'The alarms of one plant that the caller is told; null: as everywhere',
    undo: 'ownWay',
    features: ['message'],
    right: signedIn,
    body: z.strictObject({ plantId: id, alarms: threshold.nullable() }),
    reply: done,
  }),
  'POST /message-s/address': endpoint({
    summary: 'Adds an address for messages; the secret of a webhook is shown once',
    undo: 'access',
    features: ['message'],
    right: signedIn,
    body: z.discriminatedUnion('channel', [
      z.strictObject({
        channel: z.literal('push'),
        name,
        endpoint: url,
        p256dh: base64url(65),
        auth: base64url(16),
      }),
      z.strictObject({
        channel: z.literal('ntfy'),
        name,
        server: url,
        topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
        token: z
          .string()
          .max(200)
          .regex(/^[\x21-\x7e]*$/)
          .default(''),
      }),
      z.strictObject({ channel: z.literal('webhook'), name, url }),
    ]),
    reply: z.object({ id, secret: z.string().nullable() }),
  }),
  'POST /message-s/address/telegram': endpoint({
    summary: 'A link that connects a Telegram chat with the account once it is followed',
    undo: 'access',
    features: ['message'],
    right: signedIn,
    reply: z.object({ link: z.string(), expiresAtMs: epochMs }),
  }),
  'DELETE /message-s/address/{addressId}': endpoint({
    summary: 'Removes an address',
    undo: 'final',
    features: ['message'],
    right: signedIn,
    params: addressParams,
    reply: done,
  }),
  'POST /message-s/address/{addressId}/test': endpoint({
    summary: 'Sends a test message, also to a paused address',
    undo: 'act',
    features: ['message'],
    right: signedIn,
    params: addressParams,
    cost: 20,
    reply: z.object({ sendingId: z.string() }),
  }),
  'POST /message-s/address/{addressId}/resume': endpoint({
    summary: 'Sends to a paused address again',
    undo: 'act',
    features: ['message'],
    right: signedIn,
    params: addressParams,
    reply: done,
  }),
  'GET /message-s/sending': endpoint({
    summary: 'What was sent to the addresses of the caller, newest first, with each try',
    features: ['message'],
    right: signedIn,
    query: pageQuery.pick({ page: true, size: true }),
    reply: list(messageSending),
  }),
  'GET /message-s/unsubscribe/{token}': endpoint({
    summary: 'Which emails a link of an email ends; changes nothing',
    right: anyone,
    params: z.object({ token }),
    reply: z.object({ list: z.string(), isEnded: z.boolean() }),
  }),
  'POST /message-s/unsubscribe/{token}': endpoint({
    summary: 'Ends the emails of a list with one click (RFC 8058)',
    right: anyone,
    // Mail programs should send multipart/form-data and may send the other (RFC 8058, section 3.2).
    form: 'either',
    params: z.object({ token }),
    body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    reply: done,
  }),
} as const
