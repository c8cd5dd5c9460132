import type { PlantsEvent } from '@heliograph/contract/maintain-s/station.ts'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf, hasBearer } from './call.ts'
import { createAlarmApplier, readChangedPlants } from './live-alarms.ts'
import { startLive, whileVisible } from './live-source.ts'
import { messagesKey } from './messages.ts'
import { countPlants, type PlantCounts, type PlantPage } from './plants.ts'
import { plantCountsKey } from './queries.ts'

/** How often the plants are polled where streams do not work. */
const POLL_PLANTS_MS = 15_000
/** Thousands of plants may change each second: the shown ones are fetched at most this often. */
export const FETCH_GAP_MS = 3_000
/** A list this fresh was fetched with the page; the first event of a stream brings nothing new of it. */
const FRESH_MS = 3_000

/** Keeps every list of plants, their counts, and what shows alarms live: by a stream of all that the session may see, or by polling. */
export function useLivePlants(): void {
  const client = useQueryClient()
  useEffect(() => {
    const applier = createApplier(client)
    const alarms = createAlarmApplier(client)
    const source = startLive<PlantsEvent>({
      openStream: hasBearer()
        ? undefined
        : () => {
            const stream = new EventSource(addressOf('GET /maintain-s/live/stations'))
            stream.addEventListener('messages', () => void client.invalidateQueries({ queryKey: messagesKey }))
            stream.addEventListener('alarms', ({ data }) => alarms.apply(readChangedPlants(data as string)))
            stream.addEventListener('open', alarms.catchUp)
            return stream
          },
      read: (data) => data as PlantsEvent,
      poll: async (signal) => {
        alarms.apply(null)
        return { counts: await countPlants('', signal), changed: null }
      },
      pollMs: POLL_PLANTS_MS,
      onNow: applier.apply,
      onMode: () => {},
      // The call itself notices when the session is over.
      onFault: () => {},
      jitter: Math.random,
    })
    const stop = whileVisible(source)
    return () => {
      stop()
      applier.stop()
      alarms.stop()
    }
  }, [client])
}

type Pending = { ids: Set<number>; isAny: boolean; mayBeStale: boolean }
const nothing = (): Pending => ({ ids: new Set(), isAny: false, mayBeStale: false })

/** Writes counts at once, and fetches again what shows a changed plant, with a gap between two fetches. */
export function createApplier(client: QueryClient) {
  let pending = nothing()
  let timer: ReturnType<typeof setTimeout> | undefined
  let fetchedAtMs = Number.NEGATIVE_INFINITY

  const fetchChanged = (): void => {
    timer = undefined
    fetchedAtMs = Date.now()
    const { ids, isAny, mayBeStale } = pending
    pending = nothing()
    void client.invalidateQueries({
      queryKey: ['plants'],
      predicate: ({ queryKey: [, what, keyword, tag], state }) => {
        if (what === 'counts') return keyword !== '' || tag !== undefined
        // The rows of a fleet are refreshed by themselves; a status is shown at once.
        if (what === 'fleet') return isAny
        if (what !== 'list') return false
        if (isAny || (mayBeStale && state.dataUpdatedAt < Date.now() - FRESH_MS)) return true
        const pages = (state.data as InfiniteData<PlantPage> | undefined)?.pages ?? []
        return pages.some(({ rows }) => rows.some(({ id }) => ids.has(id)))
      },
    })
  }

  return {
    apply: ({ counts, changed }: PlantsEvent): void => {
      const before = client.getQueryData<PlantCounts>(plantCountsKey(''))
      client.setQueryData(plantCountsKey(''), counts)
      // Where a status changed, plants may come into a list that does not show them yet.
      if (before !== undefined && statusesOf(before) !== statusesOf(counts)) pending.isAny = true
      if (changed === null) pending.mayBeStale = true
      else for (const id of changed) pending.ids.add(id)
      if (pending.isAny || pending.mayBeStale || pending.ids.size > 0)
        timer ??= setTimeout(fetchChanged, Math.max(0, fetchedAtMs + FETCH_GAP_MS - Date.now()))
    },
    stop: (): void => clearTimeout(timer),
  }
}

const statusesOf = ({ total, byStatus, alarmed }: PlantCounts): string =>
  `${total} ${alarmed} ${JSON.stringify(byStatus)}`
