import { useSyncExternalStore } from 'react'

type Listener = () => void

/** State of the server that replies carry besides their answers, because reads may work all the same. */
export type ServerState = Readonly<{
  isDiskFull: boolean
  isClockLate: boolean
  /** No call is answered: neither the parts of the page nor its live values are what they seem. */
  isAway: boolean
}>

/** One call may be broken by itself; this many different ones, and none answered since, are the server. */
const FAILED_CALLS = 3

let state: ServerState = { isDiskFull: false, isClockLate: false, isAway: false }
const unanswered = new Set<string>()
const listeners = new Set<Listener>()

function change(next: ServerState): void {
  const { isDiskFull, isClockLate, isAway } = state
  if (isDiskFull === next.isDiskFull && isClockLate === next.isClockLate && isAway === next.isAway) return
  state = next
  for (const listener of [...listeners]) listener()
}

export const noteServerState = (headers: Headers): void =>
  change({
    ...state,
    isDiskFull: headers.get('heliograph-disk') === 'full',
    isClockLate: headers.get('heliograph-clock') === 'late',
  })

/** A call was answered, with a refusal too, or a stream sent something. */
export function noteAnswered(): void {
  unanswered.clear()
  change({ ...state, isAway: false })
}

/** A call got no answer, or only that the server could not give one. @param call which, without what it asks */
export function noteUnanswered(call: string): void {
  unanswered.add(call)
  change({ ...state, isAway: unanswered.size >= FAILED_CALLS })
}

export const serverState = (): ServerState => state

export function subscribeToServerState(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useServerState = (): ServerState => useSyncExternalStore(subscribeToServerState, serverState)
