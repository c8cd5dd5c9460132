import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { fetchWhyLow } from '../../api/performance.ts'
import { plantKey } from '../../api/queries.ts'

/** Why a plant's yesterday was low; null: it was not. It changes once a day. */
export const whyLowQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'why-low'],
    queryFn: ({ signal }) => fetchWhyLow(plantId, signal),
    staleTime: 10 * MINUTE_MS,
  })
