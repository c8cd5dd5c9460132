import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailure, isPassing } from './failure.ts'

export type OnFailure = (failure: CallFailure) => void

/** Nine queries of a page that fail alike are one message, and so is one that is repeated in the background. */
const TOLD_AGAIN_MS = 30_000

/**
 * @param onFailure called when a query begins to fail, each kind of failure once in 30 s; panels stay with what is missing
 * @param nowMs the clock
 */
export function createQueryClient(onFailure: OnFailure, nowMs: () => number = Date.now): QueryClient {
  const failing = new WeakSet<object>()
  const shownAtMs = new Map<string, number>()
  const tell = (failure: CallFailure): void => {
    const { row } = failure.verdict
    if (nowMs() - (shownAtMs.get(row) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN_MS) return
    shownAtMs.set(row, nowMs())
    onFailure(failure)
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (failure, query) => {
        if (!failing.has(query) && failure instanceof CallFailure) tell(failure)
        failing.add(query)
      },
      onSuccess: (_data, query) => failing.delete(query),
    }),
    defaultOptions: {
      queries: {
        // After 30 s of waiting the user sees the failure instead of waiting for two more minutes.
        retry: (count, failure) => count < 2 && isPassing(failure) && !isTimeout(failure),
        staleTime: 20_000,
        // A call made offline fails and says so; one that waited would leave skeletons for as long as that lasts.
        networkMode: 'always',
        refetchOnReconnect: true,
        gcTime: 10 * MINUTE_MS,
      },
      mutations: { retry: false },
    },
  })
}

const isTimeout = (failure: unknown): boolean => failure instanceof CallFailure && failure.verdict.row === 'timeout'
