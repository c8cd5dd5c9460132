import { useSyncExternalStore } from 'react'

const KEY = 'heliograph.rail'
const DOCKED = 'docked'

/** For this visit where the browser keeps nothing. */
let isDocked = read() === DOCKED
const listeners = new Set<() => void>()

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Whether the list of plants stays beside a page that lists the same plants; folded until somebody wants it. */
export const useRailDocked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isDocked,
  )

export function dockRail(next: boolean): void {
  isDocked = next
  try {
    localStorage.setItem(KEY, next ? DOCKED : '')
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener()
}
