/** The newest save that can be undone. Found by its reply, whichever form it came from. */
export type UndoOffer = Readonly<{
  entryId: number
  /** The form's own sentence; undefined: the usual one. */
  text: string | undefined
}>

const HEADER = 'undo'
let offer: UndoOffer | undefined
/** The works that run, and the one that the offer's save belongs to: while several run nobody knows. */
const running = new Set<Work>()
let owner: Work | undefined
const listeners = new Set<() => void>()
const set = (next: UndoOffer | undefined): void => {
  offer = next
  for (const listener of listeners) listener()
}

/** A newer save replaces the offer: the log keeps the others. */
export function noteSaved(headers: Headers): void {
  const entryId = Number(headers.get(HEADER) ?? 0)
  if (!Number.isSafeInteger(entryId) || entryId <= 0) return
  owner = running.size === 1 ? [...running][0] : undefined
  set({ entryId, text: undefined })
}

/** A form or a button at work. */
export type Work = Readonly<{
  /** Gives the sentence with which it ends to the offer of its own save. @returns whether there is one */
  name: (text: string) => boolean
  end: () => void
}>

/** To be ended, also when it fails. */
export function beginWork(): Work {
  const work: Work = {
    name: (text) => {
      if (offer === undefined || owner !== work) return false
      owner = undefined
      set({ ...offer, text })
      return true
    },
    end: () => void running.delete(work),
  }
  running.add(work)
  return work
}

export const endOffer = (): void => set(undefined)
export const undoOffers = {
  current: (): UndoOffer | undefined => offer,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
