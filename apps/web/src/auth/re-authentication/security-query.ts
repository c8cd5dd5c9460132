import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** All queries about the user's account are under this key, so that a change refreshes them. */
export const accountKey = ['account'] as const

export const securityQuery = queryOptions({
  queryKey: [...accountKey, 'security'],
  queryFn: ({ signal }) => call('GET /user-s/acc/security', undefined, { signal }),
})
