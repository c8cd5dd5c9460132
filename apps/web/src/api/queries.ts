/** Keys and readers of what several screens share. A screen's own queries stand beside it. */
import type { StationRow } from '@heliograph/contract/maintain-s/station.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { quiet } from './query-client.ts'

export const PLANT_PAGE_SIZE = 20
/** How often a list of plants looks again. */
const PLANTS_EVERY_MS = 15_000

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => call('GET /user-s/acc/org/login-user', undefined, { signal }),
  staleTime: 5 * MINUTE_MS,
  // Asked for before the page is drawn; who is not signed in need not be told so twice.
  retryOnMount: false,
  meta: quiet,
})

/** Everything of one plant stands under this key, so that a change of the plant refreshes it all. */
export const plantKey = (plantId: number) => ['plant', plantId] as const

export const stationQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'station'],
    queryFn: ({ signal }) => call('GET /maintain-s/station/{id}', { params: { id: plantId } }, { signal }),
    refetchInterval: MINUTE_MS,
    meta: quiet,
  })

export const fastSystemKey = (plantId: number) => [...plantKey(plantId), 'fast'] as const

export const collectorsKey = (plantId: number) => [...plantKey(plantId), 'collectors'] as const

/** The plant's loggers, and the port on which they reach this server. */
export const collectorsQuery = (plantId: number) =>
  queryOptions({
    queryKey: collectorsKey(plantId),
    queryFn: ({ signal }) =>
      call('GET /maintain-s/operating/station/{id}/collector', { params: { id: plantId }, query: {} }, { signal }),
    meta: quiet,
  })

type PlantPage = Readonly<{ total: number; data: readonly StationRow[] }>

/** How many plants have which status, and what all of them make now. */
export const plantCountsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['plants', 'counts', keyword],
    queryFn: ({ signal }) =>
      call('POST /maintain-s/operating/station/counts', { body: keyword === '' ? {} : { keyword } }, { signal }),
    refetchInterval: PLANTS_EVERY_MS,
    meta: quiet,
  })

/** What a list of plants shows besides its keyword. */
export type PlantListFilter = Readonly<{ status?: Status | undefined; order?: 'worst' | 'newest' }>

export const plantListQuery = (keyword: string, { status, order = 'newest' }: PlantListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['plants', keyword, status ?? '', order],
    queryFn: ({ pageParam, signal }): Promise<PlantPage> =>
      call(
        'POST /maintain-s/operating/station/search',
        {
          query: {
            page: pageParam,
            size: PLANT_PAGE_SIZE,
            'order.direction': 'DESC',
            'order.property': order === 'worst' ? 'status' : 'id',
          },
          body: { ...(keyword === '' ? {} : { keyword }), ...(status === undefined ? {} : { statuses: [status] }) },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * PLANT_PAGE_SIZE < last.total ? page + 1 : undefined),
    refetchInterval: PLANTS_EVERY_MS,
    meta: quiet,
  })
