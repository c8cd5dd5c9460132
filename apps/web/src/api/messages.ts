/** The message center: a person's messages. */

import type { CallReply } from '@heliograph/contract/calls.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { AlarmChange, MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export const MESSAGE_PAGE_SIZE = 20
export const messagesKey = ['messages'] as const

export type MessageEntry = Readonly<{
  /** The rule of an alarm, else the event. */
  what: string
  plantId: number | null
  plantName: string
  text: string
  atMs: number
  alarm: Readonly<{ id: string; change: AlarmChange }> | null
}>
export type Message = Readonly<{
  id: number
  kind: MessageKind
  level: number
  title: string
  plantId: number | null
  lastMs: number
  isRead: boolean
  count: number
  entries: readonly MessageEntry[]
}>
type Row = CallReply<'POST /message-s/message/search'>['data'][number]

export const unreadQuery = queryOptions({
  queryKey: [...messagesKey, 'unread'],
  queryFn: ({ signal }) => call('GET /message-s/message/unreaded/counts', undefined, { signal }),
  // Changes come with the stream at once; this is for where streams do not work.
  refetchInterval: MINUTE_MS,
})

export type MessageSearch = Readonly<{ kind: MessageKind; unreadOnly: boolean; page: number; language: LanguageCode }>

export const messagesQuery = (search: MessageSearch) =>
  queryOptions({
    queryKey: [...messagesKey, 'list', search],
    queryFn: async ({ signal }) => {
      const body = { ...search, size: MESSAGE_PAGE_SIZE }
      const { total, data } = await call('POST /message-s/message/search', { body }, { signal })
      return { total, messages: data.map(toMessage) }
    },
    placeholderData: keepPreviousData,
  })

const toMessage = ({ id, kind, level, title, plantId, lastAt, isRead, count, entries }: Row): Message => ({
  id,
  kind,
  level,
  title,
  plantId,
  isRead,
  count,
  lastMs: toMs(lastAt),
  entries: entries.map((entry) => ({
    what: entry.what,
    plantId: entry.plantId,
    plantName: entry.plantName,
    text: entry.text,
    atMs: toMs(entry.at),
    alarm: entry.alarm && { id: entry.alarm.id, change: entry.alarm.change },
  })),
})

export const markRead = (ids: readonly number[], isRead: boolean) =>
  call('POST /message-s/message/read', { body: { ids, isRead } })
export const markAllRead = (kind: MessageKind) => call('POST /message-s/message/readAll', { body: { kind } })
export const removeMessages = (ids: readonly number[]) => call('DELETE /message-s/message', { body: { ids } })
/** For good; the settings end it. */
export const mutePlant = (plantId: number) => call('POST /message-s/message/mute', { body: { plantId, until: null } })
export const unmutePlant = (plantId: number) => call('POST /message-s/message/mute', { body: { plantId, until: 0 } })
