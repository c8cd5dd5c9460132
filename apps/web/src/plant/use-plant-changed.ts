import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { plantKey } from '../api/queries.ts'

/** Reloads everything about the plant after a change. */
export function usePlantChanged(plantId: number): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await client.invalidateQueries({ queryKey: plantKey(plantId) })
    void client.invalidateQueries({ queryKey: ['plants'] })
  }, [client, plantId])
}
