import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'

const isUnderWay = (state: string): boolean => state === 'queued' || state === 'running'

export const cancelQuery = queryOptions({
  queryKey: [...accountKey, 'cancel'],
  queryFn: ({ signal }) => call('GET /user-s/acc/cancel', undefined, { signal }),
  // Blockers are resolved on other pages.
  staleTime: 0,
})

const EVERY_MS = 1_500

/** Polled while an archive is in progress. */
export const exportsQuery = queryOptions({
  queryKey: [...accountKey, 'exports'],
  queryFn: ({ signal }) => call('GET /user-s/acc/export', undefined, { signal }),
  refetchInterval: ({ state }) => (state.data?.data.some((item) => isUnderWay(item.state)) ? EVERY_MS : false),
})
