/** The calls of the fleet page. */
import type { FleetPlace, FleetPlant, FleetToday } from '@heliograph/contract/maintain-s/fleet.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { type PlantSort, toWireOrder } from './plant-order.ts'

export type { FleetPlace, FleetPlant } from '@heliograph/contract/maintain-s/fleet.ts'

export type FleetFilter = Readonly<{
  keyword?: string
  statuses?: readonly Status[]
  tagIds?: readonly number[]
}>
export type FleetSearch = FleetFilter & Readonly<{ sort: PlantSort; page: number; size: number }>
export type FleetPage = Readonly<{ total: number; plants: readonly FleetPlant[] }>

const toBody = ({ keyword = '', statuses = [], tagIds = [] }: FleetFilter) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(statuses.length === 0 ? {} : { statuses }),
  ...(tagIds.length === 0 ? {} : { tagIds }),
})

export async function searchFleet(asked: FleetSearch, signal?: AbortSignal): Promise<FleetPage> {
  const { sort, page, size } = asked
  const query = { page, size, ...toWireOrder(sort) }
  const wire = await call('POST /maintain-s/operating/station/fleet', { query, body: toBody(asked) }, { signal })
  return { total: wire.total, plants: wire.data }
}

/** Plants that the caller holds without the right to view them. */
export const namesOnlyQuery = queryOptions({
  queryKey: ['plants', 'names'],
  queryFn: async ({ signal }) => (await call('GET /maintain-s/operating/station/names', undefined, { signal })).data,
})

export const fetchFleetToday = (signal?: AbortSignal): Promise<FleetToday> =>
  call('POST /maintain-s/operating/station/today', undefined, { signal })

export type Bounds = Readonly<{ west: number; south: number; east: number; north: number }>

/** `isMerged`: some places stand for several plants, closer bounds show more of them. */
export type FleetPlaces = Readonly<{ total: number; isMerged: boolean; places: readonly FleetPlace[] }>

export function fetchPlaces(
  filter: FleetFilter,
  bounds: Bounds | undefined,
  signal?: AbortSignal,
): Promise<FleetPlaces> {
  const body = { ...toBody(filter), ...(bounds === undefined ? {} : { bounds }) }
  return call('POST /maintain-s/operating/station/places', { body }, { signal })
}
