import { useSyncExternalStore } from 'react'

// The list of plants stands beside the page; below this width a table of seven columns no longer fits.
const query = window.matchMedia('(min-width: 1240px)')

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether a table has room; cards take its place elsewhere. */
export const useRoomy = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
