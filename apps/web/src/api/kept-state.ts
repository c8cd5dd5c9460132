/** Whether the page shows kept answers, and how old the oldest of them is. Small: part of the first load. */
export const KEPT_CACHE = 'heliograph-answers-3'

/** When each answer of this session was written last. */
export const writtenAtMs = new Map<string, number>()

const keptAt = new WeakMap<object, number>()
const listeners = new Set<() => void>()
let oldestMs: number | undefined
/** Counts the sessions of this page. */
let session = 0

const change = (next: number | undefined): void => {
  if (next === oldestMs) return
  oldestMs = next
  for (const listener of listeners) listener()
}

/** A call was answered from this device. @param atMs when the server gave this answer */
export function noteKept(value: unknown, atMs: number): void {
  if (typeof value === 'object' && value !== null) keptAt.set(value, atMs)
  change(Math.min(oldestMs ?? Number.POSITIVE_INFINITY, atMs))
}

/** The server answered: what follows is new, and the rest is asked for again. */
export const noteFresh = (): void => change(undefined)

/** When the server gave a reply that came from this device; undefined: it came from the server. */
export const keptAtOf = (value: object): number | undefined => keptAt.get(value)

export const oldestKeptMs = (): number | undefined => oldestMs

export function subscribeToKept(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const canKeep = (): boolean => typeof caches !== 'undefined'

/** @returns whether the answer to what is asked now may be kept later: no session has ended since */
export function noteSession(): () => boolean {
  const then = session
  return () => session === then
}

/** Nothing that one session saw stays for the next. */
export async function forgetAnswers(): Promise<void> {
  session++
  change(undefined)
  writtenAtMs.clear()
  if (!canKeep()) return
  await caches.delete(KEPT_CACHE).catch(() => undefined)
}
