import { queryOptions } from '@tanstack/react-query'
import { plantKey } from '../api/queries.ts'
import { fetchRefused } from '../api/recounts.ts'

export const refusedStepsQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'refused-steps'],
    queryFn: ({ signal }) => fetchRefused(plantId, signal),
  })
