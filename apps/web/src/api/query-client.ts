import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailure, isPassing } from './failure.ts'

export type OnFailure = (failure: CallFailure) => void

/** Meta of a query or mutation whose failures the screen shows itself, or that runs in the background (polling). */
export const quiet = { quiet: true } as const

/** @param onFailure called for each failure of a query that is not quiet; for quiet ones only when the session ended */
export function createQueryClient(onFailure: OnFailure): QueryClient {
  const tell = (failure: unknown, meta: Readonly<Record<string, unknown>> | undefined): void => {
    if (!(failure instanceof CallFailure)) return
    if (!meta?.quiet || failure.verdict.goToLogin) onFailure(failure)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (failure, query) => tell(failure, query.meta) }),
    mutationCache: new MutationCache({
      onError: (failure, _variables, _result, mutation) => tell(failure, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        retry: (count, failure) => count < 2 && isPassing(failure),
        staleTime: 20_000,
        gcTime: 10 * MINUTE_MS,
      },
      mutations: { retry: false },
    },
  })
}
