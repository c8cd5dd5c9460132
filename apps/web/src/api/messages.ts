/** The message center: a person's messages. */

import type { MessageRow } from '@heliograph/contract/message-s/message.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export const MESSAGE_PAGE_SIZE = 20
export const messagesKey = ['messages'] as const

export type Message = MessageRow
export type MessageEntry = Message['entries'][number]

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
      return { total, messages: data }
    },
    placeholderData: keepPreviousData,
  })

export const markRead = (ids: readonly number[], isRead: boolean) =>
  call('POST /message-s/message/read', { body: { ids, isRead } })
export const markAllRead = (kind: MessageKind) => call('POST /message-s/message/readAll', { body: { kind } })
export const removeMessages = (ids: readonly number[]) => call('DELETE /message-s/message', { body: { ids } })
/** For good; the settings end it. */
export const mutePlant = (plantId: number) => call('POST /message-s/message/mute', { body: { plantId, untilMs: null } })
export const unmutePlant = (plantId: number) => call('POST /message-s/message/mute', { body: { plantId, untilMs: 0 } })
