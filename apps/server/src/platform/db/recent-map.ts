import { getHeapStatistics } from 'node:v8'

type RecentMap<Key, Value> = Readonly<{
  get: (key: Key) => Value | undefined
  set: (key: Key, value: Value) => void
  /** The value of a key, which is forgotten. */
  take: (key: Key) => Value | undefined
  delete: (key: Key) => void
  clear: () => void
  size: () => number
}>

/**
 * A map of what was used last, which forgets the rest: in two halves, of which the older one goes when the newer one is
 * full. What is read moves to the newer one, so nothing that is in use vanishes, and no order is kept by use.
 */
export function createRecentMap<Key, Value>(most: number): RecentMap<Key, Value> {
  const half = Math.max(1, Math.ceil(most / 2))
  let newer = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    if (newer.size >= half && !newer.has(key)) {
      older = newer
      newer = new Map()
    } else older.delete(key)
    newer.set(key, value)
  }
  return {
    get: (key) => {
      const found = newer.get(key)
      if (found !== undefined) return found
      const former = older.get(key)
      if (former !== undefined) set(key, former)
      return former
    },
    set,
    take: (key) => {
      const found = newer.get(key) ?? older.get(key)
      newer.delete(key)
      older.delete(key)
      return found
    },
    delete: (key) => {
      newer.delete(key)
      older.delete(key)
    },
    clear: () => {
      newer.clear()
      older.clear()
    },
    size: () => newer.size + older.size,
  }
}

const SHARE_OF_HEAP = 1 / 6
const LEAST = 20_000

/** How many rows of a size one cache may keep, by the memory that this process may use. */
export const roomFor = (bytesEach: number): number =>
  Math.max(LEAST, Math.floor((getHeapStatistics().heap_size_limit * SHARE_OF_HEAP) / bytesEach))
