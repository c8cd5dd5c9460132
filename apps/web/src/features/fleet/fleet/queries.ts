import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchFleetToday, searchFleet } from '../../../api/fleet.ts'
import { type PlantSort, worstFirst } from '../../../api/plant-order.ts'

export const FLEET_PAGE_SIZE = 25
/** How often the fleet looks again. */
const EVERY_MS = 15_000

export type FleetAsk = Readonly<{
  keyword: string
  status: Status | undefined
  tagIds: readonly number[]
  sort: PlantSort
  page: number
}>

export const fleetQuery = ({ keyword, status, tagIds, sort, page }: FleetAsk) =>
  queryOptions({
    queryKey: ['plants', 'fleet', keyword, status ?? '', sort.by, sort.isReversed, page, ...tagIds],
    queryFn: ({ signal }) =>
      searchFleet(
        { keyword, statuses: status === undefined ? [] : [status], tagIds, sort, page, size: FLEET_PAGE_SIZE },
        signal,
      ),
    refetchInterval: EVERY_MS,
    // Another page or order changes the rows, not the page.
    placeholderData: keepPreviousData,
  })

export const troubleStatuses = ['fault', 'silent', 'partSilent', 'late'] as const satisfies readonly Status[]
/** The number of plants that the sentence names. */
export const NAMED = 2

/** The worst plants, independent of the page's filter. */
export const worstQuery = queryOptions({
  queryKey: ['plants', 'fleet', 'worst'],
  queryFn: ({ signal }) => searchFleet({ statuses: troubleStatuses, sort: worstFirst, page: 1, size: NAMED }, signal),
  refetchInterval: EVERY_MS,
})

export const todayQuery = queryOptions({
  queryKey: ['plants', 'fleet', 'today'],
  queryFn: ({ signal }) => fetchFleetToday(signal),
  refetchInterval: MINUTE_MS,
})
