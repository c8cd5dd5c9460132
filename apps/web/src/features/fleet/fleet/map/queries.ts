import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import worldUrl from 'world-atlas/countries-110m.json?url'
import { type Bounds, fetchPlaces } from '../../../../api/fleet.ts'
import { type Topology, toPaths } from './topology.ts'

/** Outlines of all countries: Natural Earth, public domain, from this server; 108 kB, 31 kB on the wire. */
export const worldQuery = queryOptions({
  queryKey: ['world'],
  queryFn: async ({ signal }) => {
    const reply = await fetch(worldUrl, { signal })
    if (!reply.ok) throw new Error(`The outlines answer ${reply.status}`)
    return toPaths((await reply.json()) as Topology)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** @param bounds absent: everywhere */
export const placesQuery = (
  { keyword, status, tagIds }: Readonly<{ keyword: string; status: Status | undefined; tagIds: readonly number[] }>,
  bounds: Bounds | undefined,
) =>
  queryOptions({
    queryKey: ['plants', 'places', keyword, status ?? '', bounds ?? null, ...tagIds],
    queryFn: ({ signal }) =>
      fetchPlaces({ keyword, statuses: status === undefined ? [] : [status], tagIds }, bounds, signal),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })
