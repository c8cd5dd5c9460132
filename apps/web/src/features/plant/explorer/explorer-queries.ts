import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchExplored, searchSources, type Wish, type Word } from '../../../api/explorer.ts'

export const exploredQuery = (wish: Wish) =>
  queryOptions({
    queryKey: ['explorer', 'series', wish],
    queryFn: ({ signal }) => fetchExplored(wish, signal),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

export const sourcesQuery = (words: readonly Word[], plantId?: number) =>
  infiniteQueryOptions({
    queryKey: ['explorer', 'sources', plantId, words.map(({ text }) => text)],
    queryFn: ({ pageParam, signal }) => searchSources({ words, plantId, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.more ? pages.length + 1 : undefined),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
  })
