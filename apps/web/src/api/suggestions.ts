/** Suggestions of people to the operator of this server, and the answers. */

import type { SuggestionWire } from '@heliograph/contract/backyard-api-s/suggestion.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { SuggestionCategory, SuggestionState } from '@heliograph/domain/publication.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export type Suggestion = Readonly<{
  id: number
  category: SuggestionCategory
  body: string
  contact: string
  /** Where the person was; undefined without their consent. */
  context: Readonly<Record<string, string>> | undefined
  state: SuggestionState
  createdMs: number
  pictureCount: number
  replies: readonly Readonly<{ id: number; byOperator: boolean; body: string; atMs: number }>[]
  /** The account that wrote it; only for the operator. */
  account?: string
}>
export type Suggestions = Readonly<{ total: number; rows: readonly Suggestion[] }>
export type SuggestionContext = Readonly<{
  page: string
  version: string
  browser: string
  language: LanguageCode
  plantId?: string
}>

export const SUGGESTIONS_PAGE = 20
/** Of a picture as a data URL (contract, POST /backyard-api-s/suggestion). */
export const LONGEST_PICTURE = 2 * 1024 * 1024

const toSuggestion = ({
  content,
  createTime,
  replies,
  context,
  updateTime: _,
  ...row
}: SuggestionWire): Suggestion => ({
  ...row,
  body: content,
  context: context ?? undefined,
  createdMs: createTime * 1000,
  replies: replies.map(({ id, byOperator, content: body, time }) => ({ id, byOperator, body, atMs: time * 1000 })),
})

const pageOf = (page: number) =>
  ({ page, size: SUGGESTIONS_PAGE, 'order.direction': 'DESC', 'order.property': 'id' }) as const

export const ownSuggestionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['suggestions', 'own', page],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const { total, data } = await call('GET /backyard-api-s/suggestion', { query: pageOf(page) }, { signal })
      return { total, rows: data.map(toSuggestion) }
    },
  })

/** @param state undefined: all */
export const allSuggestionsQuery = (state: SuggestionState | undefined, page: number) =>
  queryOptions({
    queryKey: ['suggestions', 'all', state ?? '', page],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const query = { ...pageOf(page), ...(state && { state }) }
      const { total, data } = await call('GET /backyard-api-s/suggestion/manage', { query }, { signal })
      return { total, rows: data.map(({ account, ...one }) => ({ ...toSuggestion(one), account })) }
    },
  })

export const suggestionPictureQuery = (id: number, position: number) =>
  queryOptions({
    queryKey: ['suggestions', 'picture', id, position],
    queryFn: async ({ signal }): Promise<string | null> => {
      const params = { id, position }
      return (await call('GET /backyard-api-s/suggestion/{id}/picture/{position}', { params }, { signal })).picture
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const sendSuggestion = (
  options: Readonly<{
    category: SuggestionCategory
    body: string
    contact: string
    context: SuggestionContext | null
    pictures: readonly string[]
  }>,
): Promise<unknown> => {
  const { body: content, pictures, ...rest } = options
  return call('POST /backyard-api-s/suggestion', { body: { ...rest, content, pictures: [...pictures] } })
}

export const replyToSuggestion = (id: number, content: string, asOperator: boolean): Promise<unknown> =>
  call('POST /backyard-api-s/suggestion/{id}/reply', { params: { id }, body: { content, asOperator } })

export const setSuggestionState = (id: number, state: SuggestionState): Promise<unknown> =>
  call('POST /backyard-api-s/suggestion/{id}/state', { params: { id }, body: { state } })
