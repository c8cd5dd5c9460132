const listeners = new Set<() => void>()

/** A modal dialog is about to take the page: whatever hangs open closes first, or both would lock each other. */
export function tellModalOpens(): void {
  for (const listener of [...listeners]) listener()
}

export function onModalOpens(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
