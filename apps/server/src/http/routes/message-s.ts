import type { MessageRow } from '@heliograph/contract/message-s/message.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import {
  choosePlant,
  countUnread,
  createWriter,
  type Message,
  markAllRead,
  markRead,
  removeMessages,
  searchMessages,
  type Writer,
  writeEntry,
  writeTitle,
} from '../../delivery/messages/messages.ts'
import type { FamilyHandlers } from './handler.ts'
import { messageSettingsHandlers } from './message-settings-handlers.ts'

const kindOf: Readonly<Record<string, MessageKind>> = { ALERT: 'alarm', SYSTEM: 'system', SHARE: 'sharing' }

const toRow = (writer: Writer, message: Message): MessageRow => ({
  ...message,
  title: writeTitle(writer, message),
  entries: message.entries.map((entry) => ({
    ...entry,
    facts: { ...entry.facts },
    text: writeEntry(writer, entry),
    alarm: entry.alarm ?? null,
  })),
})

const messageHandlers = {
  'GET /message-s/message/unreaded/total': async ({ query, context }) => {
    const counts = await countUnread(context.db, context.session.userId)
    const wanted = query.msgTypes?.split(',') ?? Object.keys(kindOf)
    return [...new Set(wanted)].reduce((sum, type) => sum + counts[kindOf[type] ?? 'alarm'], 0)
  },
  'GET /message-s/message/unreaded/counts': async ({ context }) => ({
    ...(await countUnread(context.db, context.session.userId)),
  }),
  'POST /message-s/message/search': async ({ body, context }) => {
    const { total, messages } = await searchMessages(context.db, context.session.userId, body)
    const writer = createWriter(body.language)
    return { total, data: messages.map((message) => toRow(writer, message)) }
  },
  'POST /message-s/message/read': async ({ body, context }) => {
    await markRead(context.db, context.session.userId, { ...body, nowMs: context.nowMs })
    return { success: true }
  },
  'POST /message-s/message/readAll': async ({ body, context }) => {
    await markAllRead(context.db, context.session.userId, body.kind, context.nowMs)
    return { success: true }
  },
  'DELETE /message-s/message': async ({ body, context }) => {
    await removeMessages(context.db, context.session.userId, body.ids)
    return { success: true }
  },
  'POST /message-s/message/mute': async ({ body: { plantId, untilMs }, context }) => {
    const { db, session, nowMs } = context
    if (untilMs !== null && untilMs !== 0 && untilMs <= nowMs)
      throw new Refusal('PARAM_ERROR', { field: 'body.untilMs' })
    const mutedUntilMs = untilMs === null ? Number.POSITIVE_INFINITY : untilMs === 0 ? null : untilMs
    await choosePlant(db, session.userId, { plantId, mutedUntilMs, nowMs })
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'message-s'>>

export const messageSHandlers: FamilyHandlers<'message-s'> = { ...messageHandlers, ...messageSettingsHandlers }
