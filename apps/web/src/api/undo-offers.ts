/** The newest save that can be undone. Found by its reply, whichever form it came from. */
export type UndoOffer = Readonly<{
  entryId: number
  /** The form's own sentence; undefined: the usual one. */
  text: string | undefined
}>

const HEADER = 'undo'
let offer: UndoOffer | undefined
const listeners = new Set<() => void>()
const set = (next: UndoOffer | undefined): void => {
  offer = next
  for (const listener of listeners) listener()
}

/** A newer save replaces the offer: the log keeps the others. */
export function noteSaved(headers: Headers): void {
  const entryId = Number(headers.get(HEADER) ?? 0)
  if (Number.isSafeInteger(entryId) && entryId > 0) set({ entryId, text: undefined })
}

/** The sentence with which a form ends goes into the offer. @returns whether there is one that waits for it */
export function nameSaved(text: string): boolean {
  if (offer === undefined || offer.text !== undefined) return false
  set({ ...offer, text })
  return true
}

export const endOffer = (): void => set(undefined)
export const undoOffers = {
  current: (): UndoOffer | undefined => offer,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
