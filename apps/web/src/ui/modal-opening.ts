const listeners = new Set<() => void>()

/** A modal dialog is about to open: open pop-ups close first, or both would lock each other. */
export function announceModal(): void {
  for (const listener of [...listeners]) listener()
}

export function onModalOpens(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
