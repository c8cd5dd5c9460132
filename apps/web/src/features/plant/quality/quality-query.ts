import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchQuality } from '../../../api/quality.ts'
import { plantKey } from '../../../api/queries.ts'

export const qualityQuery = (plantId: number, month: string) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'quality', month],
    queryFn: ({ signal }) => fetchQuality(plantId, month, signal),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
  })
