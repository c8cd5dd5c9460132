import {
  addSuggestion,
  findSuggestionPicture,
  listSuggestions,
  replyToSuggestion,
  type Suggestion,
  setSuggestionState,
} from '../../operator/suggestions/suggestions.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { toSeconds } from './scales.ts'
import { senderOf } from './sender-of.ts'

const readerOf = ({ session }: UserContext) => ({
  userId: session.userId,
  isOperator: session.identity === 'MANAGER',
})

const toWire = ({ account: _account, body, createdMs, changedMs, replies, ...row }: Suggestion) => ({
  ...row,
  content: body,
  createTime: toSeconds(createdMs),
  updateTime: toSeconds(changedMs),
  replies: replies.map(({ id, byOperator, body: content, atMs }) => ({
    id,
    byOperator,
    content,
    time: toSeconds(atMs),
  })),
})

export const suggestionHandlers = {
  'GET /backyard-api-s/suggestion': async ({ query, context }) => {
    const { page, size } = query
    const { total, items } = await listSuggestions(context.db, { userId: context.session.userId, page, size })
    return { total, data: items.map(toWire) }
  },
  'POST /backyard-api-s/suggestion': async ({ body, context }) => {
    const { content, context: where, ...given } = body
    const named = where && Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
    const whole = { ...given, body: content, context: named as Record<string, string> | null }
    return { id: await addSuggestion(context.db, context.session.userId, whole, context.nowMs, senderOf(context)) }
  },
  'GET /backyard-api-s/suggestion/{id}/picture/{position}': async ({ params, context }) => ({
    picture: (await findSuggestionPicture(context.db, readerOf(context), params.id, params.position)) ?? null,
  }),
  'POST /backyard-api-s/suggestion/{id}/reply': async ({ params, body, context }) => {
    const { content, asOperator = false } = body
    await replyToSuggestion(context.db, readerOf(context), { id: params.id, body: content, asOperator }, context.nowMs)
    return { success: true }
  },
  'GET /backyard-api-s/suggestion/manage': async ({ query, context }) => {
    const { page, size, state } = query
    const { total, items } = await listSuggestions(context.db, { page, size, state })
    return { total, data: items.map((item) => ({ ...toWire(item), account: item.account })) }
  },
  'POST /backyard-api-s/suggestion/{id}/state': async ({ params, body, context }) => {
    await setSuggestionState(context.db, params.id, body.state, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>
