import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(min-width: 761px)')

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether list and page are side by side; false on a phone. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
