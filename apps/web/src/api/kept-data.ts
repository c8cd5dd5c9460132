import type { KeptData } from '@heliograph/contract/user-s/kept-data.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export type { KeptData }

/** How long this server keeps what. */
export const keptDataQuery = queryOptions({
  queryKey: ['kept-data'],
  queryFn: ({ signal }) => call('GET /user-s/acc/kept-data', undefined, { signal }),
})
