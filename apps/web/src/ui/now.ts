import { useSyncExternalStore } from 'react'

/** One timer for the whole page: all ages step in the same second. */
const STEP_MS = 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

function tick(): void {
  if (document.hidden) return
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    nowMs = Date.now()
    timer = setInterval(tick, STEP_MS)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The present, in steps: a component that needs minutes is rendered once a minute. */
export function useNow(stepMs = STEP_MS): number {
  return useSyncExternalStore(subscribe, () => Math.floor(nowMs / stepMs) * stepMs)
}
