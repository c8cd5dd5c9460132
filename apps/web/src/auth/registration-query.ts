import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** How accounts are registered here. */
export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: ({ signal }) => call('GET /user-s/acc/registration', undefined, { signal }),
  staleTime: 5 * MINUTE_MS,
})
