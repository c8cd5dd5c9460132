/** Shared query keys and readers. A screen's own queries are beside it. */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { PLANT_PAGE_SIZE } from './first-requests.ts'
import { type PlantSort, worstFirst } from './plant-order.ts'
import { countPlants, fetchPlant, type Plant, type PlantPage, searchPlants } from './plants.ts'

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => call('GET /user-s/acc/org/login-user', undefined, { signal }),
  staleTime: 5 * MINUTE_MS,
  // Requested before the page is drawn; a signed-out visitor need not see the failure twice.
  retryOnMount: false,
})

/** All queries about a plant are under this key, so that a change of the plant refreshes them. */
export const plantKey = (plantId: number) => ['plant', plantId] as const

/** @param language of the page: the details are asked for in it */
export const plantQuery = (plantId: number, language: LanguageCode) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'record', language],
    queryFn: ({ signal }) => fetchPlant(plantId, language, signal),
    refetchInterval: MINUTE_MS,
    // While another language is loading, the plant stays.
    placeholderData: (before, query) => (query?.queryKey[1] === plantId ? before : undefined),
  })

/** The plant as a loaded list has it: shown until its details are there, and when they cannot be fetched. */
export function findListedPlant(client: QueryClient, plantId: number): Plant | undefined {
  const lists = client.getQueriesData<InfiniteData<PlantPage>>({ queryKey: ['plants', 'list'] })
  const rows = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.rows) ?? [])
  return rows.find(({ id }) => id === plantId)
}

export const plantNowKey = (plantId: number) => [...plantKey(plantId), 'now'] as const

/** The number of plants per status, and their total power. useLivePlants keeps these and the lists fresh. */
export const plantCountsKey = (keyword: string, tagIds: readonly number[] = []) =>
  ['plants', 'counts', keyword, ...tagIds] as const

export const plantCountsQuery = (keyword: string, tagIds: readonly number[] = []) =>
  queryOptions({
    queryKey: plantCountsKey(keyword, tagIds),
    queryFn: ({ signal }) => countPlants(keyword, signal, tagIds),
  })

/** The filter of a list of plants besides its keyword. */
export type PlantListFilter = Readonly<{ status?: Status | undefined; sort?: PlantSort }>

export const plantListKey = (keyword: string, { status, sort = worstFirst }: PlantListFilter = {}) =>
  ['plants', 'list', keyword, status ?? '', sort.by, sort.isReversed] as const

export const plantListQuery = (keyword: string, { status, sort = worstFirst }: PlantListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: plantListKey(keyword, { status, sort }),
    queryFn: ({ pageParam, signal }) =>
      searchPlants({ keyword, status, sort, page: pageParam, size: PLANT_PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * PLANT_PAGE_SIZE < last.total ? page + 1 : undefined),
  })
