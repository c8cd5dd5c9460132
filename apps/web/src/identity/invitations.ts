import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Plants and organizations that others offered to the user's email address. */
export const myInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call('GET /user-s/invitation', undefined, { signal }),
})
