type Listener = () => void

/** What each reply says of the server besides its answer, because reads may work all the same. */
export type ServerState = Readonly<{ isDiskFull: boolean; isClockLate: boolean }>

let state: ServerState = { isDiskFull: false, isClockLate: false }
const listeners = new Set<Listener>()

export function noteServerState(headers: Headers): void {
  const isDiskFull = headers.get('heliograph-disk') === 'full'
  const isClockLate = headers.get('heliograph-clock') === 'late'
  if (state.isDiskFull === isDiskFull && state.isClockLate === isClockLate) return
  state = { isDiskFull, isClockLate }
  for (const listener of [...listeners]) listener()
}

export const serverState = (): ServerState => state

export function subscribeToServerState(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
