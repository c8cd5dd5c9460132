import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { fetchForecast } from '../../api/forecast.ts'
import { plantKey } from '../../api/queries.ts'

/** A new one is made once an hour. @param date a past day; undefined: today and the days after it */
export const forecastQuery = (plantId: number, date?: string) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'forecast', date ?? ''],
    queryFn: ({ signal }) => fetchForecast(plantId, date, signal),
    staleTime: 10 * MINUTE_MS,
    ...(date === undefined ? { refetchInterval: 10 * MINUTE_MS } : {}),
  })
