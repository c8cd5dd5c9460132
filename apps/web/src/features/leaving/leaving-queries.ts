import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { quiet } from '../../api/query-client.ts'
import { accountKey } from '../../auth/re-authentication/security-query.ts'

const isUnderWay = (state: string): boolean => state === 'queued' || state === 'running'

export const cancelQuery = queryOptions({
  queryKey: [...accountKey, 'cancel'],
  queryFn: ({ signal }) => call('GET /user-s/acc/cancel', undefined, { signal }),
  // What stands in the way is mended on other pages.
  staleTime: 0,
  meta: quiet,
})

const EVERY_MS = 1_500

/** Asked for again while an archive is being made. */
export const exportsQuery = queryOptions({
  queryKey: [...accountKey, 'exports'],
  queryFn: ({ signal }) => call('GET /user-s/acc/export', undefined, { signal }),
  refetchInterval: ({ state }) => (state.data?.data.some((one) => isUnderWay(one.state)) ? EVERY_MS : false),
  meta: quiet,
})
