import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { plantKey } from '../../api/queries.ts'
import { fetchSky } from '../../api/weather.ts'

/** Now and the next days over a plant; the server asks its service once an hour. */
export const skyQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'sky'],
    queryFn: ({ signal }) => fetchSky(plantId, signal),
    staleTime: 5 * MINUTE_MS,
    // The first answer for a new plant comes within a minute or two.
    refetchInterval: ({ state }) => (state.data?.reason === 'waiting' ? MINUTE_MS : 10 * MINUTE_MS),
  })
