import { useSyncExternalStore } from 'react'

// The list of plants is beside the page; below this width a table of seven columns does not fit.
const query = window.matchMedia('(min-width: 1240px)')

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether a table fits; otherwise cards replace it. */
export const useRoomy = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
