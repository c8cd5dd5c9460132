type Listener = () => void

let isFull = false
const listeners = new Set<Listener>()

/** Each reply says whether the server's disk is full, because reads may still work. */
export function noteDisk(headers: Headers): void {
  const before = isFull
  isFull = headers.get('heliograph-disk') === 'full'
  if (before !== isFull) for (const listener of [...listeners]) listener()
}

export const isDiskFull = (): boolean => isFull

export function subscribeToDisk(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
