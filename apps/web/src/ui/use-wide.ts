import { useSyncExternalStore } from 'react'
import { WIDE } from '../api/first-requests.ts'

function watchMedia(condition: string): () => boolean {
  const query = window.matchMedia(condition)
  const subscribe = (listener: () => void): (() => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}

/** Whether list and page are side by side; false on a phone. */
export const useWide = watchMedia(WIDE)

/** Whether the list beside the page folds to a strip: on a tablet the page needs the width. */
export const useNarrow = watchMedia('(min-width: 761px) and (max-width: 1099px)')
