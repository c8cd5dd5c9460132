import { useSyncExternalStore } from 'react'
import { oldestKeptMs, subscribeToKept } from '../api/kept-state.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network at all. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Whether the server answers, as far as the page knows: no network, or an answer of this device, says it does not. */
export function useReached(): boolean {
  const isOnline = useOnline()
  const keptMs = useSyncExternalStore(subscribeToKept, oldestKeptMs)
  return isOnline && keptMs === undefined
}
