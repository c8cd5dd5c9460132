/** The failure of an action that the transport table does not announce with a toast; it stays until the next action. */
import { useSyncExternalStore } from 'react'

let line: string | undefined
const listeners = new Set<() => void>()

export function showFaultLine(text: string | undefined): void {
  if (line === text) return
  line = text
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useFaultLine = (): string | undefined => useSyncExternalStore(subscribe, () => line)
