import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { loggersKey } from '../../api/device-queries.ts'

/** Reloads the plant's loggers after a change. */
export function useLoggersChanged(plantId: number): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: loggersKey(plantId) }), [client, plantId])
}
