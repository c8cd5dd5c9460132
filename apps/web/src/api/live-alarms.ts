import type { QueryClient } from '@tanstack/react-query'

/** Alarms may change each second in a fleet: what shows them is fetched at most this often. */
export const ALARMS_GAP_MS = 2_000
/** Fetched just now, with the page: the opening of the stream brings nothing new of it. */
const FRESH_MS = 3_000

/** What belongs to one plant alone names it in its key: ['alarms', what, ...]. */
const plantOf = (key: readonly unknown[]): number | undefined => {
  const [, what, first] = key
  if (what === 'recent' || what === 'blocks') return first as number
  return what === 'list' ? (first as Readonly<{ plantId: number | undefined }>).plantId : undefined
}
/** Curves follow the data, and the persons of a plant its members. */
const unmoved: ReadonlySet<unknown> = new Set(['curve', 'assignees'])

/** Fetches again what shows an alarm of plants whose alarms changed, at once and then with a gap. */
export function createAlarmApplier(client: QueryClient) {
  let plants: Set<number> | null = new Set()
  let fetchedAtMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const fetchChanged = (): void => {
    timer = undefined
    fetchedAtMs = Date.now()
    const changed = plants
    plants = new Set()
    void client.invalidateQueries({
      queryKey: ['alarms'],
      predicate: ({ queryKey }) => {
        if (unmoved.has(queryKey[1])) return false
        const plantId = plantOf(queryKey)
        return changed === null || plantId === undefined || changed.has(plantId)
      },
    })
  }
  return {
    /** @param changed null: any plants */
    apply: (changed: readonly number[] | null): void => {
      plants = changed === null || plants === null ? null : new Set([...plants, ...changed])
      timer ??= setTimeout(fetchChanged, Math.max(0, fetchedAtMs + ALARMS_GAP_MS - Date.now()))
    },
    /** A stream began: what came in between was missed. */
    catchUp: (): void =>
      void client.invalidateQueries({
        queryKey: ['alarms'],
        predicate: ({ queryKey, state }) => !unmoved.has(queryKey[1]) && state.dataUpdatedAt < Date.now() - FRESH_MS,
      }),
    stop: (): void => clearTimeout(timer),
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
