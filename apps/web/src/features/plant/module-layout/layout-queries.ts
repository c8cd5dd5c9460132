import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { fetchLayout } from '../../../api/module-layout.ts'
import { plantKey } from '../../../api/queries.ts'

export const layoutKey = (plantId: number) => [...plantKey(plantId), 'module-layout'] as const

/** @param day undefined: now */
export const layoutQuery = (plantId: number, day: string | undefined) =>
  queryOptions({
    queryKey: [...layoutKey(plantId), day ?? 'now'],
    queryFn: ({ signal }) => fetchLayout(plantId, day, signal),
    refetchInterval: day === undefined ? MINUTE_MS : false,
  })
