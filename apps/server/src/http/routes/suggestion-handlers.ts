import {
  addSuggestion,
  findSuggestionPicture,
  listSuggestions,
  replyToSuggestion,
  type Suggestion,
  setSuggestionState,
} from '../../operator/suggestions/suggestions.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { senderOf } from './sender-of.ts'

const readerOf = ({ session }: UserContext) => ({
  userId: session.userId,
  isOperator: session.identity === 'MANAGER',
})

const toWire = ({ account: _, ...row }: Suggestion) => row

export const suggestionHandlers = {
  'GET /backyard-api-s/suggestion': async ({ query, context }) => {
    const { page, size } = query
    const { total, items } = await listSuggestions(context.db, { userId: context.session.userId, page, size })
    return { total, data: items.map(toWire) }
  },
  'POST /backyard-api-s/suggestion': async ({ body, context }) => {
    const { context: where, ...given } = body
    const named = where && Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
    const whole = { ...given, context: named as Record<string, string> | null }
    return { id: await addSuggestion(context.db, context.session.userId, whole, context.nowMs, senderOf(context)) }
  },
  'GET /backyard-api-s/suggestion/{id}/picture/{position}': async ({ params, context }) => ({
    picture: (await findSuggestionPicture(context.db, readerOf(context), params.id, params.position)) ?? null,
  }),
  'POST /backyard-api-s/suggestion/{id}/reply': async ({ params, body, context }) => {
    const reply = { id: params.id, body: body.body, asOperator: body.asOperator ?? false }
    await replyToSuggestion(context.db, readerOf(context), reply, context.nowMs)
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
