import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { troubleStatuses, wellStatuses } from '@heliograph/domain/status.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { FLEET_PAGE_SIZE } from '../../../api/first-requests.ts'
import { type FleetPlant, fetchFleetToday, searchFleet } from '../../../api/fleet.ts'
import { type PlantSort, worstFirst } from '../../../api/plant-order.ts'
import { type StatusOrTrouble, statusesOf, TROUBLE } from '../../../api/trouble.ts'

/** How often the fleet looks again. */
const EVERY_MS = 15_000

export type FleetAsk = Readonly<{
  keyword: string
  status: StatusOrTrouble | undefined
  tagIds: readonly number[]
  sort: PlantSort
  page: number
}>

export const fleetQuery = ({ keyword, status, tagIds, sort, page }: FleetAsk) =>
  queryOptions({
    queryKey: ['plants', 'fleet', keyword, status ?? '', sort.by, sort.isReversed, page, ...tagIds],
    queryFn: ({ signal }) =>
      searchFleet({ keyword, statuses: statusesOf(status), tagIds, sort, page, size: FLEET_PAGE_SIZE }, signal),
    refetchInterval: EVERY_MS,
    // Another page or order changes the rows, not the page.
    placeholderData: keepPreviousData,
  })

/** The plants that the sentence names at most, and how many of them with their reason. */
export const NAMED = 10
export const REASONED = 2

const isTrouble = ({ status }: FleetPlant): boolean => troubleStatuses.some((item) => item === status)

/** Its status is good, and yet a fault or a warning is open: a dead module, a string without power. */
export const isAlarmed = ({ status, alarmCount }: FleetPlant): boolean =>
  alarmCount > 0 && wellStatuses.some((item) => item === status)

/** The worst plants, independent of the page's filter: the first rows of the page that has none, which it shares. */
export const worstQuery = queryOptions({
  ...fleetQuery({ keyword: '', status: undefined, tagIds: [], sort: worstFirst, page: 1 }),
  select: ({ total, plants }) => ({
    inTrouble: plants.filter(isTrouble),
    plants: plants.filter((plant) => isTrouble(plant) || isAlarmed(plant)),
    isAll: total <= plants.length,
  }),
})

/** The plants in trouble alone: any number of well ones with the open alarm of a fault can stand before them. */
export const troubleQuery = queryOptions({
  ...fleetQuery({ keyword: '', status: TROUBLE, tagIds: [], sort: worstFirst, page: 1 }),
  select: ({ plants }) => plants,
})

export const todayQuery = queryOptions({
  queryKey: ['plants', 'fleet', 'today'],
  queryFn: ({ signal }) => fetchFleetToday(signal),
  refetchInterval: MINUTE_MS,
})
