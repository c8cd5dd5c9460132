/** Suggestions of people to the operator of this server, and the answers. */

import type { SuggestionWire } from '@heliograph/contract/backyard-api-s/suggestion.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { SuggestionCategory, SuggestionState } from '@heliograph/domain/publication.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** `account` wrote it; only for the operator. */
export type Suggestion = Omit<SuggestionWire, 'changedMs'> & Readonly<{ account?: string }>
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

const pageOf = (page: number) =>
  ({ page, size: SUGGESTIONS_PAGE, 'order.direction': 'DESC', 'order.property': 'id' }) as const

export const ownSuggestionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['suggestions', 'own', page],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const { total, data } = await call('GET /backyard-api-s/suggestion', { query: pageOf(page) }, { signal })
      return { total, rows: data }
    },
  })

/** @param state undefined: all */
export const allSuggestionsQuery = (state: SuggestionState | undefined, page: number) =>
  queryOptions({
    queryKey: ['suggestions', 'all', state ?? '', page],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const query = { ...pageOf(page), ...(state && { state }) }
      const { total, data } = await call('GET /backyard-api-s/suggestion/manage', { query }, { signal })
      return { total, rows: data }
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
  body: Readonly<{
    category: SuggestionCategory
    body: string
    contact: string
    context: SuggestionContext | null
    pictures: readonly string[]
  }>,
): Promise<unknown> => call('POST /backyard-api-s/suggestion', { body })

export const replyToSuggestion = (id: number, body: string, asOperator: boolean): Promise<unknown> =>
  call('POST /backyard-api-s/suggestion/{id}/reply', { params: { id }, body: { body, asOperator } })

export const setSuggestionState = (id: number, state: SuggestionState): Promise<unknown> =>
  call('POST /backyard-api-s/suggestion/{id}/state', { params: { id }, body: { state } })
