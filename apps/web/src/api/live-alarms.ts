import type { QueryClient } from '@tanstack/react-query'

/** Alarms may change each second in a fleet: what shows them is fetched as often as this over time. */
export const ALARMS_GAP_MS = 2_000
/** So many changes after a calm are shown as they come. */
export const BURST = 10
/** Changes within so short a time are fetched together. */
export const SHORT_GAP_MS = 500
/** A reply that hangs holds back the next fetch for so long. */
const PATIENCE_MS = 10_000
/** Fetched just now, with the page: the opening of the stream brings nothing new of it. */
const FRESH_MS = 3_000

/** Queries that belong to one plant alone name it in their key: ['alarms', what, ...]. */
const plantOf = (key: readonly unknown[]): number | undefined => {
  const [, what, first] = key
  if (what === 'recent' || what === 'blocks') return first as number
  return what === 'list' ? (first as Readonly<{ plantId: number | undefined }>).plantId : undefined
}
/** Curves follow the data, and the persons of a plant its members. */
const unmoved: ReadonlySet<unknown> = new Set(['curve', 'assignees'])

/** Fetches again what shows an alarm of plants whose alarms changed, at once; when much changes, with a gap. */
export function createAlarmApplier(client: QueryClient) {
  let plants: Set<number> | null = new Set()
  let fetchedAtMs = Number.NEGATIVE_INFINITY
  /** When all fetches so far would be over, had they come with the gap. */
  let spentUntilMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let isWanted = false

  const fetchChanged = (): void => {
    timer = undefined
    isWanted = false
    fetchedAtMs = Date.now()
    spentUntilMs = Math.max(spentUntilMs, fetchedAtMs) + ALARMS_GAP_MS
    const changed = plants
    plants = new Set()
    const fetching = client.invalidateQueries({
      queryKey: ['alarms'],
      predicate: ({ queryKey }) => {
        if (unmoved.has(queryKey[1])) return false
        const plantId = plantOf(queryKey)
        return changed === null || plantId === undefined || changed.has(plantId)
      },
    })
    // Asked again before it was answered, a slow server would never be shown.
    const settle = (): void => {
      clearTimeout(patience)
      patience = undefined
      if (isWanted) arm()
    }
    patience = setTimeout(settle, PATIENCE_MS)
    const own = patience
    void fetching.finally(() => patience === own && settle())
  }
  const arm = (): void => {
    isWanted = true
    if (timer !== undefined || patience !== undefined) return
    const freeAtMs = Math.max(fetchedAtMs + SHORT_GAP_MS, spentUntilMs - (BURST - 1) * ALARMS_GAP_MS)
    timer = setTimeout(fetchChanged, Math.max(0, freeAtMs - Date.now()))
  }
  return {
    /** @param changed null: any plants */
    apply: (changed: readonly number[] | null): void => {
      plants = changed === null || plants === null ? null : new Set([...plants, ...changed])
      arm()
    },
    /** A stream began: what came in between was missed. */
    catchUp: (): void =>
      void client.invalidateQueries({
        queryKey: ['alarms'],
        predicate: ({ queryKey, state }) => !unmoved.has(queryKey[1]) && state.dataUpdatedAt < Date.now() - FRESH_MS,
      }),
    stop: (): void => {
      clearTimeout(timer)
      clearTimeout(patience)
      patience = undefined
    },
  }
}

/** The plants that a hint of the stream names; null for any, and for what does not fit. */
export function readChangedPlants(data: string): readonly number[] | null {
  try {
    const { plants } = JSON.parse(data) as { plants?: unknown }
    return Array.isArray(plants) && plants.every((id) => typeof id === 'number') ? plants : null
  } catch {
    return null
  }
}
