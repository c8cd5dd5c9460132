import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPerformance, type PerformanceType } from '../../../api/performance.ts'
import { plantKey } from '../../../api/queries.ts'

/** @param key `YYYY-MM` for a month's days, `YYYY` for a year's months, '' for all years */
export const performanceQuery = (plantId: number, type: PerformanceType, key: string) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'performance', type, key],
    queryFn: ({ signal }) => fetchPerformance(plantId, type, key === '' ? undefined : key, signal),
    // A new day is judged once a day; the first ones of a new plant within minutes.
    staleTime: 10 * MINUTE_MS,
    refetchInterval: ({ state: { data } }) =>
      data?.reason === 'counting' || (data?.waitingSinceMs ?? null) !== null ? MINUTE_MS : false,
    placeholderData: keepPreviousData,
  })
